// SPDX-License-Identifier: Apache-2.0
#include "dataset/boxes/sample_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "base/text/ascii.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/number.hpp"
#include "dataset/table/missing_cell.hpp"

namespace tfrec {

namespace {

using Cells = std::vector<std::string>;

bool is_infinite_text(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  std::string lower;
  for (const char c : text) lower += lowered(c);
  return lower == "inf" || lower == "infinity";
}

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

/// Reads and checks one box after the other.
class BoxReader {
 public:
  BoxReader(const BoxRules& rules, const SourceFrame& frame) : m_rules(rules), m_frame(frame) {}

  void read(std::size_t row, const Cells& cells) {
    m_row = row;
    m_is_bad = m_is_cut = false;
    const auto numbers = numbers_of(cells);
    if (numbers) {
      const Box box = edges_of(*numbers, m_rules);
      check_class(cells, box);
      read_box(box, cells);
    } else {
      check_class(cells, std::nullopt);
    }
  }

  SampleBoxes take() { return std::move(m_result); }

 private:
  void add(BoxFault fault, std::string reason, bool is_kept = false) {
    m_result.faults.push_back({m_row, fault, std::move(reason), is_kept});
    if (!is_kept) m_is_bad = true;
  }

  std::optional<double> number_of(std::string_view text) {
    const RealNumber number = parse_real(text);
    if (number.problem == NumberProblem::none) return number.value;
    const bool infinite = number.problem == NumberProblem::too_large || is_infinite_text(text);
    add(infinite ? BoxFault::not_finite : BoxFault::not_a_number,
        is_missing(text) ? "a number of the box is missing"
                         : in_quotes(text) + (infinite ? " is not finite" : " is not a number"));
    return std::nullopt;
  }

  std::optional<std::array<double, 4>> numbers_of(const Cells& cells) {
    const std::vector<std::size_t>& columns = m_rules.from.columns;
    if (columns.size() == 1) {
      const std::string& cell = cells[columns.front()];
      auto numbers = four_numbers(cell);
      const bool all = numbers && std::ranges::none_of(*numbers, [](double n) { return std::isnan(n); });
      if (all) return numbers;
      add(BoxFault::not_a_number,
          is_missing(cell) ? "the box is missing" : in_quotes(cell) + " does not contain four numbers");
      return std::nullopt;
    }
    std::array<double, 4> numbers{};
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto number = number_of(cells[columns[i]]);
      if (!number) return std::nullopt;  // one fault is enough
      numbers[i] = *number;
    }
    return numbers;
  }

  void check_class(const Cells& cells, const std::optional<Box>& box) {
    const std::string name = m_rules.class_column ? cells[*m_rules.class_column] : std::string();
    if (m_rules.class_column && is_missing(name)) return add(BoxFault::no_class, "the class is missing");
    if (m_rules.is_class && m_rules.class_column && !m_rules.is_class(name))
      return add(BoxFault::unknown_class, "unknown class " + in_quotes(name));
    if (box && !m_seen.emplace(box->left, box->top, box->right, box->bottom, name).second)
      add(BoxFault::repeated,
          "an earlier row has the same box" + std::string(name.empty() ? "" : " and class"));
  }

  /// The size that the row states, or nothing.
  std::optional<std::pair<double, double>> stated_size(const Cells& cells) {
    if (!m_rules.from.stated_width || !m_rules.from.stated_height) return std::nullopt;
    const std::string& width = cells[*m_rules.from.stated_width];
    const std::string& height = cells[*m_rules.from.stated_height];
    if (is_missing(width) && is_missing(height)) return std::nullopt;
    const RealNumber across = parse_real(width);
    const RealNumber down = parse_real(height);
    const auto is_side = [](const RealNumber& side) {
      return side.problem == NumberProblem::none && side.value > 0;
    };
    if (is_side(across) && is_side(down)) return std::pair(across.value, down.value);
    add(BoxFault::other_size,
        "the stated size " + in_quotes(width) + " x " + in_quotes(height) + " is not a size");
    return std::nullopt;
  }

