// SPDX-License-Identifier: Apache-2.0
#include "sets/input/check_boxes.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "base/text/joined.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/table/csv_cell.hpp"
#include "dataset/table/missing_cell.hpp"
#include "example/feature_spec.hpp"
#include "sets/input/find_boxes.hpp"
#include "sets/options/option_words.hpp"

namespace tfrec {

namespace {

void report_counts(const BoxAudit& audit, Observer& observer) {
  if (audit.rounded > 0) {
    observer.note(counted(audit.rounded, "box is", "boxes are") +
                  " up to one pixel outside the image (rounding) and " + (audit.rounded == 1 ? "is" : "are") +
                  " clipped");
  }
  if (audit.turned > 0) {
    observer.note("boxes of " + counted(audit.turned, "image", "images") +
                  " are rotated with the image: the stated size is the size before EXIF orientation");
    // Others are taken for upright; only beside boxes that are not does this look doubtful.
    if (audit.undecided > 0) {
      observer.warning("boxes of " + counted(audit.undecided, "image", "images") +
                       " with an EXIF orientation are not rotated: the stated size is that before and after "
                       "it; check them");
    }
  }
  const std::uint64_t most_cut = std::ranges::max(audit.left_out_by_crop);
  if (most_cut > 0) {
    observer.warning(
        counted(most_cut, "box is", "boxes are") +
        " dropped: the crop leaves nothing, or less than --min-visible, of " +
        (most_cut == 1 ? "it, or makes it equal to another" : "them, or makes them equal to others"));
  }
  constexpr std::uint32_t k_usual_limit = 100;
  const std::uint32_t most = audit.boxes.empty() ? 0 : std::ranges::max(audit.boxes);
  if (most <= k_usual_limit) return;
  const auto images = std::ranges::count_if(audit.boxes, [](std::uint32_t n) { return n > k_usual_limit; });
  observer.warning(counted(static_cast<std::uint64_t>(images), "image has", "images have") +
                   " more than 100 boxes (at most " + format_count(most) +
                   "); many readers drop boxes beyond 100 (max_number_of_boxes)");
}

/// The columns that keep a row from being empty, of the first faulty row that has neither a box nor a class.
/// None if they differ within an image.
std::vector<std::string> columns_without_box(const BuildInput& input) {
  const Table& table = *input.table;
  std::vector<std::size_t> of_box = input.box_rules->from.columns;
  if (!input.box_rules->class_column) return {};
  of_box.push_back(*input.box_rules->class_column);
  for (const BadBox& box : input.boxes->bad) {
    if (box.fault != BoxFault::not_a_number) continue;
    const std::vector<std::string> cells = table.cells(box.row);
    if (!std::ranges::all_of(of_box, [&](std::size_t column) { return is_missing(cells[column]); })) continue;
    const std::vector<bool> constant = constant_columns(*input.samples, input.image_column);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (input.row_lists->per_image[i] || is_missing(cells[i])) continue;
      if (!constant[i]) return {};
      names.push_back(quoted_column(table.columns()[i]));
    }
    return names;
  }
  return {};
}

/// Images that were resized after they were annotated have other sizes than the table states.
std::string hint_of(const BuildInput& input) {
  const BoxAudit& audit = *input.boxes;
  const auto of_size = std::ranges::count(audit.bad, BoxFault::other_size, &BadBox::fault);
  std::string hint = 2 * static_cast<std::size_t>(of_size) > audit.bad.size()
                         ? "if the images were resized after they were annotated: --box-size scale; else "
                         : "";
  if (std::ranges::find(audit.bad, BoxFault::unknown_class, &BadBox::fault) != audit.bad.end())
    hint += "if a class is new, add it to the list of --classes; else ";
  hint +=
      "fix the table, or use --bad-boxes clip (clip boxes to the image, drop other faulty boxes) or "
      "--bad-boxes drop (drop all faulty boxes)";
  const std::vector<std::string> columns = columns_without_box(input);
  if (columns.empty()) return hint;
  return hint + "; if rows without a box and a class are images without boxes: " +
         shell_option("--per-image", joined(columns, ","));
}

/// Columns that were found by their names need --boxes to be read in a format that the names contradict.
std::string other_format(const BoxColumns& columns, bool is_by_name) {
  return is_by_name && columns.names.size() > 1 ? boxes_option(columns) + " with another --box-format"
                                                : "--box-format";
}

/// Boxes that mostly do not lie in their image are probably read in a wrong way.
void report_doubt(const BoxAudit& audit, const BoxRules& rules, bool is_by_name, Observer& observer) {
  std::set<RowIndex> elsewhere;
  for (const BadBox& box : audit.bad) {
    if (box.fault == BoxFault::swapped || box.fault == BoxFault::outside) elsewhere.insert(box.row);
  }
  std::uint64_t boxes = static_cast<std::uint64_t>(std::ranges::count(audit.skipped, true));
  for (const std::uint32_t of_image : audit.boxes) boxes += of_image;
  if (!audit.left_out_by_crop.empty()) boxes += audit.left_out_by_crop.front();
  if (elsewhere.empty() || 2 * elsewhere.size() < boxes) return;
  observer.warning(format_count(elsewhere.size()) + " of " + counted(boxes, "box", "boxes") +
                   (elsewhere.size() == 1 ? " does" : " do") +
                   " not lie in their image: check that they are " +
                   word_of(box_format_words(), rules.from.format) + " in " +
                   (rules.units == BoxUnits::fraction ? "fractions" : "pixels") + " (" +
                   other_format(rules.from, is_by_name) + ", --box-units, --box-origin)");
}

std::string action_of(const BadBox& box, BadBoxes policy) {
  if (policy == BadBoxes::error) return "";
  return box.is_kept ? "clipped" : "dropped";
}

/// All of them if they are an error; else bad-boxes.csv has those beyond the first.
void report_bad(const BuildInput& input, BadBoxes rule, Observer& observer) {
  constexpr std::size_t k_most_listed = 10;
  const std::vector<BadBox>& bad = input.boxes->bad;
  const std::size_t listed = rule == BadBoxes::error ? bad.size() : std::min(bad.size(), k_most_listed);
  for (const BadBox& box : std::span(bad).first(listed)) {
    observer.warning(printable(input.table->place(box.row)) + ": '" +
                     printable(input.samples->image_path(box.sample)) + "': " + box.reason +
                     (rule == BadBoxes::error ? "" : "; box " + action_of(box, rule)));
  }
  if (listed == bad.size()) return;
  observer.warning("and " + counted(bad.size() - listed, "more faulty box", "more faulty boxes") +
                   "; the set's " + k_bad_boxes_name + " lists all");
}

}  // namespace

