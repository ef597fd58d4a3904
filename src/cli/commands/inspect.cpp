// SPDX-License-Identifier: Apache-2.0
#include "operations/inspect/inspect.hpp"

#include <memory>

#include "cli/command.hpp"
#include "cli/options/option_list.hpp"
#include "cli/reports/inspect_report.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"

namespace tfrec::cli {

namespace {

Run setup_inspect(OptionList& list) {
  auto options = std::make_shared<InspectOptions>();
  list.arguments("PATH", options->paths, "Shards, folders of shards or quoted globs");
  const Option& records =
      list.number("--records", "N", options->records, "Read only the first N records [all]", 1).common();
  const Option& samples =
      list.number("--samples", "N", options->samples, "Show the first N records [1]", 0).common();
  list.number("--record", "I", options->record, "Show only record I of one shard, counted from 0", 0)
      .common()
      .exclude(records)
      .exclude(samples);
  return [options](Console& console) {
    options->threads = threads_of(console);
    ProgressView view(console);
    const InspectResult result = inspect(*options, view);
    console.report(
        console.options().json ? inspect_json(result) : inspect_text(result, options->record.has_value()),
        result.damage.empty());
    for (const std::string& damage : result.damage) console.failure(damage);
    for (const std::string& note : result.notes) console.note(note);
    if (result.unreadable) return ExitCode::machine;
    return result.damage.empty() ? ExitCode::good : ExitCode::bad_data;
  };
}

}  // namespace

Command inspect_command() {
  return {.name = "inspect",
          .topic = Topic::look,
          .summary = "Show what shards contain: schema, images, sample records",
          .examples = {{"tfrec inspect shards", "Features, images, labels, and the first record"},
                       {"tfrec inspect shards/flowers00-230.tfrec --record 17", "One record of one shard"}},
          .setup = setup_inspect};
}

}  // namespace tfrec::cli