  /// Checks `box`, in the table's units, and adds it as fractions of the upright image.
  void read_box(Box box, const Cells& cells) {
    if (box.left >= box.right || box.top >= box.bottom) return add(BoxFault::swapped, swapped_reason(box));
    double width = m_frame.upright_width();
    double height = m_frame.upright_height();
    bool is_turned = false;
    const auto stated = stated_size(cells);
    if (stated && m_rules.size == BoxSize::scale) {
      std::tie(width, height) = *stated;
      // A wide scale of an image that is wide only before its EXIF orientation is applied is that image's.
      is_turned = m_frame.swaps_sides() && (width - height) * (m_frame.width - m_frame.height) > 0;
    } else if (stated && m_frame.is_known() && *stated != std::pair(width, height)) {
      is_turned = m_frame.swaps_sides() && *stated == std::pair(m_frame.width, m_frame.height);
      if (is_turned) {
        std::swap(width, height);
      } else {
        add(BoxFault::other_size, "the stated size is " + number_text(stated->first) + "x" +
                                      number_text(stated->second) + ", but the image is " +
                                      number_text(width) + "x" + number_text(height));
      }
    }
    if (!m_frame.is_known()) return;
    if (m_rules.units == BoxUnits::fraction)
      box = {box.left * width, box.top * height, box.right * width, box.bottom * height};
    cut(box, width, height);
    if (m_is_bad) return;
    if (m_rules.bad != BadBoxes::clip && m_is_cut) return;
    const Box fractions{box.left / width, box.top / height, box.right / width, box.bottom / height};
    m_result.boxes.push_back({m_row, is_turned ? upright_box(fractions, m_frame.orientation) : fractions});
    m_result.is_turned = m_result.is_turned || is_turned;
  }

  static std::string swapped_reason(const Box& box) {
    const bool across = box.left >= box.right;
    return (across ? "left " : "top ") + number_text(across ? box.left : box.top) + " is not less than " +
           (across ? "right " : "bottom ") + number_text(across ? box.right : box.bottom);
  }

  /// Cuts a box to the image, from (0, 0) to (width, height): up to a pixel outside is rounding.
  void cut(Box& box, double width, double height) {
    const Box inside = cut_to(box, width, height);
    const double beyond = std::max({-box.left, -box.top, box.right - width, box.bottom - height});
    const bool is_empty =
        !has_area({inside.left / width, inside.top / height, inside.right / width, inside.bottom / height});
    constexpr double k_rounding = 1 + 1e-6;  // of a pixel: fractions are not exact
    if (beyond > k_rounding) {
      const bool is_kept = m_rules.bad == BadBoxes::clip && !is_empty && !m_is_bad;
      add(BoxFault::outside, outside_reason(box, width, height), is_kept);
      m_is_cut = true;
    } else if (is_empty) {
      add(BoxFault::no_area, "the box has no area in the image");
    } else if (inside != box) {
      ++m_result.rounded;
    }
    box = inside;
  }

  /// Names the edge that is furthest out.
  static std::string outside_reason(const Box& box, double width, double height) {
    struct Edge {
      double beyond;
      const char* name;
      double at;
    };
    const std::array edges{Edge{-box.left, "left", box.left}, Edge{-box.top, "top", box.top},
                           Edge{box.right - width, "right", box.right},
                           Edge{box.bottom - height, "bottom", box.bottom}};
    const Edge& worst = *std::ranges::max_element(edges, {}, &Edge::beyond);
    return std::string(worst.name) + " " + number_text(worst.at) + " is outside the image of " +
           number_text(width) + "x" + number_text(height) + " pixels";
  }

  const BoxRules& m_rules;
  const SourceFrame& m_frame;
  std::set<std::tuple<double, double, double, double, std::string>> m_seen;
  std::size_t m_row = 0;
  bool m_is_bad = false;
  bool m_is_cut = false;
  SampleBoxes m_result;
};

}  // namespace

SampleBoxes sample_boxes(std::span<const std::vector<std::string>> rows, const RowLists& lists,
                         const BoxRules& rules, const SourceFrame& frame) {
  BoxReader reader(rules, frame);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (lists.adds_values(rows[row])) reader.read(row, rows[row]);
  }
  return reader.take();
}

}  // namespace tfrec