std::vector<BadBoxLine> bad_box_lines(const BuildInput& input) {
  std::vector<BadBoxLine> lines;
  for (const BadBox& box : input.boxes->bad) {
    lines.push_back({input.table->line(box.row).value(), input.samples->image_path(box.sample), box.reason,
                     action_of(box, input.box_rules->bad)});
  }
  std::ranges::stable_sort(lines, {}, &BadBoxLine::row);
  return lines;
}

std::string bad_boxes_csv(const std::vector<BadBoxLine>& lines) {
  std::string csv = k_bad_boxes_header;
  for (const BadBoxLine& line : lines) {
    csv += std::to_string(line.row) + "," + csv_cell(line.image) + "," + csv_cell(printable(line.reason)) +
           "," + line.action + "\r\n";
  }
  return csv;
}

FaultyBoxes::FaultyBoxes(std::string path, std::string message, std::string hint,
                         std::vector<BadBoxLine> found)
    : Error(ErrorKind::bad_data, std::move(path), std::move(message), std::move(hint)),
      boxes(std::move(found)) {}

void check_boxes(BuildInput& input, const BuildOptions& options, Observer& observer) {
  if (!input.box_rules) return;
  input.boxes =
      audit_boxes(*input.samples, *input.row_lists, *input.box_rules, options.image, options.threads);
  const BoxAudit& audit = *input.boxes;
  input.row_lists->skipped = audit.skipped;
  report_bad(input, options.boxes.bad, observer);
  report_counts(audit, observer);
  report_doubt(audit, *input.box_rules, options.boxes.columns.empty(), observer);
  const bool is_any_kept = std::ranges::any_of(audit.boxes, [](std::uint32_t boxes) { return boxes > 0; });
  if (!is_any_kept && !audit.bad.empty() && options.boxes.bad != BadBoxes::error)
    observer.warning("all boxes are dropped");
  if (audit.bad.empty() || options.boxes.bad != BadBoxes::error) return;
  const auto boxes = std::ranges::count(audit.skipped, true);
  throw FaultyBoxes(options.labels.string(),
                    counted(static_cast<std::uint64_t>(boxes), "box is", "boxes are") + " faulty, see above",
                    hint_of(input), bad_box_lines(input));
}

}  // namespace tfrec
