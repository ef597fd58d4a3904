// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/extract.hpp"

#include <algorithm>
#include <memory>

#include "base/text/in_quotes.hpp"
#include "base/text/joined.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "cli/command.hpp"
#include "cli/flags/shard_options.hpp"
#include "cli/options/option_list.hpp"
#include "cli/reports/report.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"
#include "shards/manifest/seconds_json.hpp"

namespace tfrec::cli {

namespace {

using Json = Report::Json;

std::string column_names(const ExtractResult& result) {
  return joined(result.columns, ", ",
                [](const std::string& column) { return printable_excerpt(column, 60); });
}

/// Of damaged shards.
std::string loss_text(std::uint64_t not_extracted, bool is_known) {
  if (not_extracted == 0)
    return is_known ? "damage, but all records are extracted" : "an unknown number of records not extracted";
  return (is_known ? "" : "at least ") + counted(not_extracted, "record", "records") + " not extracted";
}

void add_files(Report& report, const ExtractResult& result) {
  std::uint64_t problems = 0;
  std::uint64_t not_extracted = 0;
  bool is_known = true;
  Json files = Json::array();
  for (const ExtractedFile& file : result.files) {
    problems += file.problems.size();
    not_extracted += file.not_extracted;
    is_known = is_known && file.is_loss_known;
    files.push_back({{"path", file.path},
                     {"pictures", file.images},
                     {"bytes", file.bytes},
                     {"problems", Json::array()},
                     {"more_problems", file.more_problems}});
    for (const ExtractProblem& problem : file.problems)
      files.back()["problems"].push_back(problem_json(problem));
  }
  report.add("files", files);
  if (problems > 0) report.add_line("bad      " + loss_text(not_extracted, is_known));
}

/// The command that makes equal records; `build_options` are names and values in turn.
std::string build_command(const ExtractOptions& options, const ExtractResult& result) {
  std::string command = "tfrec build " + shell_path((options.out / "images").string()) + " --labels " +
                        shell_path((options.out / "labels.csv").string());
  for (std::size_t i = 0; i + 1 < result.build_options.size(); i += 2)
    command += " " + shell_option(result.build_options[i], result.build_options[i + 1]);
  return command + " -o NEW";
}

void add_companions(Report& report, const ExtractResult& result, const std::string& out) {
  report.add("masks", result.masks);
  if (result.masks > 0)
    report.add_line("masks    " + counted(result.masks, "file", "files") + " in " + out + "/masks");
  report.add("companion_files", result.companion_files);
  if (result.companion_files > 0)
    report.add_line("files    " + counted(result.companion_files, "file", "files") + " in " + out + "/files");
  report.add("companion_bytes", result.companion_bytes);
}

Report extract_report(const ExtractOptions& options, const ExtractResult& result, const PhaseTimes& times) {
  Report report({"ok", "pictures", "bytes", "masks", "companion_files", "companion_bytes", "renamed",
                 "image_feature", "name_feature", "columns", "left_out", "not_rebuilt", "label_separator",
                 "classes_file", "label_base", "split_column", "build_options", "escaped", "files"});
  const std::string out = printable(options.out.string());
  report.add("ok", result.ok());
  report.add("pictures", result.images);
  report.add("bytes", result.image_bytes);
  report.add_line("images " + counted(result.images, "file", "files") + ", " +
                  format_bytes(result.image_bytes) + " in " + out + "/images" +
                  left_out_by("--filter", result.filtered));
  add_companions(report, result, out);
  report.add("image_feature", result.image_feature);
  report.add("name_feature", result.name_feature);
  report.add("columns", result.columns,
             "table    " + out + "/labels.csv" +
                 (result.rows == result.images ? "" : ", " + counted(result.rows, "row", "rows")) + ": " +
                 column_names(result));
  report.add("renamed", result.renamed,
             "renamed  " + counted(result.renamed, "image", "images") +
                 " whose name is taken, can't be a file name or has another format's extension");
  report.add("split_column", result.split_column);
  report.add("label_separator", result.label_separator);
  report.add("classes_file", result.classes_file,
             "classes  " + printable(result.classes_file) + ", for --classes");
  report.add("label_base", result.label_base.value_or(0));
  report.add("build_options", result.build_options);
  report.add("escaped", result.escaped,
             "escaped  " + counted(result.escaped, "cell", "cells") +
                 " that a spreadsheet takes for a formula; build restores them by the column tfrec_escaped");
  report.add("left_out", result.left_out);
  add_files(report, result);
  if (!result.build_options.empty()) report.add_line("rebuild  " + build_command(options, result));
  Json losses = Json::array();
  for (const ExtractLoss& loss : result.not_rebuilt)
    losses.push_back({{"feature", loss.feature}, {"reason", loss.reason}});
  report.add("not_rebuilt", losses);
  report.add("seconds", seconds_json(times));
  if (times.total > 0) {
    const std::uint64_t bytes = result.image_bytes + result.companion_bytes;
    const auto speed = static_cast<std::uint64_t>(static_cast<double>(bytes) / times.total);
    report.add_line("time     " + format_duration(times.total) + ", " + format_bytes(speed) + "/s written");
  }
  return report;
}

/// Several features that one reason changes: "'a' and 3 other features: 1 box is faulty".
std::string text_of_all(const std::vector<ExtractLoss>& losses) {
  const ExtractLoss& first = losses.front();
  if (losses.size() == 1) return text_of(first);
  return in_quotes(first.feature) + " and " + counted(losses.size() - 1, "other feature", "other features") +
         ": " + first.reason;
}

void report_losses(Console& console, const ExtractResult& result) {
  for (const std::string& feature : result.left_out) console.note("no column for feature " + feature);
  std::vector<std::vector<ExtractLoss>> changed;
  for (const ExtractLoss& loss : result.not_rebuilt) {
    if (std::ranges::find(result.left_out, text_of(loss)) != result.left_out.end()) continue;
    if (std::ranges::find(result.not_built, loss.feature) != result.not_built.end()) {
      console.note("a rebuilt set has no feature " + text_of(loss));
      continue;
    }
    const auto same = std::ranges::find_if(
        changed, [&](const auto& losses) { return losses.front().reason == loss.reason; });
    (same == changed.end() ? changed.emplace_back() : *same).push_back(loss);
  }
  for (const auto& losses : changed) console.note("a rebuilt set has other values of " + text_of_all(losses));
}

void report_problems(Console& console, const ExtractResult& result) {
  constexpr std::size_t k_most_lines = 5;
  std::size_t problems = 0;
  for (const ExtractedFile& file : result.files) {
    for (const ExtractProblem& problem : file.problems) {
      if (problems++ < k_most_lines)
        console.failure(printable(file.path) + ": " + place_text(problem) + ": " + problem.message);
    }
    problems += file.more_problems;
  }
  if (problems > k_most_lines) {
    console.failure("and " + counted(problems - k_most_lines, "more problem", "more problems") +
                    "; see --json");
  }
  const auto hinted = std::ranges::find_if(result.files, [](const auto& file) { return !file.hint.empty(); });
  if (hinted != result.files.end()) console.hint(hinted->hint);
}

void read_shape(ExtractOptions& options, const std::string& text) {
  options.shape = parse_shape(text);
  if (!options.shape) {
    refuse_value("--shape: '" + printable(text) + "' is not a shape",
                 "write HEIGHTxWIDTHxCHANNELS, with 1 or 3 channels: 28x28x1");
  }
}

Run setup_extract(OptionList& list) {
  auto options = std::make_shared<ExtractOptions>();
  list.arguments("PATH", options->paths, "Shards, folders of shards or quoted globs");
  list.value("-o,--out", "OUT", options->out, "Folder for images/, masks/, files/ and labels.csv")
      .require()
      .common();
  list.list("--records", "[SHARD:]N[-M]", options->records,
            "Extract only these records, counted from 0: 3, or a.tfrec:0,7-9 of one shard of several; "
            "repeatable")
      .common();
  add_filter_option(list, options->filters, "Extract only");
  list.value("--image-feature", "NAME", options->image_feature, "Feature that contains the images [guessed]")
      .common();
  list.value("--name-feature", "NAME", options->name_feature,
             "Feature that names the images [guessed, else numbers]")
      .common();
  list.parsed(
          "--shape", "HxWxC", [options](const std::string& text) { read_shape(*options, text); },
          "Read raw pixels of this height, width and channels")
      .common();
  list.flag("--metadata", options->metadata,
            "Also write metadata.csv, as Hugging Face's ImageFolder reads it");
  list.flag("--raw-csv", options->raw_csv,
            "Write cells unchanged, even if a spreadsheet reads them as formulas");
  list.flag("--overwrite", options->overwrite, "Write into OUT even if it contains files").common();
  return [options](Console& console) {
    options->threads = threads_of(console);
    ProgressView view(console);
    const ExtractResult result = extract(*options, view);
    extract_report(*options, result, view.times()).print(console, result.ok());
    report_losses(console, result);
    report_problems(console, result);
    return result.ok() ? ExitCode::good : ExitCode::bad_data;
  };
}

}  // namespace

Command extract_command() {
  return {
      .name = "extract",
      .topic = Topic::take,
      .summary = "Convert shards back to image files and a labels CSV",
      .examples =
          {{"tfrec extract shards -o extracted",
            "extracted/images/, extracted/labels.csv, and the command that builds them again; for another "
            "size replace its --encode copy by --size N"},
           {"tfrec extract mnist.tfrecord -o digits --shape 28x28x1", "Raw pixels become PGM images"}},
      .setup = setup_extract};
}

}  // namespace tfrec::cli
