// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dataset/classes/classes.hpp"

namespace tfrec {

/// Collects the classes of a file that gives each an id.
class NumberedClasses {
 public:
  explicit NumberedClasses(std::string file) : m_file(std::move(file)) {}

  /// Throws Error (bad_data) with the line if the class or its id can't be used or is there already.
  void add(std::string_view name, std::int64_t id, std::uint64_t line);
  /// By ascending id. Throws Error (bad_data) if there are none.
  ClassList take();

  [[noreturn]] void fail(std::uint64_t line, const std::string& message, std::string hint = {}) const;

 private:
  void check_name(std::string_view name, std::uint64_t line) const;

  struct Class {
    std::int64_t id = 0;
    std::string name;
  };
  std::string m_file;
  std::vector<Class> m_classes;
  std::unordered_map<std::string, std::uint64_t> m_line_of_name;
  std::unordered_map<std::int64_t, std::uint64_t> m_line_of_id;
};

}  // namespace tfrec
