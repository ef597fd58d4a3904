// SPDX-License-Identifier: Apache-2.0
#include "sets/making/output_path.hpp"

#include <string>
#include <system_error>

#include "base/error.hpp"
#include "base/names/file_name_problem.hpp"
#include "base/text/printable.hpp"

namespace tfrec {

void require_output_path(const std::filesystem::path& out, Observer& observer) {
  if (out.empty()) throw Error(ErrorKind::usage, "", "-o '' names no folder", "for instance -o shards");
  std::error_code failed;
  const std::string path = std::filesystem::absolute(out, failed).lexically_normal().string();
  if (!looks_like_count(path + "/")) return;
  observer.warning(
      "the path " + printable(path) +
      " contains a '-', digits and a '.': readers that search a whole path for '-([0-9]*)\\.' take "
      "that for the record count");
}

}  // namespace tfrec
