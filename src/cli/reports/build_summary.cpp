// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/build_summary.hpp"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <variant>

#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/python_text.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "base/text/utf8.hpp"
#include "cli/reports/epoch_lines.hpp"
#include "cli/reports/split_order.hpp"
#include "cli/terminal/text_table.hpp"
#include "example/feature_spec.hpp"
#include "sets/input/bad_images.hpp"
#include "sets/options/earlier_set.hpp"
#include "sets/plan/absent_classes.hpp"

namespace tfrec::cli {

namespace {

constexpr std::size_t k_shown_classes = 12;
constexpr std::string_view k_oddity = "oddity: ";  // begins a fact of the manifest

constexpr std::size_t k_name_width = 9;  // of the first column, with the blank behind it

std::string padded(std::string name, std::size_t width) {
  name.resize(std::max(name.size(), width), ' ');
  return name;
}

std::string name_line(const Manifest& set) {
  const std::string first = printable(set.shards.front().path);
  const std::string last = printable(set.shards.back().path);
  return "names    " + first + (set.shards.size() > 1 ? " … " + last : "") + "\n";
}

/// "192x192 train", "train", or `otherwise` where a set has neither sizes nor splits.
std::string name_of(const SetTotals& totals, const std::string& otherwise) {
  std::string name = totals.size;
  if (!totals.split.empty()) name += (name.empty() ? "" : " ") + printable(totals.split);
  return name.empty() ? otherwise : name;
}

/// Wide enough for the names of all lines.
std::size_t name_width(const Manifest& set) {
  std::size_t width = k_name_width;
  for (const SetTotals& totals : set.totals) width = std::max(width, name_of(totals, "").size() + 1);
  return width;
}

std::string shard_lines(const Manifest& set) {
  std::string text;
  const std::size_t width = name_width(set);
  for (const SetTotals& totals : set.totals) {
    text += padded(name_of(totals, "shards"), width);
    text += counted(totals.shards, "shard", "shards") + ", " + counted(totals.records, "record", "records") +
            ", " + format_bytes(totals.bytes);
    if (totals.shards > 1) text += " (" + format_bytes(totals.bytes / totals.shards) + " each)";
    text += "\n";
  }
  return text + name_line(set);
}

/// Whether no option spreads the classes yet, and groups don't decide. finish knows options from `set` alone.
bool may_stratify(const Manifest& set) {
  return set.option("stratify") == nullptr && set.option("group") == nullptr;
}

/// "2 records dropped", "1 record stored more than once", or both.
std::string equal_text(const Manifest& set) {
  std::uint64_t dropped = 0;
  std::uint64_t repeated = 0;
  for (const LeftOutRow& row : set.left_out) {
    if (row.is_by_equal) ++(row.action.starts_with("dropped") ? dropped : repeated);
  }
  std::string text = dropped == 0 ? "" : counted(dropped, "record", "records") + " dropped";
  if (repeated > 0)
    text += (text.empty() ? "" : ", ") + counted(repeated, "record", "records") + " stored more than once";
  return text;
}

std::string split_lines(const Manifest& set, bool is_by_chance) {
  if (set.deviation.empty()) return {};
  const ClassColumn* by_chance = is_by_chance ? column_to_stratify(set) : nullptr;
  const std::string by_equal = equal_text(set);
  return "splits   " + set.deviation + (by_equal.empty() ? "" : ", before --equal (" + by_equal + ")") +
         (set.bad.empty()
              ? ""
              : ", before " + counted(set.bad.size(), "bad image was", "bad images were") + " left out") +
         (by_chance == nullptr ? ""
                               : "; classes by chance: " + shell_option("--stratify", by_chance->column)) +
         "\n";
}

std::string statistics_lines(const Manifest& set) {
  std::string text;
  const std::size_t width = name_width(set);
  for (const SetTotals& totals : set.totals) {
    if (!totals.statistics) continue;
    const auto& [pixels, mean, deviation] = *totals.statistics;
    char buffer[128];
    std::snprintf(buffer, sizeof buffer, "mean %.4f %.4f %.4f, std %.4f %.4f %.4f", mean[0], mean[1], mean[2],
                  deviation[0], deviation[1], deviation[2]);
    const bool is_alone = totals.size.empty() && totals.split.empty();
    text += "stats    " + (is_alone ? "" : padded(name_of(totals, ""), width)) + buffer + "\n";
  }
  return text;
}

std::string filtered_line(const Manifest& set) {
  if (set.filtered == 0) return {};
  return "filtered " + counted(set.filtered, "image", "images") + " left out by size or aspect\n";
}

std::string left_out_lines(const Manifest& set, const char* listed) {
  const auto others =
      static_cast<std::uint64_t>(std::ranges::count(set.left_out, false, &LeftOutRow::is_by_equal));
  const std::string ending = std::string(listed) + k_left_out_name + "\n";
  std::string text = others == 0 ? "" : "left out " + counted(others, "row", "rows") + ending;
  const std::string by_equal = equal_text(set);
  return by_equal.empty() ? text : text + "equal    " + by_equal + ending;
}

std::string box_lines(const Manifest& set, const char* listed) {
  if (!set.boxes) return {};
  const BoxTotals& boxes = *set.boxes;
  const std::string size = set.totals.empty() ? "" : set.totals.front().size;
  std::string text = "boxes    " + format_count(boxes.boxes) + (size.empty() ? "" : " at " + size) +
                     "; per image: median " + format_count(boxes.median) + ", at most " +
                     format_count(boxes.most) + "; " + counted(boxes.images_without, "image", "images") +
                     " without boxes\n";
  if (set.bad_boxes.empty()) return text;
  return text + "faulty   " + counted(boxes.clipped, "box", "boxes") + " clipped, " +
         format_count(boxes.dropped) + " dropped" + listed + k_bad_boxes_name + "\n";
}

/// The ids with the most pixels first.
std::string mask_line(const Manifest& set) {
  constexpr std::size_t k_shown_ids = 8;
  if (set.mask_pixels.empty()) return {};
  std::uint64_t all = 0;
  std::vector<std::pair<std::uint64_t, std::uint16_t>> most;
  for (const auto& [id, pixels] : set.mask_pixels) {
    all += pixels;
    most.emplace_back(pixels, id);
  }
  std::ranges::stable_sort(most, std::greater(), [](const auto& one) { return one.first; });
  std::string text = "masks    " + counted(most.size(), "id", "ids") + ":";
  for (std::size_t i = 0; i < std::min(k_shown_ids, most.size()); ++i) {
    char share[32];
    std::snprintf(share, sizeof share, " %.2f %%",
                  100.0 * static_cast<double>(most[i].first) / static_cast<double>(all));
    text += (i == 0 ? " " : ", ") + std::to_string(most[i].second) + share;
  }
  return text + (most.size() > k_shown_ids ? ", …\n" : "\n");
}

std::string image_line(const Manifest& set) {
  const bool is_all_rgb =
      text_option(set, "color") == "rgb" &&
      std::ranges::none_of(set.images, [](const auto& one) { return one.first == "copied"; });
  std::string text;
  for (const auto& [fact, count] : set.images) {
    const bool is_oddity = fact.starts_with(k_oddity);
    const std::string name = is_oddity ? fact.substr(k_oddity.size()) + ":" : fact;
    text += (text.empty() ? "" : ", ") + name + " " + format_count(count);
    if (fact == "gray" && is_all_rgb) text += " (stored as RGB)";
    if (fact == "stretched") text += " (see --fit)";
  }
  return text.empty() ? text : "images " + text + "\n";
}

/// Nothing for one value, "[5]" for five, "[0-3]" where records differ.
std::string length_text(const ManifestFeature& feature) {
  if (feature.min_length == 1 && feature.max_length == 1) return {};
  const std::string most = std::to_string(feature.max_length);
  return "[" + (feature.min_length == feature.max_length ? "" : std::to_string(feature.min_length) + "-") +
         most + "]";
}

/// "(int64:a,b)"; nothing if it is not known.
std::string origin_text(const ManifestFeature& feature) {
  if (!feature.origin) return {};
  std::string text = feature.origin->kind;
  char mark = ':';
  for (const std::string& column : feature.origin->columns) {
    text += mark + quoted_column(column);
    mark = ',';
  }
  return "(" + printable(text) + ")";
}

std::string feature_lines(const Manifest& set) {
  constexpr std::size_t k_most_shown = 100;  // characters of a name
  if (set.features.empty()) return {};
  TextTable table({TextTable::Align::left, TextTable::Align::left, TextTable::Align::left});
  for (const ManifestFeature& feature : set.features) {
    table.add({printable_excerpt(feature.name, k_most_shown), feature.kind + length_text(feature),
               origin_text(feature)});
  }
  return "features" + table.text(std::string(k_name_width, ' ')).substr(k_name_width - 1);
}

/// "daisy 633", and of some splits "daisy 633 (train 506, val 127)"; "daisy" alone if it is not counted.
std::string count_text(const ClassCount& known, bool is_counted, const std::vector<std::string>& splits) {
  constexpr std::size_t k_most_shown_splits = 10;
  const bool is_plain = known.name.find_first_of(",()'") == std::string::npos;
  std::string text = is_plain ? printable(known.name) : in_quotes(known.name);
  if (!is_counted) return text;
  text += " " + format_count(known.records);
  if (known.by_split.empty() || known.by_split.size() > k_most_shown_splits ||
      known.by_split.size() != splits.size())
    return text;
  for (std::size_t i = 0; i < known.by_split.size(); ++i)
    text += (i == 0 ? " (" : ", ") + printable(splits.at(i)) + " " + format_count(known.by_split[i]);
  return text + ")";
}

std::string counts_text(const ClassColumn& column, const std::vector<std::string>& splits) {
  const std::vector<ClassCount>& classes = column.classes;
  std::string text;
  for (std::size_t i = 0; i < std::min(k_shown_classes, classes.size()); ++i)
    text += (i == 0 ? "" : ", ") + count_text(classes[i], column.is_counted, splits);
  return text + (classes.size() > k_shown_classes ? ", …\n" : "\n");
}

/// Whether the counts of a class column are those of boxes: it has a value in each box's row.
bool counts_boxes(const Manifest& set, const ClassColumn& column) {
  if (!set.boxes || !column.is_counted) return false;
  const OptionValue* option = set.option("per-image");
  const auto* once = option == nullptr ? nullptr : std::get_if<std::vector<std::string>>(option);
  return once == nullptr || std::ranges::find(*once, column.column) == once->end();
}

std::string class_lines(const Manifest& set) {
  std::string text;
  for (const ClassColumn& column : set.classes) {
    const std::vector<std::int64_t>& ids = column.ids;
    text +=
        "classes  " + std::to_string(column.classes.size()) + " of '" + printable(column.column) + "'" +
        (ids.empty() ? "" : ", ids " + std::to_string(ids.front()) + " to " + std::to_string(ids.back())) +
        " (" + printable(column.file) + (ids.empty() ? "" : ": id,name") +
        (counts_boxes(set, column) ? "), boxes of each: " : "): ") + counts_text(column, set.splits);
  }
  for (const ClassColumn& column : set.strata) {
    text += "strata   " + std::to_string(column.classes.size()) + " of '" + printable(column.column) +
            "': " + counts_text(column, set.splits);
  }
  return text;
}

/// gfile.glob() fails where a name is not UTF-8.
std::string matching_call(const std::filesystem::path& folder, const std::string& extension) {
  const std::string pattern = glob_escaped((folder / "").generic_string()) + "*" + extension;
  return (is_utf8(pattern) ? "tf.io.gfile.glob(" : "tf.io.matching_files(") + python_literal(pattern) + ")";
}

/// "  # likewise val, test": the line reads the first split, and is Python.
std::string other_splits(const Manifest& set) {
  std::string text;
  for (const std::string& split : set.splits) {
    if (split != set.shards.front().split) text += (text.empty() ? "  # likewise " : ", ") + printable(split);
  }
  return text;
}

}  // namespace

std::string speed_line(const MainPass& pass, const PhaseTimes& times) {
  if (times.total <= 0 || pass.images_read == 0) return {};
  const double images = static_cast<double>(pass.images_read) / times.total;
  const double bytes = static_cast<double>(pass.bytes_read) / times.total;
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.0f images/s", images);
  return "time     " + format_duration(times.total) + ", " + buffer + ", " +
         format_bytes(static_cast<std::uint64_t>(bytes)) + "/s read\n";
}

std::string reading_line(const Manifest& set, const std::filesystem::path& out, Compression compression) {
  if (set.shards.empty()) return {};
  if (set.name_style == NameStyle::tfds) {
    const std::string folder = out.generic_string();
    return is_utf8(folder) ? "read     tfds.builder_from_directory(" + python_literal(folder) + ")\n" : "";
  }
  const std::filesystem::path folder = (out / set.shards.front().path).parent_path();
  return "read     tf.data.TFRecordDataset(" + matching_call(folder, set.extension) +
         (compression == Compression::none ? "" : ", \"GZIP\"") + ")" + other_splits(set) + "\n";
}

std::string set_summary(const Manifest& set, bool is_by_chance) {
  return shard_lines(set) + split_lines(set, is_by_chance) + class_lines(set) + feature_lines(set) +
         image_line(set);
}

std::string build_summary(const BuildOptions& options, const BuildResult& result, const PhaseTimes& times) {
  const Manifest set = in_reading_order(result.set);
  std::string text =
      "set      " + printable(options.out.string()) + "\n" + set_summary(set, may_stratify(set));
  text += box_lines(set, ", listed in ") + mask_line(set) + filtered_line(set) +
          left_out_lines(set, ", listed in ") + statistics_lines(set) + epoch_lines(set, options);
  if (!set.bad.empty()) {
    text += "bad      " + counted(set.bad.size(), "image", "images") + " left out, listed in " +
            k_bad_images_name + "\n";
  }
  if (result.kept_shards > 0) {
    text += "kept     " + counted(result.kept_shards, "finished shard", "finished shards") +
            " of an earlier run\n";
  }
  return text + reading_line(set, options.out, options.compression) + speed_line(result.pass, times);
}

std::string plan_summary(const BuildOptions& options, const Manifest& planned) {
  const Manifest set = in_reading_order(planned);
  std::string text;
  const std::size_t width = name_width(set);
  for (const SetTotals& totals : set.totals) {
    text += padded(name_of(totals, "plan"), width);
    text += counted(totals.records, "record", "records") + " in " +
            counted(totals.shards, "shard", "shards") + ", about " + format_bytes(totals.predicted_bytes);
    if (totals.shards > 1) text += " (" + format_bytes(totals.predicted_bytes / totals.shards) + " each)";
    text += "; set by " + totals.shard_rule + "\n";
  }
  return text + name_line(set) + split_lines(set, may_stratify(set)) + class_lines(set) + feature_lines(set) +
         box_lines(set, "; build will list them in ") + filtered_line(set) +
         left_out_lines(set, "; build will list them in ") + epoch_lines(set, options);
}

}  // namespace tfrec::cli
