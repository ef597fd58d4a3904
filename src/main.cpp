// SPDX-License-Identifier: Apache-2.0
// argv -> command -> exit code. The only place that catches Error.
#include <csignal>
#include <exception>
#include <locale>

#include "base/concurrency/out_of_memory.hpp"
#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/files/standard_streams.hpp"
#include "cli/command_line.hpp"
#include "cli/terminal/console.hpp"

namespace {

using namespace tfrec;
using cli::ExitCode;

ExitCode report(cli::Console& console, const Error& error) {
  console.error(error);
  if (error.kind() == ErrorKind::interrupted || error.kind() == ErrorKind::terminated) stop_is_reported();
  return cli::exit_code_of(error.kind());
}

template <class Work>
ExitCode guarded(cli::Console& console, const Work& work) {
  try {
    const ExitCode code = work();
    console.finish();
    return code;
  } catch (const Error& error) {
    return report(console, error);
  } catch (...) {
    return report(console, error_of(std::current_exception()));
  }
}

}  // namespace

int main(int argc, char** argv) {
  occupy_standard_streams();
  std::locale::global(
      std::locale::classic());    // some library may have chosen decimal commas while it was loaded
  std::signal(SIGPIPE, SIG_IGN);  // a reader that went away is seen by write()
  std::signal(SIGXFSZ, SIG_IGN);  // so is a file-size limit
  stop_on_signals();
  report_failed_memory_at_terminate();
  cli::StandardOptions early;
  early.json = cli::wants_json(argc, argv);
  cli::Console early_console(early);
  cli::Invocation invocation;
  const ExitCode parsed = guarded(early_console, [&] {
    invocation = cli::parse_command_line(argc, argv);
    return ExitCode::good;
  });
  if (parsed != ExitCode::good) return static_cast<int>(parsed);
  cli::Console console(invocation.options);
  return static_cast<int>(guarded(console, [&] { return invocation.run(console); }));
}
