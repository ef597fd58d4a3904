// SPDX-License-Identifier: Apache-2.0
#include "operations/inspect/inspect.hpp"

#include <algorithm>
#include <memory>

#include "base/text/printable.hpp"
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
  const Option& record =
      list.number("--record", "I", options->record, "Show only record I of one shard, counted from 0", 0)
          .common()
          .exclude(records)
          .exclude(samples);
  const Option& save =
      list.value("--save", "FILE|DIR", options->save, "With --record: write the record's image to a new file")
          .common()
          .need(record);
  list.value("--image-feature", "NAME", options->image_feature,
             "With --save: which image, if the record has several")
      .need(save);
  return [options](Console& console) {
    options->threads = threads_of(console);
    ProgressView view(console);
    const InspectResult result = inspect(*options, view);
    inspect_report(result, options->record.has_value()).print(console, result.damage.empty());
    if (result.saved && !result.saved->has_right_extension()) {
      console.warning(printable(result.saved->path.string()) + ": is " +
                      std::string(info(result.saved->format).phrase) + ", but its name does not end in " +
                      std::string(info(result.saved->format).extensions.front()));
    }
    for (const std::string& damage : result.damage) console.failure(damage);
    const auto is_damaged = [](const InspectedFile& file) { return file.damaged > 0; };
    if (!result.damage.empty() && std::ranges::any_of(result.files, is_damaged))
      console.hint(options->record ? "`tfrec repair` recovers the intact records" : k_damaged_set_hint);
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
                       {"tfrec inspect shards/flowers00-230.tfrec --record 17 --save rose.jpg",
                        "One record of one shard, and its image"}},
          .setup = setup_inspect};
}

}  // namespace tfrec::cli
