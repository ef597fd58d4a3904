// SPDX-License-Identifier: Apache-2.0
// Progress without a terminal: what a CI log gets.
#include "cli/terminal/progress_view.hpp"

#include <cstdio>
#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <vector>

#include "cli/terminal/console.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace std::chrono_literals;

namespace {

using Clock = cli::ProgressView::Clock;

/// stderr as a file while it lives.
class CapturedStderr {
 public:
  CapturedStderr() : m_kept(::dup(STDERR_FILENO)) {
    const int file = ::open((m_scratch / "err").c_str(), O_WRONLY | O_CREAT, 0600);
    ::dup2(file, STDERR_FILENO);
    ::close(file);
  }
  CapturedStderr(const CapturedStderr&) = delete;
  CapturedStderr& operator=(const CapturedStderr&) = delete;
  ~CapturedStderr() {
    std::fflush(stderr);
    ::dup2(m_kept, STDERR_FILENO);
    ::close(m_kept);
  }

  std::string text() const {
    std::fflush(stderr);
    return m_scratch.read("err");
  }

 private:
  test::ScratchFolder m_scratch;
  int m_kept;
};

/// What stderr gets of a job of 1,000 images, one a hundredth of a second.
std::string log_of_job(const cli::StandardOptions& options, std::uint64_t total = 1000) {
  const CapturedStderr captured;
  cli::Console console(options);
  Clock::time_point now{};
  cli::ProgressView view(console, [&] { return now; });
  ProgressState state;
  state.total = total;
  while (state.done < total) {
    now += 10ms;
    ++state.done;
    state.bytes_in += 10'000;
    view.progress(state);
  }
  return captured.text();
}

}  // namespace

TEST_CASE("Without a terminal a plain line comes every five seconds") {
  CHECK(log_of_job({}, 1200) ==
        "tfrec: 41%  501/1,200 images  100 images/s  1.0 MB/s  7.0 s left\n"
        "tfrec: 83%  1,001/1,200 images  100 images/s  1.0 MB/s  2.0 s left\n");
}

TEST_CASE("A job of less than five seconds tells nothing") {
  CHECK(log_of_job({}, 499).empty());
}

TEST_CASE("--quiet tells no progress") {
  cli::StandardOptions quiet;
  quiet.quiet = true;
  CHECK(log_of_job(quiet).empty());
}

TEST_CASE("The time left is that of the phase alone, and phases of one name are added up") {
  const CapturedStderr captured;
  cli::Console console({});
  Clock::time_point now{};
  cli::ProgressView view(console, [&] { return now; });
  ProgressState state;
  state.total = 100;
  view.phase("dedupe");
  now += 40s;
  view.phase("main pass");
  view.progress(state);
  now += 6s;
  state.done = 50;
  view.progress(state);
  CHECK(captured.text() == "tfrec: 50%  50/100 images  8.3 images/s  0.0 MB/s  6.0 s left\n");
  view.phase("dedupe");
  now += 2s;
  const PhaseTimes times = view.times();
  CHECK(times.total == 48);
  CHECK(times.phases == std::vector<std::pair<std::string, double>>{{"dedupe", 42}, {"main pass", 6}});
}
