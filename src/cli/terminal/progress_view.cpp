// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/progress_view.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "base/text/quantity.hpp"
#include "cli/terminal/console.hpp"

namespace tfrec::cli {

namespace {

using namespace std::chrono_literals;

constexpr auto k_redraw_every = 100ms;
constexpr auto k_line_every = 5s;

std::string rate_text(double per_second) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, per_second < 9.95 ? "%.1f" : "%.0f", per_second);
  return buffer;
}

}  // namespace

ProgressView::ProgressView(Console& console, std::function<Clock::time_point()> now)
    : m_console(console), m_now(std::move(now)), m_created(m_now()) {}

void ProgressView::phase(std::string_view name) {
  end_phase();
  m_phase = name;
  m_phase_start = m_now();
  m_started = false;  // rates and the time left are those of the new phase
}

void ProgressView::end_phase() {
  if (m_phase.empty()) return;
  const double seconds = std::chrono::duration<double>(m_now() - m_phase_start).count();
  auto& phases = m_times.phases;
  const auto known = std::ranges::find(phases, m_phase, [](const auto& one) { return one.first; });
  if (known == phases.end()) {
    phases.emplace_back(m_phase, seconds);
  } else {
    known->second += seconds;
  }
  m_phase.clear();
}

PhaseTimes ProgressView::times() {
  end_phase();
  m_times.total = std::chrono::duration<double>(m_now() - m_created).count();
  std::string text;
  for (const auto& [name, seconds] : m_times.phases)
    text += (text.empty() ? "" : ", ") + name + " " + format_duration(seconds);
  if (!text.empty()) m_console.detail("time: " + text);
  return m_times;
}

void ProgressView::note(const std::string& text) {
  m_console.note(text);
}
void ProgressView::warning(const std::string& text) {
  m_console.warning(text);
}
void ProgressView::detail(const std::string& text) {
  m_console.detail(text);
}

void ProgressView::progress(const ProgressState& state) {
  if (!m_console.shows_progress()) return;
  const auto now = m_now();
  if (!m_started) {
    m_started = true;
    m_start = m_last_shown = now;
  }
  const bool terminal = m_console.stderr_is_terminal();
  if (state.done == state.total) {
    if (terminal) m_console.progress_line({});
    return;
  }
  if (now - m_last_shown <
      (terminal ? std::chrono::nanoseconds(k_redraw_every) : std::chrono::nanoseconds(k_line_every))) {
    return;
  }
  m_last_shown = now;
  const std::string text = progress_text(state, std::chrono::duration<double>(now - m_start).count());
  if (terminal) {
    const auto room = static_cast<std::size_t>(m_console.width() - 1);
    m_console.progress_line(std::string_view(text).substr(0, room));
  } else {
    m_console.note(text);
  }
}

std::string progress_text(const ProgressState& state, double elapsed) {
  const double share =
      state.total == 0 ? 1.0 : static_cast<double>(state.done) / static_cast<double>(state.total);
  std::string text = std::to_string(static_cast<int>(std::floor(share * 100))) + "%  " +
                     format_count(state.done) + "/" + format_count(state.total) + " " + state.unit;
  if (elapsed > 0 && state.done > 0) {
    const double per_second = static_cast<double>(state.done) / elapsed;
    text += "  " + rate_text(per_second) + " " + state.unit + "/s";
    text += "  " + rate_text(static_cast<double>(state.bytes_in) / elapsed / 1e6) + " MB/s";
    if (state.shards > 0)
      text += "  shard " + std::to_string(state.shard) + "/" + std::to_string(state.shards);
    text += "  " + format_duration(static_cast<double>(state.total - state.done) / per_second) + " left";
  }
  return text;
}

}  // namespace tfrec::cli
