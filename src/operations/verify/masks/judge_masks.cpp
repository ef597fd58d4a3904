// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/masks/judge_masks.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"

namespace tfrec {

namespace {

/// "has another size than the image in 12 more masks".
std::string others_text(MaskFault fault, std::uint64_t count) {
  constexpr auto k_texts = std::to_array<std::string_view>({
      "is not a PNG of one channel",
      "has another size than the image",
      "can't be read as a mask",
      "has ids that are not among the manifest's mask-classes",
      "is a PNG, and its format is another",
  });
  return std::string(k_texts[static_cast<std::size_t>(fault)]) + " in " +
         counted(count, "more mask", "more masks");
}

void add_problems(VerifiedFile& file, const std::string& feature, MaskFault fault,
                  const MaskFindings& findings) {
  const std::string name = "feature " + in_quotes(feature);
  const auto add = [&](const ValuePlace& place, std::string message) {
    file.problems.push_back({"masks", place.record, place.offset, place.length, std::move(message), feature});
  };
  for (const ValueFinding& finding : findings.first) {
    const std::string value =
        finding.place.values > 1 ? ", value " + std::to_string(finding.place.value) : std::string();
    add(finding.place, name + value + ": " + printable(finding.reason));
  }
  const std::uint64_t others = findings.count - findings.first.size();
  if (others > 0) add(findings.first.back().place, name + ": " + others_text(fault, others));
}

/// "has id 3 in 12 pixels, and in 10 by the manifest"; empty if both agree.
std::string pixel_difference(const MaskPixels& stored, const MaskPixels& listed) {
  const auto pixels_of = [](const MaskPixels& pixels, std::uint16_t id) {
    const auto found = pixels.find(id);
    return found == pixels.end() ? std::uint64_t{0} : found->second;
  };
  MaskPixels all = stored;
  add_pixels(listed, all);
  std::string text;
  std::uint64_t others = 0;
  for (const auto& [id, both] : all) {
    const std::uint64_t count = pixels_of(stored, id);
    if (2 * count == both) continue;
    if (text.empty()) {
      text = "has id " + std::to_string(id) + " in " + counted(count, "pixel", "pixels") + ", and in " +
             format_count(both - count) + " by the manifest";
    } else {
      ++others;
    }
  }
  return others == 0 ? text : text + "; " + counted(others, "more id differs", "more ids differ");
}

/// Where a mask is missing or can't be read, that is reported.
void compare_pixels(const FileVerdict& verdict, const ManifestShard& listed, VerifyResult& result) {
  for (const auto& [feature, tally] : verdict.masks->tallies()) {
    const bool is_whole = tally.masks == tally.counted && tally.masks == listed.records;
    if (!tally.is_stated || !is_whole) continue;
    const std::string difference = pixel_difference(tally.pixels, listed.mask_pixels);
    if (difference.empty()) continue;
    result.problems.push_back(
        {"manifest", verdict.file.path, "feature " + in_quotes(feature) + " " + difference});
  }
}

/// Palettes of one feature over all files.
struct Palettes {
  std::uint64_t masks = 0;
  std::string first;
};

void judge_file(FileVerdict& verdict, std::map<std::string, Palettes>& palettes) {
  for (const auto& [feature, tally] : verdict.masks->tallies()) {
    for (std::size_t i = 0; i < tally.faults.size(); ++i) {
      const auto fault = static_cast<MaskFault>(i);
      if (fault == MaskFault::unreadable || tally.holds_masks())
        add_problems(verdict.file, feature, fault, tally.faults[i]);
    }
    if (tally.palettes == 0 || !tally.holds_masks()) continue;
    Palettes& all = palettes[feature];
    if (all.masks == 0)
      all.first = printable(verdict.file.path) + " record " + std::to_string(tally.first_palette.record);
    all.masks += tally.palettes;
  }
  verdict.file.ok = verdict.file.ok && verdict.file.problems.empty();
}

void warn_of_palettes(const std::map<std::string, Palettes>& palettes, VerifyResult& result) {
  for (const auto& [feature, found] : palettes) {
    result.warnings.push_back(
        "feature " + in_quotes(feature) + ": " + counted(found.masks, "mask has", "masks have") +
        " a palette (first: " + found.first + "); decode_png gives readers its colours, not the ids");
  }
}

void warn_of_unread_classes(const FoundShards& found, VerifyResult& result) {
  for (const ShardSet& set : found.sets) {
    const std::string problem = set.manifest ? recorded_masks(*set.manifest).problem : std::string();
    if (problem.empty()) continue;
    result.warnings.push_back(printable(set.manifest_file().string() + ": " + problem) +
                              "; the ids of masks were not compared with it");
  }
}

}  // namespace

void judge_masks(const FoundShards& found, std::vector<FileVerdict>& verdicts, VerifyResult& result) {
  std::map<std::string, Palettes> palettes;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (!verdicts[i].masks) continue;
    judge_file(verdicts[i], palettes);
    const ManifestShard* listed = found.listed(found.shards[i]);
    if (listed != nullptr && !found.sets[*found.shards[i].set].manifest->mask_pixels.empty())
      compare_pixels(verdicts[i], *listed, result);
  }
  warn_of_palettes(palettes, result);
  const auto has_masks = [](const FileVerdict& verdict) { return verdict.masks != nullptr; };
  if (std::ranges::any_of(verdicts, has_masks)) warn_of_unread_classes(found, result);
}

}  // namespace tfrec
