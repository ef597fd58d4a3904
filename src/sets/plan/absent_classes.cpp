// SPDX-License-Identifier: Apache-2.0
#include "sets/plan/absent_classes.hpp"

#include <algorithm>
#include <set>

#include "base/text/ascii.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/joined.hpp"
#include "base/text/nearest.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/splits/split_report.hpp"
#include "dataset/splits/splits.hpp"
#include "sets/options/earlier_set.hpp"
#include "shards/publish/existing_set.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_shown = 5;

using Classes = std::vector<const ClassCount*>;

std::uint64_t count_records(const Manifest& set) {
  std::uint64_t records = 0;
  for (const SetTotals& totals : set.totals)
    records += totals.size == set.totals.front().size ? totals.records : 0;
  return records;
}

bool can_be_spread(const Manifest& set, const ClassColumn& column) {
  return column.classes.size() > 1 && !spreads_little(column.classes.size(), count_records(set));
}

/// "'hen', 'crane', …"
std::string names_of(const Classes& classes) {
  Classes shown = classes;
  shown.resize(std::min(k_shown, shown.size()));
  return joined(shown, ", ", [](const ClassCount* known) { return in_quotes(known->name); }) +
         (classes.size() > k_shown ? ", …" : "");
}

/// Whether a column has the classes that a model learns, as far as options and names show. Layout auto makes
/// class ids of other texts, too, such as who took a photo.
bool is_label(const Manifest& set, const std::string& column, const BuildOptions& options) {
  const auto names = [&](const std::vector<std::string>& columns) {
    return std::ranges::find(columns, column) != columns.end();
  };
  return set.classes.size() == 1 || column == "class" || column == "label" || names(options.label_columns) ||
         names(options.splits.stratify);
}

/// Reports one class column.
class ColumnReport {
 public:
  ColumnReport(const Manifest& set, const ClassColumn& column, const BuildOptions& options,
               Observer& observer)
      : m_set(set),
        m_column(column),
        m_options(options.splits),
        m_observer(observer),
        m_is_label(is_label(set, column.column, options)) {
    const bool is_one = set.classes.size() == 1;
    if (!is_one) m_begin = "column " + in_quotes(column.column) + ": ";
    const bool may_stratify = m_options.deals() && m_options.stratify.empty() && can_be_spread(set, column);
    if (may_stratify) m_advice = "; to spread classes: " + shell_option("--stratify", column.column);
  }

  void report() {
    if (m_options.folds) {
      warn_of_one_fold();
    } else {
      const auto train = std::ranges::find(m_set.splits, 0, split_rank);
      if (train != m_set.splits.end())
        warn_of_untrained(static_cast<std::size_t>(train - m_set.splits.begin()));
    }
    if (m_options.deals() && m_options.stratify.empty()) note_absent();
    if (m_options.deals() && is_stratified()) warn_of_absent();
  }

  /// Who stratifies expects a class in each split that it has records for.
  void warn_of_absent() {
    const std::string absent = take_absent();
    if (!absent.empty())
      m_observer.warning(absent + ", despite " + shell_option("--stratify", m_column.column));
  }

 private:
  /// The classes that are not reported yet and that `is_meant`; they are reported now.
  template <class Predicate>
  Classes take(const Predicate& is_meant) {
    Classes taken;
    for (const ClassCount& known : m_column.classes) {
      if (known.by_split.size() != m_set.splits.size() || !is_meant(known)) continue;
      if (m_reported.insert(&known).second) taken.push_back(&known);
    }
    return taken;
  }

  /// Nothing spreads classes of one record.
  std::string advice_for(const Classes& classes) const {
    const bool helps =
        std::ranges::any_of(classes, [](const ClassCount* known) { return known->records > 1; });
    return helps ? m_advice : "";
  }

  void warn(const std::string& text) {
    m_is_label ? m_observer.warning(m_begin + text) : m_observer.note(m_begin + text);
  }

  void warn_of_untrained(std::size_t train) {
    for (std::size_t split = 0; split < m_set.splits.size(); ++split) {
      if (split_rank(m_set.splits[split]) == 0) continue;
      const Classes found =
          take([&](const ClassCount& known) { return known.by_split[split] > 0 && !is_trained(known); });
      if (found.empty()) continue;
      warn(counted(found.size(), "class", "classes") + " of " + in_quotes(m_set.splits[split]) +
           (found.size() == 1 ? " has" : " have") + " no record in " + in_quotes(m_set.splits[train]) + ": " +
           names_of(found) + advice_for(found));
    }
  }

  bool is_trained(const ClassCount& known) const {
    for (std::size_t split = 0; split < m_set.splits.size(); ++split) {
      if (split_rank(m_set.splits[split]) == 0 && known.by_split[split] > 0) return true;
    }
    return false;
  }

  void warn_of_one_fold() {
    const Classes found = take([](const ClassCount& known) {
      return std::ranges::count(known.by_split, 0U) + 1 == static_cast<std::ptrdiff_t>(known.by_split.size());
    });
    if (found.empty()) return;
    warn(counted(found.size(), "class has", "classes have") +
         " records in one fold only: when that fold is tested, none of them is in training: " +
         names_of(found) + advice_for(found));
  }

