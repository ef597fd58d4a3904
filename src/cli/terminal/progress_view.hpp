// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "base/concurrency/observer.hpp"

namespace tfrec::cli {

class Console;

/// Shows an operation's notes and progress: a line that redraws itself where stderr is a terminal, a plain
/// line every few seconds elsewhere, nothing under --quiet.
class ProgressView : public Observer {
 public:
  using Clock = std::chrono::steady_clock;

  /// `now` is the clock it looks at.
  explicit ProgressView(Console& console, std::function<Clock::time_point()> now = Clock::now);

  void phase(std::string_view name) override;
  void progress(const ProgressState& state) override;
  void note(const std::string& text) override;
  void warning(const std::string& text) override;
  void detail(const std::string& text) override;

  /// The time since the view was made, and that of each phase. Prints them as a detail.
  PhaseTimes times();

 private:
  void end_phase();

  Console& m_console;
  std::function<Clock::time_point()> m_now;
  Clock::time_point m_created;
  Clock::time_point m_phase_start;
  std::string m_phase;  // empty before the first
  PhaseTimes m_times;
  Clock::time_point m_start;  // of the progress of this phase
  Clock::time_point m_last_shown;
  bool m_started = false;
};

/// "  42% 1,234/2,940 images  310 images/s  45.1 MB/s  shard 2/5  5.5 s left" for a job `elapsed` seconds
/// old.
std::string progress_text(const ProgressState& state, double elapsed);

}  // namespace tfrec::cli
