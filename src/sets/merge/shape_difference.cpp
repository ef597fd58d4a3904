// SPDX-License-Identifier: Apache-2.0
#include "sets/merge/shape_difference.hpp"

#include <algorithm>
#include <map>

#include "base/text/in_quotes.hpp"
#include "base/text/quantity.hpp"

namespace tfrec {

namespace {

/// What one source has of something that a reader may take as fixed.
struct Trait {
  std::size_t source = 0;
  std::string value;         // for messages: "16x16 pixels", or "images of several sizes"
  bool is_fixed = true;      // the same in all its records
  std::uint64_t values = 0;  // how many were seen

  bool is_proven() const { return is_fixed && values > 1; }
};

using Traits = std::vector<Trait>;

class Judge {
 public:
  Judge(const std::vector<SourceContent>& sources, const std::set<std::string>& varying)
      : m_sources(sources), m_varying(varying) {}

  std::optional<SchemaDifference> run() {
    std::set<std::string> names;
    for (const SourceContent& source : m_sources) {
      for (const auto& [name, tally] : source.stored) names.insert(name);
    }
    for (const std::string& name : names) judge_bytes(name);
    judge_lengths();
    return m_difference;
  }

 private:
  /// A source with a fixed value and one that differs from it. One value alone is fixed by chance: it does
  /// not count against a source that varies.
  void judge(const std::string& feature, const Traits& traits) {
    const auto varies =
        std::find_if(traits.begin(), traits.end(), [](const Trait& t) { return !t.is_fixed; });
    for (const Trait& trait : traits) {
      const Trait& other = varies == traits.end() ? traits.front() : *varies;
      if (varies == traits.end() ? trait.value != other.value : trait.is_proven())
        return report(feature, trait, other);
    }
  }

  /// The same where a reader of the source that varies reads both: neither source's values contain the
  /// other's.
  template <class Key>
  void judge_kinds(const std::string& feature, const std::vector<std::pair<Trait, std::set<Key>>>& kinds) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const auto& [a, b] = std::pair(kinds[i].second, kinds[j].second);
        const bool fit = std::includes(a.begin(), a.end(), b.begin(), b.end()) ||
                         std::includes(b.begin(), b.end(), a.begin(), a.end());
        if (!fit) return report(feature, kinds[i].first, kinds[j].first);
      }
    }
  }

  void report(const std::string& feature, const Trait& a, const Trait& b) {
    if (m_difference) return;
    const Trait& later = a.source > b.source ? a : b;
    const Trait& earlier = a.source > b.source ? b : a;
    m_difference = {later.source, "feature " + in_quotes(feature) + " has " + later.value + ", in " +
                                      m_sources[earlier.source].name + " it has " + earlier.value};
  }

  void judge_bytes(const std::string& name) {
    Traits contents;
    Traits sizes;
    Traits raw;
    for (std::size_t i = 0; i < m_sources.size(); ++i) {
      const auto found = m_sources[i].stored.find(name);
      if (found == m_sources[i].stored.end()) continue;
      const StoredTally& tally = found->second;
      const bool has_images = tally.images.count > tally.others;
      contents.push_back({i, has_images ? "images" : "bytes that are not images", true, 2});
      if (has_images && tally.images.width.seen()) sizes.push_back(size_of(i, tally.images));
      if (!has_images && tally.others > 0 && !tally.others_are_text) raw.push_back(bytes_of(i, tally));
    }
    judge(name, contents);
    judge_formats(name);
    judge(name, sizes);
    const bool any_size =
        std::any_of(sizes.begin(), sizes.end(), [](const Trait& trait) { return !trait.is_fixed; });
    judge_channels(name, any_size);
    judge(name, raw);
  }

  static Trait size_of(std::size_t source, const ImageSummary& images) {
    const bool is_fixed = images.width.min == images.width.max && images.height.min == images.height.max;
    const std::string size = std::to_string(images.width.min) + "x" + std::to_string(images.height.min);
    return {source, is_fixed ? "images of " + size : "images of several sizes", is_fixed, images.count};
  }

  static Trait bytes_of(std::size_t source, const StoredTally& tally) {
    const bool is_fixed = tally.sizes.min == tally.sizes.max;
    return {source,
            is_fixed ? "values of " + counted(tally.sizes.min, "byte", "bytes") : "values of several lengths",
            is_fixed, tally.others};
  }

  void judge_formats(const std::string& name) {
    std::vector<std::pair<Trait, std::set<ImageFormat>>> kinds;
    for_each_image_feature(name, [&](std::size_t source, const ImageSummary& images) {
      std::set<ImageFormat> formats;
      std::string names;
      for (const auto& [format, count] : images.formats) {
        formats.insert(format);
        names += (names.empty() ? "" : ", ") + std::string(info(format).name);
      }
      if (!formats.empty()) kinds.push_back({{source, names + " images", true, images.count}, formats});
    });
    judge_kinds(name, kinds);
  }

  void judge_channels(const std::string& name, bool any_size) {
    std::vector<std::pair<Trait, std::set<int>>> kinds;
    Traits traits;
    for_each_image_feature(name, [&](std::size_t source, const ImageSummary& images) {
      std::set<int> channels;
      std::string numbers;
      for (const auto& [number, count] : images.channels) {
        channels.insert(number);
        numbers += (numbers.empty() ? "" : " or ") + std::to_string(number);
      }
      if (channels.empty()) return;
      const bool is_one = channels == std::set<int>{1};
      const Trait trait{source, "images of " + numbers + (is_one ? " channel" : " channels"),
                        channels.size() == 1, images.count};
      kinds.emplace_back(trait, channels);
      traits.push_back(trait);
    });
    if (any_size) return judge_kinds(name, kinds);
    judge(name, traits);
  }

  template <class Visit>
  void for_each_image_feature(const std::string& name, const Visit& visit) const {
    for (std::size_t i = 0; i < m_sources.size(); ++i) {
      const auto found = m_sources[i].stored.find(name);
      if (found == m_sources[i].stored.end()) continue;
      if (found->second.images.count > found->second.others) visit(i, found->second.images);
    }
  }

  /// Lists that vary in any source may be of any length.
  void judge_lengths() {
    std::map<std::string, Traits> lengths;
    std::set<std::string> vary = m_varying;
    for (std::size_t i = 0; i < m_sources.size(); ++i) {
      for (const FeatureSummary& feature : m_sources[i].schema.features()) {
        if (!feature.kind) continue;
        if (feature.lengths.min != feature.lengths.max) vary.insert(feature.name);
        if (feature.in_records < 2) continue;
        lengths[feature.name].push_back(
            {i, counted(feature.lengths.min, "value", "values"), true, feature.in_records});
      }
    }
    for (const auto& [name, traits] : lengths) {
      if (!vary.contains(name)) judge(name, traits);
    }
  }

  const std::vector<SourceContent>& m_sources;
  const std::set<std::string>& m_varying;
  std::optional<SchemaDifference> m_difference;
};

}  // namespace

std::optional<SchemaDifference> shape_difference(const std::vector<SourceContent>& sources,
                                                 const std::set<std::string>& varying) {
  if (sources.size() < 2) return std::nullopt;
  return Judge(sources, varying).run();
}

}  // namespace tfrec