  bool is_stratified() const {
    return std::ranges::find(m_options.stratify, m_column.column) != m_options.stratify.end();
  }

  /// "class 'hen' (4 records) has no record in val, …" of the classes that are not reported yet. Sizes may be
  /// right, and a class have no record in a split. Of fewer records than splits nothing is reported.
  std::string take_absent() {
    const auto first_without = [](const ClassCount& known) { return std::ranges::find(known.by_split, 0U); };
    const Classes found = take([&](const ClassCount& known) {
      return first_without(known) != known.by_split.end() && known.records >= known.by_split.size();
    });
    Classes shown = found;
    shown.resize(std::min(k_shown, shown.size()));
    const std::string list = joined(shown, ", ", [&](const ClassCount* known) {
      const auto split = static_cast<std::size_t>(first_without(*known) - known->by_split.begin());
      return "class " + in_quotes(known->name) + " (" + counted(known->records, "record", "records") +
             ") has no record in " + printable(m_set.splits[split]);
    });
    const std::size_t more = found.size() - shown.size();
    return list + (more > 0 ? " and " + format_count(more) + " more" : "") + advice_for(found);
  }

  void note_absent() {
    const std::string absent = take_absent();
    if (!absent.empty()) m_observer.note(absent);
  }

  const Manifest& m_set;
  const ClassColumn& m_column;
  const SplitOptions& m_options;
  Observer& m_observer;
  bool m_is_label;
  std::string m_begin;
  std::string m_advice;
  std::set<const ClassCount*> m_reported;
};

}  // namespace

const ClassColumn* column_to_stratify(const Manifest& set) {
  const auto found = std::ranges::find_if(
      set.classes, [&](const ClassColumn& column) { return can_be_spread(set, column); });
  return found == set.classes.end() ? nullptr : &*found;
}

void report_absent_classes(const Manifest& set, const BuildOptions& options, Observer& observer) {
  if (set.splits.size() < 2) return;
  for (const ClassColumn& column : set.classes) ColumnReport(set, column, options, observer).report();
  for (const ClassColumn& column : set.strata) ColumnReport(set, column, options, observer).warn_of_absent();
}

void report_likely_typos(const Manifest& set, const BuildOptions& options, Observer& observer) {
  constexpr std::size_t k_most_classes = 1000;  // each rare one is compared with each frequent one
  constexpr std::size_t k_shortest = 5;         // bytes; shorter names resemble others by chance
  constexpr std::uint64_t k_rare = 2;           // records
  constexpr std::uint64_t k_frequent = 20;
  if (!options.classes.empty() || !options.like.empty()) return;
  for (const ClassColumn& column : set.classes) {
    std::vector<std::string> frequent;
    for (const ClassCount& known : column.classes) {
      if (known.records >= k_frequent) frequent.push_back(known.name);
    }
    if (column.classes.size() > k_most_classes || frequent.empty()) continue;
    for (const ClassCount& known : column.classes) {
      const bool has_digit = known.name.find_first_of("0123456789") != std::string::npos;
      if (known.records == 0 || known.records > k_rare || known.name.size() < k_shortest || has_digit)
        continue;
      const auto near = nearest(known.name, frequent);
      if (!near || lowered(*near) == lowered(known.name)) continue;  // those look alike, and are reported so
      observer.note("column " + in_quotes(column.column) + ": class " + in_quotes(known.name) + " (" +
                    format_count(known.records) + ") is nearly spelled as " + in_quotes(*near) +
                    ": a typo? --classes FILE lists the names that are allowed");
      break;  // with the list, all others are errors
    }
  }
}

