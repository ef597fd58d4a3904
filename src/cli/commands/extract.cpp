// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/extract.hpp"

#include <algorithm>
#include <memory>

#include <nlohmann/json.hpp>

#include "base/text/joined.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "cli/command.hpp"
#include "cli/options/option_list.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"
#include "shards/manifest/seconds_json.hpp"

namespace tfrec::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string column_names(const ExtractResult& result) {
  return joined(result.columns, ", ",
                [](const std::string& column) { return printable_excerpt(column, 60); });
}

std::string extract_text(const ExtractOptions& options, const ExtractResult& result,
                         const PhaseTimes& times) {
  const std::string out = printable(options.out.string());
  std::string text = "images " + counted(result.images, "file", "files") + ", " +
                     format_bytes(result.image_bytes) + " in " + out + "/images\n" + "table    " + out +
                     "/labels.csv: " + column_names(result) + "\n";
  if (result.renamed > 0) {
    text += "renamed  " + counted(result.renamed, "image", "images") + " whose name can't be a file name\n";
  }
  if (!result.split_column.empty()) {
    text += "splits   in column " + printable_excerpt(result.split_column, 60) + ": " +
            shell_option("--split-column", result.split_column) + "\n";
  }
  if (!result.label_separator.empty()) {
    text += "labels   of a cell are separated by '" + printable(result.label_separator) +
            "': " + shell_option("--label-separator", result.label_separator) + "\n";
  }
  if (!result.classes_file.empty()) {
    text +=
        "classes  are listed in the order of their ids: " + shell_option("--classes", result.classes_file) +
        "\n";
  }
  if (result.label_base) {
    const std::string base = std::to_string(*result.label_base);
    text += "ids      of classes begin at " + base + ": " + shell_option("--label-base", base) + "\n";
  }
  if (result.escaped > 0) {
    text += "escaped  " + counted(result.escaped, "cell", "cells") +
            " that a spreadsheet takes for a formula; build restores them by the column tfrec_escaped\n";
  }
  std::uint64_t problems = 0;
  for (const ExtractedFile& file : result.files) problems += file.problems.size() + file.more_problems;
  if (problems > 0) text += "bad      " + counted(problems, "place", "places") + " without an image\n";
  if (times.total > 0) {
    const auto speed = static_cast<double>(result.image_bytes) / times.total;
    text += "time     " + format_duration(times.total) + ", " +
            format_bytes(static_cast<std::uint64_t>(speed)) + "/s written\n";
  }
  return text;
}

Json file_json(const ExtractedFile& file) {
  Json problems = Json::array();
  for (const ExtractProblem& problem : file.problems) {
    problems.push_back({{"kind", problem.kind},
                        {"record", problem.record},
                        {"offset", problem.offset},
                        {"length", problem.length},
                        {"message", problem.message}});
  }
  return {{"path", file.path},
          {"pictures", file.images},
          {"bytes", file.bytes},
          {"problems", std::move(problems)},
          {"more_problems", file.more_problems}};
}

std::string extract_json(const ExtractResult& result, const PhaseTimes& times) {
  Json json{{"ok", result.ok()},
            {"pictures", result.images},
            {"bytes", result.image_bytes},
            {"renamed", result.renamed},
            {"image_feature", result.image_feature},
            {"name_feature", result.name_feature},
            {"columns", result.columns},
            {"left_out", result.left_out},
            {"not_rebuilt", Json::array()},
            {"label_separator", result.label_separator},
            {"classes_file", result.classes_file},
            {"label_base", result.label_base.value_or(0)},
            {"split_column", result.split_column},
            {"escaped", result.escaped},
            {"files", Json::array()}};
  for (const ExtractLoss& loss : result.not_rebuilt)
    json["not_rebuilt"].push_back({{"feature", loss.feature}, {"reason", loss.reason}});
  for (const ExtractedFile& file : result.files) json["files"].push_back(file_json(file));
  json["seconds"] = seconds_json(times);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void tell(Console& console, const ExtractResult& result) {
  for (const std::string& feature : result.left_out) console.note("left out " + feature);
  for (const ExtractLoss& loss : result.not_rebuilt) {
    const std::string text = text_of(loss);
    if (std::find(result.left_out.begin(), result.left_out.end(), text) == result.left_out.end())
      console.note("build cannot store the same in " + text);
  }
  for (const ExtractedFile& file : result.files) {
    const std::string path = printable(file.path) + ": ";
    for (const ExtractProblem& problem : file.problems) {
      console.failure(path + "record " + std::to_string(problem.record) + " at byte " +
                      std::to_string(problem.offset) + " (+" + std::to_string(problem.length) +
                      "): " + problem.message);
    }
    if (file.more_problems > 0) {
      console.failure(path + "and " + counted(file.more_problems, "more place", "more places") +
                      " like these");
    }
  }
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
  list.value("-o,--out", "OUT", options->out, "Folder for images/ and labels.csv").require().common();
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
    const PhaseTimes times = view.times();
    console.report(
        console.options().json ? extract_json(result, times) : extract_text(*options, result, times),
        result.ok());
    tell(console, result);
    return result.ok() ? ExitCode::good : ExitCode::bad_data;
  };
}

}  // namespace

Command extract_command() {
  return {.name = "extract",
          .topic = Topic::take,
          .summary = "Convert shards back to image files and a labels CSV",
          .examples = {{"tfrec extract shards -o extracted", "extracted/images/ and extracted/labels.csv"},
                       {"tfrec extract mnist.tfrecord -o digits --shape 28x28x1",
                        "Raw pixels become PGM images"}},
          .setup = setup_extract};
}

}  // namespace tfrec::cli
