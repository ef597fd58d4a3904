// SPDX-License-Identifier: Apache-2.0
// What sections are made of.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/reports/html/page.hpp"

namespace tfrec::cli {

/// A bar of a chart: a range or a name, and how many.
struct Bar {
  std::string name;
  std::uint64_t count = 0;
};

/// Bars side by side with axes, and the same as a table.
struct BarChart {
  std::string title;
  std::string x_axis;  // "width in px"
  std::string y_axis;  // "images"
  std::vector<Bar> bars;
  std::vector<std::string> ticks;  // under the edges of the bars, from the left to the right end
};
Html chart(const BarChart& chart);

/// The name of a class; "no class" where there is none.
std::string class_text(const ReportResult& report, std::size_t place);
/// All classes but that of records without one, which is the last.
std::span<const ReportClass> named_classes(const ReportResult& report);
/// The classes of a label: "cat, dog"; "no class" where there is none.
std::string label_text(const ReportResult& report, std::size_t label);
/// Whether the label is of several classes.
bool is_several(const ReportResult& report, std::size_t label);
/// "train"; "no split" where there is none.
std::string split_name(std::string_view split);
/// "split train", or "no split".
std::string split_text(std::string_view split);
/// "flowers00-230.tfrec": the path without what all shards have in common.
std::string shard_text(const ReportResult& report, std::size_t shard);

/// An image with its boxes and a caption; `note` is a line of it.
Html figure(const PageFacts& facts, std::size_t shown, std::string_view note = {});
Html figures(const PageFacts& facts, std::span<const std::size_t> shown);

/// A number of a property with its unit; formats by their names.
std::string property_text(Property property, double value);

/// A number with at most so many digits behind the point.
std::string decimal_text(double value, int digits);

/// A part of the count, as "12.5 %"; 100 only for all of it.
std::string percent_text(double part, double all);

/// Table cells that sort by a number, whatever their text.
Html number_cell(const std::string& text, double value);
Html percent_cell(double part, double all);

/// A bar within a table cell: `share` of the longest.
Html cell_bar(double share);

/// A command in a line that can be copied.
Html command(std::string_view line);
/// The paths as words of a command.
std::string shell_paths(const PageFacts& facts);
/// The command that lists images to leave out, and what to do with the list.
Html findings_advice(const PageFacts& facts);

/// A table in a region that scrolls by itself where it is too wide. `rows` are <tr> elements.
Html table(std::string_view label, const Html& head, const Html& rows);

/// A section with its heading.
Html section(std::string_view id, std::string_view heading, const Html& content);

}  // namespace tfrec::cli
