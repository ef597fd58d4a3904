// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/verify.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/files/atomic_file.hpp"
#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "base/text/shell_word.hpp"
#include "cli/command.hpp"
#include "cli/options/option_list.hpp"
#include "cli/reports/verify_report.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/github_actions.hpp"
#include "cli/terminal/progress_view.hpp"
#include "operations/verify/listing/verify_listing.hpp"
#include "sets/making/output_check.hpp"

namespace tfrec::cli {

namespace {

namespace fs = std::filesystem;

/// Whether a file begins as verify_junit() makes it begin.
bool is_report(const InputFile& file) {
  std::string head(1000, '\0');
  head.resize(file.read_at(0, std::span<char>(head)));
  return head.starts_with("<?xml") && head.find("<testsuite name=\"tfrec verify\"") != std::string::npos;
}

/// Refuses what can't become a report before any shard is read.
void check_report(const std::string& report, const VerifyOptions& options, const std::string& config) {
  if (report.empty()) return;
  std::vector<fs::path> inputs(options.paths.begin(), options.paths.end());
  inputs.insert(inputs.end(), {fs::path(options.spec), options.listing, fs::path(config)});
  OutputCheck(inputs).require(
      {report, "--report", "a report of tfrec verify", is_report, "--report needs a file name"});
}

void read_shape(VerifyOptions& options, const std::string& text) {
  options.expected = parse_expected_shape(text);
  if (!options.expected) {
    const bool is_side = parse_whole(text).problem == NumberProblem::none;
    refuse_value("--expect '" + printable_excerpt(text, 40) + "'",
                 is_side ? "write " + shell_option("--expect", text + "x" + text) +
                               " (width, height), with channels " + text + "x" + text + "x3"
                         : "write 224x224x3 (width, height, channels) or 640x480");
  }
}

bool has_box_problem(const VerifyResult& result) {
  return std::ranges::any_of(result.files, [](const VerifiedFile& file) {
    return std::ranges::find(file.problems, "boxes", &FileProblem::kind) != file.problems.end();
  });
}

/// The report first: who reads JSON gets one object, the result or why there is no report.
void show(Console& console, const VerifyOptions& options, const VerifyResult& result,
          const std::string& report) {
  const Report printed = verify_report(result, options);
  try {
    if (!report.empty()) write_output_atomically(report, verify_junit(result));
  } catch (const Error&) {
    if (!console.options().json) printed.print(console, result.ok);
    throw;
  }
  printed.print(console, result.ok);
  if (std::ranges::any_of(result.files, &VerifiedFile::is_damaged)) console.hint(k_damaged_set_hint);
  if (has_box_problem(result)) {
    console.hint(
        "if boxes leave their image: `tfrec extract`, then the command that it prints, with --bad-boxes clip "
        "in place of drop");
  }
  for (const std::string& warning : result.warnings) console.warning(warning);
  for (const std::string& note : result.notes) console.note(note);
  if (!runs_in_github_actions()) return;
  for (const std::string& line : verify_annotations(result)) console.annotation(line);
}

VerifyResult run(Console& console, const VerifyOptions& options) {
  if (!options.listing.empty()) return verify_listing(options);
  ProgressView view(console);
  return verify(options, view);
}

Run setup_verify(OptionList& list) {
  auto options = std::make_shared<VerifyOptions>();
  auto report = std::make_shared<std::string>();
  list.arguments("PATH", options->paths, "Shards, folders of shards or quoted globs");
  list.flag("--framing-only", options->framing_only,
            "Check only lengths and checksums, not the contents of records")
      .common();
  const Option& pixels =
      list.flag("--pixels", options->pixels, "Decode every image, as strictly as build does").common();
  list.number("--max-pixels", "N", options->max_pixels,
              "With --pixels: count images of more pixels as bad [178956970]", 1)
      .need(pixels);
  list.parsed(
          "--expect", "WxH[xC]", [options](const std::string& text) { read_shape(*options, text); },
          "Width, height and, if given, channels of every image")
      .common();
  list.value("--spec", "FILE.json", options->spec, "Check every record against the features in a JSON file")
      .common();
  Option& listing = list.value("--listing", "FILE", options->listing,
                               "Compare the manifest with an object store's listing instead; - is stdin")
                        .common();
  for (const char* other : {"--framing-only", "--pixels", "--expect", "--spec"})
    listing.exclude(list.at(other));
  list.value("--report", "FILE.xml", *report, "Also write a JUnit report").common();
  return [options, report](Console& console) {
    options->threads = threads_of(console);
    check_report(*report, *options, console.options().config);
    const VerifyResult result = run(console, *options);
    show(console, *options, result, *report);
    if (result.unreadable) return ExitCode::machine;
    return result.ok ? ExitCode::good : ExitCode::bad_data;
  };
}

}  // namespace

Command verify_command() {
  return {.name = "verify",
          .topic = Topic::look,
          .summary = "Find all damage, by file, record and byte",
          .examples = {{"tfrec verify shards",
                        "Checksums, counts and examples; exit code 1 if something is wrong"},
                       {"tfrec verify shards --pixels --expect 224x224x3 --report verify.xml",
                        "Also the images, with a report for CI"},
                       {"tfrec verify shards --listing listing.json",
                        "An upload, by what the object store lists, without a download"}},
          .setup = setup_verify};
}

}  // namespace tfrec::cli
