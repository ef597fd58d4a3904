// SPDX-License-Identifier: Apache-2.0
#include "operations/reader/reader.hpp"

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "base/files/atomic_file.hpp"
#include "base/text/printable.hpp"
#include "cli/command.hpp"
#include "cli/flags/choice_option.hpp"
#include "cli/options/option_list.hpp"
#include "cli/reports/reader/reader_code.hpp"
#include "cli/reports/report.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"
#include "sets/making/output_check.hpp"

namespace tfrec::cli {

namespace {

const Words<Framework>& framework_words() {
  static const Words<Framework> k_words{{"tf", Framework::tensorflow},
                                        {"torch", Framework::torch},
                                        {"jax", Framework::jax},
                                        {"dali", Framework::dali}};
  return k_words;
}

struct ReaderSettings {
  ReaderOptions options;
  Framework framework = Framework::tensorflow;
  std::filesystem::path file;  // empty: standard output
};

bool is_reader(const InputFile& file) {
  std::string head(k_reader_mark.size(), '\0');
  head.resize(file.read_at(0, std::span<char>(head)));
  return head == k_reader_mark;
}

void check_file(const ReaderSettings& settings, const Console& console) {
  if (settings.file.empty()) return;
  std::vector<std::filesystem::path> inputs(settings.options.paths.begin(), settings.options.paths.end());
  inputs.emplace_back(console.options().config);
  OutputCheck(inputs).require({settings.file, "--out", "reading code of tfrec reader", is_reader,
                               "--out needs the name of a new file"});
}

void print_code(const ReaderSettings& settings, const ReaderFacts& facts, const std::string& code,
                Console& console) {
  if (!settings.file.empty()) write_output_atomically(settings.file, code);
  if (!console.options().json) return settings.file.empty() ? console.result(code) : void();
  Report report;
  report.add("framework", tfrec::word_of(framework_words(), settings.framework));
  std::uint64_t records = 0;
  for (const ReaderSplit& split : facts.splits) records += split.records;
  report.add("records", records);
  report.add("file", settings.file.string());
  report.add("code", code);
  report.print(console);
}

Run setup_reader(OptionList& list) {
  auto settings = std::make_shared<ReaderSettings>();
  list.arguments("PATH", settings->options.paths, "Shards, folders of shards or quoted globs");
  add_choice(list, "--framework", settings->framework, framework_words(), "What the code reads with")
      .common()
      .require();
  list.value("-o,--out", "FILE.py", settings->file, "Write the code to this file [standard output]").common();
  list.number("--batch", "N", settings->options.batch_size,
              "Records in a batch [32, or fewer of a small set]", 1)
      .common();
  list.parsed(
          "--shape", "HxWxC",
          [settings](const std::string& text) {
            settings->options.shape = parse_shape(text);
            if (!settings->options.shape) {
              refuse_value("--shape '" + printable_excerpt(text, 40) + "'",
                           "write 28x28x1 (height, width, 1 or 3 channels)");
            }
          },
          "Height, width and channels of raw pixels")
      .common();
  return [settings](Console& console) {
    settings->options.threads = threads_of(console);
    check_file(*settings, console);
    ProgressView view(console);
    const ReaderFacts facts = reader_facts(settings->options, view);
    print_code(*settings, facts, reader_code(settings->framework, facts), console);
    for (const std::string& note : facts.notes) console.note(note);
    return ExitCode::good;
  };
}

}  // namespace

Command reader_command() {
  return {.name = "reader",
          .topic = Topic::take,
          .summary = "Print Python code that reads shards: TensorFlow, PyTorch, JAX, DALI",
          .examples = {{"tfrec reader shards --framework tf", "A tf.data pipeline for just these shards"},
                       {"tfrec reader shards --framework torch -o reader.py",
                        "The same for PyTorch, in a file that training code imports"}},
          .setup = setup_reader};
}

}  // namespace tfrec::cli
