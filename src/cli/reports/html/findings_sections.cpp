// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "cli/reports/html/parts.hpp"
#include "cli/reports/html/words.hpp"

namespace tfrec::cli {

namespace {

// As many as the searches return.
constexpr std::size_t k_most_rules_listed = 12;
constexpr std::size_t k_most_drifts_listed = 20;

Html repeat_group(const PageFacts& facts, const RepeatGroup& group) {
  std::string words = counted(group.count, "image", "images") +
                      (group.is_equal ? ", byte for byte equal" : ", which look alike");
  if (group.is_across_splits) words += ", in several splits";
  if (group.has_several_labels) words += ", with different classes";
  Html images;
  for (const std::size_t one : group.images) {
    const std::string split = facts.report.shards[facts.report.shown[one].shard].split;
    images.add(figure(facts, one, facts.report.splits.empty() ? std::string() : split_text(split)));
  }
  Html whole;
  whole.add("<div class=\"{}\"><h3>{}</h3><div class=\"figures\">{}</div></div>\n",
            group.is_across_splits || group.has_several_labels ? "pair bad" : "pair", words, images);
  return whole;
}

std::string example_of(const PageFacts& facts, std::size_t shown) {
  const ShownImage& image = facts.report.shown[shown];
  return "tfrec inspect " + shell_path(facts.report.shards[image.shard].path) + " --record " +
         std::to_string(image.record) + " --save image.jpg";
}

void add_build(const std::string& options, Html& content) {
  content.add(command("tfrec build IMAGES --labels labels.csv " + options + " -o OUT"));
}

void add_advice(Oddity oddity, const OddLimits& limits, Html& content) {
  std::string options;
  if (oddity == Oddity::aspect && limits.max_aspect > 0) {
    options +=
        " " + shell_option("--max-aspect", decimal_text(std::ceil(100 * limits.max_aspect - 1e-6) / 100, 2));
  }
  if (oddity == Oddity::size && limits.min_side > 0)
    options += " --min-size " + std::to_string(limits.min_side);
  if (oddity == Oddity::size && limits.max_side > 0)
    options += " --max-size " + std::to_string(limits.max_side);
  if (options.empty()) return;
  content.add("<p>Build leaves such images out:</p>\n");
  add_build(options.substr(1), content);
}

bool is_of_source(Property property) {
  return property >= Property::source_format;
}

bool has_rule(const PageFacts& facts, bool (*fits)(Property)) {
  return std::ranges::any_of(facts.report.giveaways,
                             [&](const Giveaway& rule) { return fits(rule.property); });
}

/// How to take the giveaways out of the set, by the properties that give a class away.
void add_giveaway_advice(const PageFacts& facts, Html& content) {
  if (has_rule(facts, [](Property one) { return one == Property::place; })) {
    content.add("<p>Classes that are sorted in the set are mixed by this:</p>\n");
    content.add(command("tfrec reshard " + shell_paths(facts) + " --shuffle -o mixed"));
  }
  if (has_rule(facts, [](Property one) {
        return one != Property::place && !is_of_source(one) && !is_of_content(one);
      })) {
    content.add(
        "<p>One size and one encoding for all images remove what sizes, formats and quality give "
        "away:</p>\n");
    add_build("--size 224 --quality 90", content);
  }
  if (has_rule(facts, is_of_content)) {
    content.add(
        "<p>What bytes, brightness, contrast, sharpness or saturation give away is in the images. No option "
        "removes it: only other images of these classes help.</p>\n");
  }
  if (has_rule(facts, is_of_source)) {
    content.add(
        "<p>What the sources give away leaves traces in the images. Only images of all classes from the same "
        "kinds of sources help.</p>\n");
  }
}

Html drift_row(const PageFacts& facts, const Drift& drift) {
  Html row;
  row.add(R"(<tr><th scope="row" class="long">{}</th><td class="long">{}</td>{}{}{}</tr>)",
          drift.is_split ? split_text(drift.group) : "shard " + drift.group,
          drift_property(facts.report, drift), number_cell(drift_value(drift, drift.here), drift.here),
          number_cell(drift_value(drift, drift.elsewhere), drift.elsewhere),
          number_cell(drift_size(drift), std::abs(drift.effect)));
  return row;
}

/// Which repeats were not looked for.
Html not_compared_note(const RepeatFacts& repeats) {
  Html note;
  if (repeats.not_compared > 0) {
    note.add("<p class=\"soft\">Not compared, as there are too many: {} that may look alike.</p>\n",
             counted(repeats.not_compared, "image", "images"));
  }
  return note;
}

/// Whether the images are left out by their rows alone.
bool needs_rows(const OddGroup& odd) {
  return !odd.is_usual && odd.oddity != Oddity::aspect && odd.oddity != Oddity::size;
}

}  // namespace

Html repeats_section(const PageFacts& facts) {
  const RepeatFacts& repeats = facts.report.repeats;
  Html content;
  if (repeats.groups == 0) {
    content.add(not_compared_note(repeats));
    return section("repeats", "Repeats", content);
  }
  content.add("<p>{}. {}</p>\n", repeat_words(repeats),
              repeats.across > 0 ? "An image in several splits makes an evaluation look better than it is."
                                 : "A training sees such an image more often than others.");
  Html groups;
  for (const RepeatGroup& group : repeats.shown) groups.add(repeat_group(facts, group));
  content.add("<div class=\"pairs\">{}</div>\n", groups);
  if (repeats.groups > repeats.shown.size()) {
    content.add("<p class=\"soft\">and {} more</p>\n",
                counted(repeats.groups - repeats.shown.size(), "group", "groups"));
  }
  if (repeats.across > 0) {
    content.add("<p>This keeps images that are equal or look alike in one split:</p>\n");
    add_build("--split train=0.8,val=0.2 --dedupe group", content);
  }
  content.add(findings_advice(facts));
  if (repeats.across == 0) {
    content.add("<p>With <code>--dedupe</code>, build refuses a set that still has repeats:</p>\n");
    add_build("--dedupe error", content);
  }
  content.add(not_compared_note(repeats));
  return section("repeats", "Repeats", content);
}

Html odd_section(const PageFacts& facts) {
  Html content;
  for (const OddGroup& odd : facts.report.odd) {
    content.add("<h3>{} <span class=\"soft\">{}</span></h3>\n", std::string(oddity_heading(odd.oddity)),
                counted(odd.count, "image", "images") +
                    (odd.is_usual ? ": so many that it is a trait of the set" : ""));
    content.add("<p class=\"soft\">{}</p>\n", oddity_rule(odd.oddity));
    content.add(figures(facts, odd.images));
    if (!odd.is_usual) add_advice(odd.oddity, facts.report.odd_limits, content);
  }
  if (facts.is_plan) return section("odd", "Odd images", content);
  if (std::ranges::any_of(facts.report.odd, needs_rows)) content.add(findings_advice(facts));
  if (!content.empty()) {
    content.add("<p>This saves the first image as it is stored:</p>\n");
    content.add(command(example_of(facts, facts.report.odd.front().images.front())));
  }
  return section("odd", "Odd images", content);
}

Html giveaways_section(const PageFacts& facts) {
  Html content;
  if (facts.report.giveaways.empty()) return content;
  content.add(
      "<p>A property of the files predicts a class, so a model may learn that and not what the images "
      "show. Accuracy is balanced (50 % is chance), and measured on images that the rule was not made "
      "from. At most {} rules are listed.</p>\n",
      k_most_rules_listed);
  Html rows;
  for (const Giveaway& rule : facts.report.giveaways) {
    rows.add(R"(<tr><td class="long">{}</td>{}<td class="long">{}</td></tr>)",
             giveaway_rule(facts.report, rule), percent_cell(rule.accuracy, 1),
             giveaway_hits(facts.report, rule));
  }
  Html head;
  head.add(
      "<th scope=\"col\">rule</th><th scope=\"col\" class=\"n\">accuracy</th><th scope=\"col\">holds "
      "for</th>");
  content.add(table("Rules", head, rows));
  add_giveaway_advice(facts, content);
  return section("giveaways", "Giveaways", content);
}

Html drift_section(const PageFacts& facts) {
  Html content;
  if (facts.report.drift.empty()) return content;
  content.add(
      "<p>These splits and shards differ from all others by more than chance. At most {} are listed.</p>\n",
      k_most_drifts_listed);
  Html rows;
  for (const Drift& drift : facts.report.drift) rows.add(drift_row(facts, drift));
  Html head;
  head.add(
      "<th scope=\"col\">split or shard</th><th scope=\"col\">differs in</th><th scope=\"col\" "
      "class=\"n\">here</th>"
      "<th scope=\"col\" class=\"n\">elsewhere</th><th scope=\"col\" class=\"n\">by</th>");
  content.add(table("Drift", head, rows));
  if (std::ranges::any_of(facts.report.drift, &Drift::is_split)) {
    content.add("<p>Splits that are dealt at random, with the classes spread evenly, do not differ:</p>\n");
    add_build("--split train=0.8,val=0.2 --stratify label", content);
  }
  if (!std::ranges::all_of(facts.report.drift, &Drift::is_split)) {
    content.add("<p>This deals the records to shards at random:</p>\n");
    content.add(command("tfrec reshard " + shell_paths(facts) + " --shuffle -o mixed"));
  }
  return section("drift", "Drift", content);
}

}  // namespace tfrec::cli
