// SPDX-License-Identifier: Apache-2.0
#include "operations/report/report.hpp"

#include <filesystem>
#include <memory>
#include <vector>

#include "base/text/printable.hpp"
#include "cli/command.hpp"
#include "cli/options/option_list.hpp"
#include "cli/reports/html/write_report.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"

namespace tfrec::cli {

namespace {

void read_shape_of(ReportOptions& options, const std::string& text) {
  options.shape = parse_shape(text);
  if (!options.shape) {
    refuse_value("--shape '" + printable_excerpt(text, 40) + "'",
                 "write 28x28x1 (height, width, 1 or 3 channels)");
  }
}

Run setup_report(OptionList& list) {
  auto options = std::make_shared<ReportOptions>();
  auto files = std::make_shared<ReportFiles>();
  list.arguments("PATH", options->paths, "Shards, folders of shards or quoted globs");
  list.value("-o,--out", "FILE.html", files->page, "The page to write").common().require();
  list.value("--findings", "FILE.csv", files->findings, "Also list the images that are better left out")
      .common();
  list.number("--samples", "N", options->samples, "Show N images of each class [4, fewer of many classes]", 0)
      .common();
  list.number("--seed", "N", options->seed, "Choose the samples by this number [42]", 0);
  list.value("--source", "IMAGES", options->source,
             "Compare with the original images in this folder: sizes, quality")
      .common();
  list.parsed(
          "--shape", "HxWxC", [options](const std::string& text) { read_shape_of(*options, text); },
          "Height, width and channels of raw pixels")
      .common();
  list.number("--max-pixels", "N", options->max_pixels, "Count images of more pixels as bad [178956970]", 1);
  return [options, files](Console& console) {
    options->threads = threads_of(console);
    std::vector<std::filesystem::path> inputs(options->paths.begin(), options->paths.end());
    inputs.insert(inputs.end(), {options->source, std::filesystem::path(console.options().config)});
    check_report_files(*files, "--out", inputs);
    ProgressView view(console);
    write_report(*files, *options, view).print(console);
    return ExitCode::good;
  };
}

}  // namespace

Command report_command() {
  return {.name = "report",
          .topic = Topic::look,
          .summary = "Write a page about shards: images, balance, likely problems",
          .examples = {{"tfrec report shards -o report.html", "One file that shows the set in any browser"},
                       {"tfrec report shards -o report.html --source images --findings drop.csv",
                        "Also compare with the source images, and list images to leave out"}},
          .setup = setup_report};
}

}  // namespace tfrec::cli
