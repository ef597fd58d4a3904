// SPDX-License-Identifier: Apache-2.0
// Whether cells look like several labels each: "sea sun", "a|b".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "dataset/table/table.hpp"

namespace tfrec {

/// What is known of cells: a user who asks for several labels needs less evidence.
enum class Expected { one_label, several_labels };

/// What separates the labels of these cells: '|', ';', ',', '/', '+', '&' or a blank; nothing if they look
/// like single labels, names or sentences. Labels are few, recur in other combinations, and occur once in a
/// cell.
std::optional<char> likely_separator(std::span<const std::string> cells,
                                     Expected expected = Expected::one_label);

/// The same for a column, from a sample of its cells.
std::optional<char> likely_separator(const Table& table, std::size_t column, Expected expected);

/// The first of '|', ';' and ',' that a cell of the column contains. No blank: names of several words are
/// common.
std::optional<char> usual_separator(const Table& table, std::size_t column);

/// The first cell, of a sample, that is written as a list of a program: "['sea', 'sun']", "[1, 2]".
std::optional<std::string> cell_of_list(const Table& table, std::size_t column);

}  // namespace tfrec
