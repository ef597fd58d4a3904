// SPDX-License-Identifier: Apache-2.0
#include "dataset/boxes/sample_boxes.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <utility>

#include "base/text/in_quotes.hpp"
#include "base/text/joined.hpp"
#include "base/text/number.hpp"
#include "dataset/table/missing_cell.hpp"

namespace tfrec {

namespace {

using Cells = std::vector<std::string>;

/// Four numbers in the order of the table as edges.
Box edges_of(const std::array<double, 4>& numbers, const BoxRules& rules) {
  const auto& [a, b, c, d] = numbers;
  const double first = rules.origin;
  switch (rules.from.format) {
    case BoxFormat::xyxy:
      return {a - first, b - first, c, d};
    case BoxFormat::xxyy:
      return {a - first, c - first, b, d};
    case BoxFormat::xywh:
      return {a - first, b - first, a - first + c, b - first + d};
    case BoxFormat::cxcywh:
      return {a - first - c / 2, b - first - d / 2, a - first + c / 2, b - first + d / 2};
  }
  return {};
}

/// The scale of a box: the sides that its numbers refer to.
struct Scale {
  double width = 0;
  double height = 0;
  bool is_turned = false;     // it is that of the image before its EXIF orientation
  bool is_undecided = false;  // or it is not: both sizes are equal
};

std::string size_text(double width, double height) {
  return number_text(width) + "x" + number_text(height);
}

/// Reads and checks one box after the other. Reports all faults of each.
class BoxReader {
 public:
  BoxReader(const BoxRules& rules, const SourceFrame& frame) : m_rules(rules), m_frame(frame) {}

  void read(std::size_t row, const Cells& cells) {
    m_row = row;
    m_is_bad = m_is_cut = false;
    const std::size_t class_row = read_class(cells);
    const Scale scale = read_scale(cells);
    const auto numbers = numbers_of(cells);
    if (numbers) read_box(edges_of(*numbers, m_rules), scale, class_row);
  }

  SampleBoxes take() { return std::move(m_result); }

 private:
  void add(BoxFault fault, std::string reason, bool is_kept = false) {
    m_result.faults.push_back({m_row, fault, std::move(reason), is_kept});
    if (is_kept) return;
    m_is_bad = true;
    for (auto own = m_result.faults.rbegin(); own != m_result.faults.rend() && own->row == m_row; ++own)
      own->is_kept = false;
  }

  std::optional<std::array<double, 4>> numbers_of(const Cells& cells) {
    const std::vector<std::size_t>& columns = m_rules.from.columns;
    if (columns.size() == 1) return numbers_in(cells[columns.front()], m_rules.from.names.front());
    std::array<double, 4> numbers{};
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::string& cell = cells[columns[i]];
      const std::string& name = m_rules.from.names[i];
      numbers[i] = box_number(cell);
      if (is_missing(cell)) {
        add(BoxFault::not_a_number, name + " is missing");
      } else if (std::isnan(numbers[i])) {
        add(BoxFault::not_a_number, name + " " + in_quotes(cell) + " is not a number");
      } else if (std::isinf(numbers[i])) {
        add(BoxFault::not_finite, name + " " + in_quotes(cell) + " is not finite");
      }
    }
    return only_finite(numbers);
  }

  std::optional<std::array<double, 4>> numbers_in(const std::string& cell, const std::string& name) {
    const auto numbers = four_numbers(cell);
    const auto is_nan = [](double number) { return std::isnan(number); };
    if (is_missing(cell)) {
      add(BoxFault::not_a_number, name + " is missing");
    } else if (!numbers || std::ranges::any_of(*numbers, is_nan)) {
      add(BoxFault::not_a_number, name + " " + in_quotes(cell) + " does not contain four numbers");
    } else if (!only_finite(*numbers)) {
      add(BoxFault::not_finite, name + " " + in_quotes(cell) + " contains a number that is not finite");
    }
    return numbers ? only_finite(*numbers) : std::nullopt;
  }

  static std::optional<std::array<double, 4>> only_finite(const std::array<double, 4>& numbers) {
    const bool all = std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
    return all ? std::optional(numbers) : std::nullopt;
  }

  /// The first row with the same class.
  std::size_t read_class(const Cells& cells) {
    if (!m_rules.class_column) return 0;
    std::string name = cells[*m_rules.class_column];
    if (is_missing(name)) {
      if (!m_rules.missing_class) add(BoxFault::no_class, "the class is missing");
      name = m_rules.missing_class.value_or("");
    }
    if (!is_missing(name) && m_rules.is_class && !m_rules.is_class(name))
      add(BoxFault::unknown_class, "unknown class " + in_quotes(name));
    return m_class_rows.try_emplace(std::move(name), m_row).first->second;
  }

  /// The size that the row states, or nothing.
  std::optional<std::pair<double, double>> stated_size(const Cells& cells) {
    if (!m_rules.from.stated_width || !m_rules.from.stated_height) return std::nullopt;
    const std::string& width = cells[*m_rules.from.stated_width];
    const std::string& height = cells[*m_rules.from.stated_height];
    if (is_missing(width) && is_missing(height)) {
      if (m_rules.size == BoxSize::scale)
        add(BoxFault::other_size, "the stated size is missing (--box-size scale)");
      return std::nullopt;
    }
    const double across = box_number(width);
    const double down = box_number(height);
    const auto is_side = [](double side) { return std::isfinite(side) && side > 0; };
    if (is_side(across) && is_side(down)) return std::pair(across, down);
    add(BoxFault::other_size,
        "the stated size " + in_quotes(width) + " x " + in_quotes(height) + " is not a size");
    return std::nullopt;
  }

