// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/sandbox/sandbox.hpp"

namespace spdlog {
class logger;
}

namespace tfrec {
class TooManyBadImages;
}

namespace tfrec::cli {

/// The options every command takes.
struct StandardOptions {
  bool json = false;
  bool quiet = false;
  bool verbose = false;
  bool print_config = false;
  std::string config;    // the file that options came from, or empty
  unsigned threads = 0;  // 0: the cores this process may use
  SandboxUse sandbox = SandboxUse::automatic;
};

/// The two channels to people: results on stdout, everything else on stderr. Text is written as it comes:
/// whoever puts file names or cells into a message passes them through printable() first.
class Console {
 public:
  explicit Console(const StandardOptions& options);
  ~Console();

  const StandardOptions& options() const { return m_options; }

  /// A result, to stdout, as it is; JSON by printable_json(). A reader that has gone away is not a failure:
  /// the rest is dropped.
  void result(std::string_view text);
  /// The result of a command, like result(). --quiet drops it where all is good, unless it is JSON.
  void report(std::string_view text, bool is_good = true);
  /// "tfrec: TEXT" on stderr, unless --quiet.
  void note(std::string_view text);
  /// The same, only with --verbose.
  void detail(std::string_view text);
  /// "tfrec: warning: TEXT", also under --quiet.
  void warning(std::string_view text);
  /// "tfrec: error: TEXT" on stderr, for bad data that the result contains, too.
  void failure(std::string_view text);
  /// "tfrec: hint: TEXT" on stderr, unless --quiet: what to do about failures.
  void hint(std::string_view text);
  /// A line on stderr as it is, even under --quiet, for a program that reads it.
  void annotation(std::string_view line);
  /// "tfrec: error: …", then "tfrec: hint: …" if there is one; with --json also {"error":{…}} on stdout.
  /// Where too many images are bad, the first are printed before it as warnings, all of them in the object as
  /// "bad". Faulty boxes are all there as "bad_boxes".
  void error(const Error& error);

  /// Progress: a bar that redraws itself where stderr is a terminal, plain lines elsewhere; none under
  /// --quiet.
  bool shows_progress() const { return !m_options.quiet; }
  bool stderr_is_terminal() const { return m_stderr_is_terminal; }
  /// Columns of the terminal on stderr, 80 where unknown.
  int width() const;
  /// Redraws the progress line; an empty text clears it. Only where stderr is a terminal.
  void progress_line(std::string_view text);

  /// Flushes stdout. Throws Error (machine) if results could not be written (a full disk behind a
  /// redirection).
  void finish() const;

 private:
  void log(int level, const char* pattern, std::string_view text);
  void print_bad_images(const TooManyBadImages& error);

  StandardOptions m_options;
  bool m_stderr_is_terminal = false;
  bool m_ascii_stdout;  // terminals that can't show more
  bool m_ascii_stderr;
  bool m_in_github_actions;  // whose runner obeys some lines: they are written otherwise
  std::size_t m_drawn = 0;   // columns the progress line takes
  bool m_reader_gone = false;
  std::FILE* m_stderr;  // kept from the start: the image module points the libraries' stderr elsewhere
  std::shared_ptr<spdlog::logger> m_log;
};

/// Worker threads to use: -j, else the cores this process may use.
unsigned threads_of(const Console& console);

}  // namespace tfrec::cli
