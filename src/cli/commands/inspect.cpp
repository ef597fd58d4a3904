// SPDX-License-Identifier: Apache-2.0
#include "operations/inspect/inspect.hpp"

#include <memory>

#include <CLI/CLI.hpp>

#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "cli/command.hpp"
#include "cli/commands/inspect_report.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"

namespace tfrec::cli {

namespace {

/// Takes whole numbers from `least` on; CLI11 alone lets numbers too large for their type wrap.
CLI::Validator whole_number(std::int64_t least) {
  return CLI::Validator(
      [least](std::string& text) {
        const WholeNumber number = parse_whole(text);
        if (number.problem == NumberProblem::none && number.value >= least) return std::string();
        return "'" + printable(text) + "' is no whole number from " + std::to_string(least) + " on";
      },
      "");
}

}  // namespace

Run setup_inspect(CLI::App& app) {
  auto options = std::make_shared<InspectOptions>();
  app.add_option("PATH", options->paths, "Shards, folders of shards or quoted globs")->required();
  auto* records = app.add_option("--records", options->records, "Look at the first N records alone [all]")
                      ->type_name("N")
                      ->check(whole_number(1));
  auto* samples = app.add_option("--samples", options->samples, "Show the first N records [1]")
                      ->type_name("N")
                      ->check(whole_number(0));
  app.add_option("--record", options->record, "Show record I of one shard, counted from 0, and nothing else")
      ->type_name("I")
      ->check(whole_number(0))
      ->excludes(records)
      ->excludes(samples);
  return [options](Console& console) {
    options->threads = threads_of(console);
    ProgressView view(console);
    const InspectResult result = inspect(*options, view);
    console.result(console.options().json ? inspect_json(result)
                                          : inspect_text(result, options->record.has_value()));
    for (const std::string& damage : result.damage) console.failure(damage);
    for (const std::string& note : result.notes) console.note(note);
    if (result.unreadable) return ExitCode::machine;
    return result.damage.empty() ? ExitCode::good : ExitCode::bad_data;
  };
}

}  // namespace tfrec::cli
