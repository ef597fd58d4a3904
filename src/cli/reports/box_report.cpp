// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/reports/inspect_report.hpp"

namespace tfrec::cli {

namespace {

constexpr std::size_t k_shown_box_classes = 16;

struct BoxClass {
  Report::Json json;
  std::string text;
  std::uint64_t boxes = 0;
};

/// The most frequent first.
std::vector<BoxClass> box_classes(const InspectResult& result) {
  std::vector<BoxClass> classes;
  for (const auto& [text, boxes] : result.boxes.by_text)
    classes.push_back({{{"name", text}, {"boxes", boxes}}, printable_excerpt(text, 40), boxes});
  const ClassNames& names = classes_of(result, std::string(feature_name(BoxList::label)));
  for (const auto& [id, boxes] : result.boxes.by_id) {
    Report::Json json{{"id", id}};
    if (const std::string* name = names.of(id)) json["name"] = *name;
    json["boxes"] = boxes;
    classes.push_back({std::move(json), class_text(id, names), boxes});
  }
  std::ranges::stable_sort(classes, std::greater(), &BoxClass::boxes);
  return classes;
}

std::string box_classes_line(const std::vector<BoxClass>& classes, std::uint64_t without_class) {
  std::string text;
  const auto add = [&](const std::string& item) { text += (text.empty() ? "" : ", ") + item; };
  for (std::size_t i = 0; i < std::min(classes.size(), k_shown_box_classes); ++i)
    add(classes[i].text + " × " + format_count(classes[i].boxes));
  if (classes.size() > k_shown_box_classes)
    add("… " + format_count(classes.size() - k_shown_box_classes) + " more (--json has all)");
  if (without_class > 0) add(counted(without_class, "box", "boxes") + " without a class");
  return text.empty() ? "" : "classes   " + text + "\n";
}

std::string box_sizes_line(const BoxSummary::Sizes& sizes) {
  const std::string unknown =
      sizes.unknown == 0 ? "" : ", " + format_count(sizes.unknown) + " of unknown size";
  return "sizes     " + format_count(sizes.small) + " small (below 32×32 pixels), " +
         format_count(sizes.medium) + " medium (below 96×96), " + format_count(sizes.large) + " large" +
         unknown + "\n";
}

}  // namespace

std::string add_boxes(Report& report, const InspectResult& result) {
  const BoxSummary& boxes = result.boxes;
  if (!boxes.seen()) return {};
  const std::vector<BoxClass> classes = box_classes(result);
  Report::Json json{{"boxes", boxes.boxes},
                    {"images_with_boxes", boxes.images_with()},
                    {"images_without_boxes", boxes.images_without()},
                    {"boxes_per_image", {{"median", boxes.median()}, {"max", boxes.most()}}},
                    {"sizes",
                     {{"small", boxes.sizes.small},
                      {"medium", boxes.sizes.medium},
                      {"large", boxes.sizes.large},
                      {"unknown", boxes.sizes.unknown}}},
                    {"classes", Report::Json::array()},
                    {"boxes_without_class", boxes.without_class}};
  for (const BoxClass& one : classes) json["classes"].push_back(one.json);
  report.add("boxes", json);
  std::string text = "boxes     " + format_count(boxes.boxes) + " in " +
                     counted(boxes.images_with(), "image", "images") + ", per image median " +
                     format_count(boxes.median()) + " and at most " + format_count(boxes.most()) + "; " +
                     counted(boxes.images_without(), "image", "images") + " without\n";
  if (boxes.boxes > 0) text += box_sizes_line(boxes.sizes) + box_classes_line(classes, boxes.without_class);
  return text;
}

}  // namespace tfrec::cli
