// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/console.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include "base/concurrency/threads.hpp"
#include "base/text/printable.hpp"
#include "cli/terminal/github_actions.hpp"
#include "cli/terminal/terminal_text.hpp"
#include "sets/input/bad_images.hpp"
#include "sets/input/check_boxes.hpp"

namespace tfrec::cli {

namespace {

std::shared_ptr<spdlog::logger> make_log(const StandardOptions& options) {
  const char* no_color = std::getenv("NO_COLOR");
  const bool plain = no_color != nullptr && *no_color != '\0';
  auto sink = std::make_shared<spdlog::sinks::stderr_color_sink_mt>(plain ? spdlog::color_mode::never
                                                                          : spdlog::color_mode::automatic);
  auto log = std::make_shared<spdlog::logger>("tfrec", std::move(sink));
  log->set_level(options.quiet     ? spdlog::level::warn
                 : options.verbose ? spdlog::level::debug
                                   : spdlog::level::info);
  return log;
}

}  // namespace

Console::Console(const StandardOptions& options)
    : m_options(options),
      m_stderr_is_terminal(::isatty(STDERR_FILENO) == 1),
      m_ascii_stdout(wants_ascii(STDOUT_FILENO)),
      m_ascii_stderr(wants_ascii(STDERR_FILENO)),
      m_in_github_actions(runs_in_github_actions()),
      m_stderr(stderr),
      m_log(make_log(options)) {}

Console::~Console() {
  progress_line({});
}

void Console::result(std::string_view text) {
  if (m_reader_gone || text.empty()) return;
  progress_line({});
  std::string shown;
  if (m_options.json) {
    text = shown = printable_json(text);
  } else if (m_ascii_stdout) {
    text = shown = in_ascii(text);
  }
  if (m_in_github_actions)
    text = shown = m_options.json ? json_without_commands(text) : without_commands(text);
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size()) return;
  if (errno != EPIPE) throw system_error(errno, "standard output", "cannot write");
  m_reader_gone = true;
}

void Console::report(std::string_view text, bool is_good) {
  if (!m_options.quiet || m_options.json || !is_good) result(text);
}

void Console::log(int level, const char* pattern, std::string_view text) {
  progress_line({});
  m_log->set_pattern(pattern);
  const auto as = static_cast<spdlog::level::level_enum>(level);
  const std::string shown = printable(text);
  if (m_ascii_stderr) {
    m_log->log(as, in_ascii(shown));
  } else if (m_in_github_actions) {
    m_log->log(as, without_commands(shown));
  } else {
    m_log->log(as, shown);
  }
}

void Console::note(std::string_view text) {
  log(spdlog::level::info, "tfrec: %v", text);
}

void Console::detail(std::string_view text) {
  if (!m_options.verbose) return;
  log(spdlog::level::debug, "tfrec: %v", text);
}

void Console::warning(std::string_view text) {
  log(spdlog::level::warn, "tfrec: %^warning:%$ %v", text);
}

void Console::failure(std::string_view text) {
  log(spdlog::level::err, "tfrec: %^error:%$ %v", text);
}

void Console::hint(std::string_view text) {
  log(spdlog::level::info, "tfrec: hint: %v", text);
}

/// The first ones, each with its reason.
void Console::print_bad_images(const TooManyBadImages& error) {
  const std::vector<BadImage>& images = error.images;
  constexpr std::size_t k_most_listed = 10;
  for (std::size_t i = 0; i < std::min(images.size(), k_most_listed); ++i) {
    const BadImage& bad = images[i];
    const std::string line = error.is_of_table ? " (line " + std::to_string(bad.row) + ")" : "";
    warning(printable(bad.image) + line + ": " + printable(bad.reason));
  }
  if (images.size() > k_most_listed)
    warning("and " + std::to_string(images.size() - k_most_listed) + " more; --json lists them all");
}

void Console::annotation(std::string_view line) {
  progress_line({});
  std::fwrite(line.data(), 1, line.size(), m_stderr);
  std::fputc('\n', m_stderr);
  std::fflush(m_stderr);
}

void Console::error(const Error& error) {
  const auto* bad_images = dynamic_cast<const TooManyBadImages*>(&error);
  if (bad_images != nullptr) print_bad_images(*bad_images);
  failure(error.what());
  if (!error.hint().empty()) log(spdlog::level::err, "tfrec: hint: %v", error.hint());
  if (!m_options.json) return;
  nlohmann::ordered_json object;
  nlohmann::ordered_json& json = object["error"];
  json["kind"] = to_string(error.kind());
  json["path"] = error.path();
  json["message"] = error.message();
  if (!error.hint().empty()) json["hint"] = error.hint();
  if (bad_images != nullptr) {
    for (const BadImage& bad : bad_images->images)
      json["bad"].push_back({{"row", bad.row}, {"image", bad.image}, {"reason", bad.reason}});
  }
  if (const auto* faulty = dynamic_cast<const FaultyBoxes*>(&error)) {
    for (const BadBoxLine& box : faulty->boxes)
      json["bad_boxes"].push_back({{"row", box.row}, {"image", box.image}, {"reason", box.reason}});
  }
  result(object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

int Console::width() const {
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

void Console::progress_line(std::string_view text) {
  if (!m_stderr_is_terminal || (text.empty() && m_drawn == 0)) return;
  // Blanks over what was longer: all terminals know them, and NO_COLOR's readers see no escape sequence.
  std::string line = "\r";
  line += text;
  if (text.size() < m_drawn) line.append(m_drawn - text.size(), ' ').append("\r").append(text);
  std::fwrite(line.data(), 1, line.size(), m_stderr);
  std::fflush(m_stderr);
  m_drawn = text.size();
}

void Console::finish() const {
  if (m_reader_gone || std::fflush(stdout) == 0 || errno == EPIPE) return;
  throw system_error(errno, "standard output", "cannot write");
}

unsigned threads_of(const Console& console) {
  return console.options().threads != 0 ? console.options().threads : usable_cores();
}

}  // namespace tfrec::cli
