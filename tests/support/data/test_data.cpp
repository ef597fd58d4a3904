// SPDX-License-Identifier: Apache-2.0
#include "support/data/test_data.hpp"

#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "support/build_paths.hpp"

namespace tfrec::test {

namespace {

/// The next cell of a line; quotes are only around whole cells.
std::string next_cell(std::string& line) {
  const bool is_quoted = line.starts_with('"');
  const std::size_t end = is_quoted ? line.find('"', 1) + 1 : line.find(',');
  std::string cell = is_quoted ? line.substr(1, end - 2) : line.substr(0, end);
  line.erase(0, end == std::string::npos ? end : end + 1);
  return cell;
}

}  // namespace

std::filesystem::path data_folder(std::string_view name) {
  return std::filesystem::path(k_source_folder) / "tests" / "data" / name;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("no test data: " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string odd_image(std::string_view name) {
  return read_file(data_folder("images") / name);
}

std::vector<Verdict> verdicts() {
  std::istringstream table(odd_image("verdicts.csv"));
  std::vector<Verdict> all;
  std::string line;
  std::getline(table, line);
  if (line != "file,verdict,facts,says,imread") throw std::runtime_error("verdicts.csv has other columns");
  while (std::getline(table, line)) {
    Verdict verdict;
    verdict.file = next_cell(line);
    verdict.accepted = next_cell(line) == "accepted";
    verdict.facts = next_cell(line);
    verdict.says = next_cell(line);
    verdict.equals_imread = line == "equal";
    all.push_back(verdict);
  }
  return all;
}

}  // namespace tfrec::test