  Scale read_scale(const Cells& cells) {
    const Scale upright{m_frame.upright_width(), m_frame.upright_height()};
    const auto stated = stated_size(cells);
    if (!stated) return upright;
    const auto& [width, height] = *stated;
    const bool is_undecided =
        m_frame.orientation > 1 && (!m_frame.swaps_sides() || m_frame.width == m_frame.height);
    // A wide scale of an image that is wide only before its EXIF orientation is applied is that image's.
    if (m_rules.size == BoxSize::scale) {
      return {width, height, m_frame.swaps_sides() && (width - height) * (m_frame.width - m_frame.height) > 0,
              is_undecided};
    }
    if (!m_frame.is_known()) return upright;
    if (*stated == std::pair(upright.width, upright.height)) return {width, height, false, is_undecided};
    if (m_frame.swaps_sides() && *stated == std::pair(m_frame.width, m_frame.height))
      return {width, height, true};
    std::string reason = "the stated size is " + size_text(width, height) + ", but the image is " +
                         size_text(upright.width, upright.height);
    if (m_frame.ignored_orientation >= 5 && *stated == std::pair(m_frame.height, m_frame.width)) {
      reason += ": its EXIF orientation " + std::to_string(m_frame.ignored_orientation) +
                " is not applied (--orientation ignore)";
    }
    add(BoxFault::other_size, std::move(reason));
    return upright;
  }

  /// Checks `box`, in the table's units, and adds it as fractions of the upright image.
  void read_box(Box box, const Scale& scale, std::size_t class_row) {
    const bool is_ordered = check_order(box);
    if (!m_frame.is_known()) return;
    const auto& [width, height, is_turned, is_undecided] = scale;
    if (m_rules.units == BoxUnits::fraction)
      box = {box.left * width, box.top * height, box.right * width, box.bottom * height};
    const Box inside = cut_to(box, width, height);
    check_inside(box, inside, scale, is_ordered);
    if (m_is_bad || (m_rules.bad != BadBoxes::clip && m_is_cut)) return;
    const Box fractions{inside.left / width, inside.top / height, inside.right / width,
                        inside.bottom / height};
    const RowBox stored{m_row, is_turned ? upright_box(fractions, m_frame.orientation) : fractions,
                        class_row};
    if (!m_stored.add(stored)) {
      return add(BoxFault::repeated,
                 std::string("an earlier row has the same box") + (m_rules.class_column ? " and class" : ""));
    }
    m_result.boxes.push_back(stored);
    m_result.is_turned = m_result.is_turned || is_turned;
    m_result.is_undecided = m_result.is_undecided || is_undecided;
    if (!m_is_cut && inside != box) ++m_result.rounded;
  }

  bool check_order(const Box& box) {
    const auto check = [&](const char* low, double from, const char* high, double to) {
      if (from < to) return true;
      add(BoxFault::swapped,
          std::string(low) + " " + number_text(from) + " is not less than " + high + " " + number_text(to));
      return false;
    };
    const bool is_wide = check("left", box.left, "right", box.right);
    return check("top", box.top, "bottom", box.bottom) && is_wide;
  }

  /// `inside` is what the image has of the box: up to a pixel outside is rounding.
  /// `is_ordered` in the table's units: as pixels, its edges may have become the same number.
  void check_inside(const Box& box, const Box& inside, const Scale& scale, bool is_ordered) {
    const double width = scale.width;
    const double height = scale.height;
    const bool is_empty =
        !has_area({inside.left / width, inside.top / height, inside.right / width, inside.bottom / height});
    const std::string edges = edges_outside(box, scale);
    if (!edges.empty()) {
      m_is_cut = true;
      add(BoxFault::outside, edges + " outside the image of " + size_text(width, height) + " pixels",
          m_rules.bad == BadBoxes::clip && !is_empty && !m_is_bad);
    } else if (is_empty && is_ordered) {
      add(BoxFault::no_area, "the box has no area in the image");
    }
  }

  /// "right 812 is", "left -5 and right 812 are", or nothing.
  static std::string edges_outside(const Box& box, const Scale& scale) {
    constexpr double k_rounding = 1 + 1e-6;  // of a pixel: fractions are not exact
    std::vector<std::string> edges;
    const auto check = [&](const char* name, double at, double beyond) {
      if (beyond > k_rounding) edges.push_back(std::string(name) + " " + number_text(at));
    };
    check("left", box.left, std::max(-box.left, box.left - scale.width));
    check("top", box.top, std::max(-box.top, box.top - scale.height));
    check("right", box.right, std::max(-box.right, box.right - scale.width));
    check("bottom", box.bottom, std::max(-box.bottom, box.bottom - scale.height));
    if (edges.empty()) return {};
    return joined(edges, " and ") + (edges.size() == 1 ? " is" : " are");
  }

  const BoxRules& m_rules;
  const SourceFrame& m_frame;
  StoredBoxes m_stored;
  std::map<std::string, std::size_t> m_class_rows;
  std::size_t m_row = 0;
  bool m_is_bad = false;
  bool m_is_cut = false;
  SampleBoxes m_result;
};

}  // namespace

bool StoredBoxes::add(const RowBox& box) {
  const auto number = [](double edge) { return static_cast<float>(edge); };
  return m_boxes
      .emplace(number(box.box.left), number(box.box.top), number(box.box.right), number(box.box.bottom),
               box.class_row)
      .second;
}

SampleBoxes sample_boxes(std::span<const std::vector<std::string>> rows, const RowLists& lists,
                         const BoxRules& rules, const SourceFrame& frame) {
  assert(rules.from.names.size() == rules.from.columns.size());
  BoxReader reader(rules, frame);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (lists.adds_values(rows[row])) reader.read(row, rows[row]);
  }
  return reader.take();
}

}  // namespace tfrec
