// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "base/error.hpp"
#include "sets/input/build_input.hpp"
#include "sets/options/build_options.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

inline constexpr const char* k_bad_boxes_header = "row,image,reason,action\r\n";

/// bad-boxes.csv: RFC 4180, one line for each fault. No cell begins with a character that a spreadsheet takes
/// for a formula.
std::string bad_boxes_csv(const std::vector<BadBoxLine>& lines);

/// Boxes are faulty, and --bad-boxes is `error`. `boxes` lists all faults.
class FaultyBoxes : public Error {
 public:
  FaultyBoxes(std::string path, std::string message, std::string hint, std::vector<BadBoxLine> found);
  std::vector<BadBoxLine> boxes;
};

/// Where records store boxes, checks each and reports every fault. Rows with faulty boxes add no values.
/// Throws FaultyBoxes if --bad-boxes is `error` and there are any.
void check_boxes(BuildInput& input, const BuildOptions& options, Observer& observer);

/// The lines of bad-boxes.csv.
std::vector<BadBoxLine> bad_box_lines(const BuildInput& input);

}  // namespace tfrec