namespace {

std::string id_text(const ClassList& classes, std::size_t place) {
  return std::to_string(classes.ids().at(place));
}

/// "class 'bird' has id 2 (in v1: 1), and 3 others differ"; empty if all classes of both have the same ids.
std::string renumbered(const ClassList& before, const ClassList& now, const std::string& set) {
  std::string first;
  std::uint64_t others = 0;
  for (std::size_t place = 0; place < now.size(); ++place) {
    const std::string& name = now.names()[place];
    const auto known = before.place_of(name);
    if (!known || id_text(before, *known) == id_text(now, place)) continue;
    if (!first.empty()) ++others;
    if (first.empty()) {
      first = "class " + in_quotes(name) + " has id " + id_text(now, place) + " (in " + printable(set) +
              ": " + id_text(before, *known) + ")";
    }
  }
  if (others == 0) return first;
  return first + ", and " + counted(others, "other differs", "others differ");
}

/// A column whose classes have other ids than in the set of --keep-splits.
struct RenumberedColumn {
  std::string column;
  std::string difference;
  std::filesystem::path list;  // of the earlier set
  std::string hint;            // of another --label-base; else empty
};

/// Whether --classes alone lists the classes of the column.
bool takes_list(const Manifest& set, const std::string& column, const BuildOptions& options) {
  const auto& labels = options.label_columns;
  return set.classes.size() == 1 ||
         (labels.empty() ? column == "class" || column == "label" : labels == std::vector{column});
}

/// "--layout auto ", unless it is given.
std::string auto_layout(const BuildOptions& options) {
  return options.layout.empty() ? "--layout auto " : "";
}

/// Features of other columns, as options: with --label-column, layouts store that column alone.
std::string options_of_others(const Manifest& set, const std::string& column, const BuildOptions& options) {
  const std::string image = text_option(set, "image-column");
  std::string words;
  for (const ManifestFeature& feature : set.features) {
    if (!feature.origin || feature.origin->columns.empty()) continue;
    const std::vector<std::string>& columns = feature.origin->columns;
    const auto has = [&](const std::string& name) {
      return std::ranges::find(columns, name) != columns.end();
    };
    const bool is_given = std::ranges::find(options.features, feature.spec) != options.features.end();
    if (!has(column) && !has(image) && !is_given) words += shell_option("--feature", feature.spec) + " ";
  }
  return words;
}

bool is_auto(const BuildOptions& options) {
  return options.layout.empty() ? options.features.empty() : options.layout == "auto";
}

/// "; to store texts: --feature …", of an index where no list can keep its ids.
std::string hint_to_store_text(const Manifest& set, const std::string& column, const BuildOptions& options) {
  std::string limit = "; --classes can keep the ids of one column alone";
  for (const ManifestFeature& feature : set.features) {
    const auto& origin = feature.origin;
    if (!origin || origin->kind != "index" || origin->columns != std::vector{column}) continue;
    const std::string text =
        shell_option("--feature", to_string({feature.name, FeatureKind::bytes, {column}}));
    const bool is_given = std::ranges::find(options.features, feature.spec) != options.features.end();
    if (!is_given && !is_auto(options)) continue;
    return limit + "; to store texts instead of ids: " +
           (is_given ? text + " in place of its --feature" : auto_layout(options) + text);
  }
  return limit;
}

/// "; to keep the ids: --classes …" where that list can be taken for the column.
std::string hint_to_keep_ids(const Manifest& set, const RenumberedColumn& renumbered,
                             const BuildOptions& options) {
  const bool is_free = options.classes.empty() && options.label_columns.empty();
  const bool can_be_chosen = is_free && (is_auto(options) || options.layout.empty());
  const bool takes = takes_list(set, renumbered.column, options);
  const bool has_list = !options.classes.empty() && set.classes.size() > 1;
  if (has_list || (!takes && !can_be_chosen)) return hint_to_store_text(set, renumbered.column, options);
  std::string words;
  if (!takes) {
    if (is_auto(options)) words = auto_layout(options) + options_of_others(set, renumbered.column, options);
    words += shell_option("--label-column", renumbered.column) + " and ";
  }
  return "; to keep the ids: " + words + "--classes with a copy of " + shell_path(renumbered.list.string()) +
         " that ends with the new classes";
}

/// What has other ids in `set` than in the set of --keep-splits.
std::vector<RenumberedColumn> renumbered_columns(const Manifest& set, const std::filesystem::path& given) {
  const std::filesystem::path file = earlier_manifest(given, "--keep-splits");
  const Manifest kept = read_manifest(file);
  std::vector<RenumberedColumn> all;
  for (const ClassColumn& column : set.classes) {
    const auto before = std::ranges::find_if(kept.classes, [&](const ClassColumn& known) {
      return known.column == column.column && known.has_names;
    });
    if (before == kept.classes.end() || !column.has_names) continue;
    std::string text = renumbered(class_list(*before, label_base_of(kept)),
                                  class_list(column, label_base_of(set)), given.string());
    const std::int64_t base = label_base_of(kept);
    const std::string hint =
        base == label_base_of(set) ? "" : "; to keep the ids: --label-base " + std::to_string(base);
    if (!text.empty())
      all.push_back({column.column, std::move(text), file.parent_path() / before->file, hint});
  }
  return all;
}

}  // namespace

void report_renumbered_classes(const Manifest& set, const BuildOptions& options, Observer& observer) {
  if (options.splits.keep.empty()) return;
  const std::filesystem::path& given = options.splits.keep;
  if (is_own_set(given, options.out) && !holds_set(options.out)) return;  // the first run
  const std::vector<RenumberedColumn> all = renumbered_columns(set, given);
  const auto label = std::ranges::find_if(
      all, [&](const RenumberedColumn& one) { return takes_list(set, one.column, options); });
  const auto kept = label == all.end() ? all.begin() : label;  // --classes lists those of one column
  for (auto one = all.begin(); one != all.end(); ++one) {
    const std::string hint = !one->hint.empty() ? one->hint
                             : one == kept      ? hint_to_keep_ids(set, *one, options)
                                                : hint_to_store_text(set, one->column, options);
    observer.warning("column " + in_quotes(one->column) + ": " + one->difference + hint);
  }
  if (all.empty() || !is_own_set(given, options.out)) return;
  throw Error(ErrorKind::usage, options.out.string(), "would lose the ids that its classes have",
              "keep those that a warning shows how to keep, or build with new ids in another folder: -o NEW");
}

}  // namespace tfrec
