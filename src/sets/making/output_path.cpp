// SPDX-License-Identifier: Apache-2.0
#include "sets/making/output_path.hpp"

#include <algorithm>
#include <string>
#include <system_error>

#include "base/error.hpp"
#include "base/names/file_name_problem.hpp"
#include "base/text/printable.hpp"
#include "shards/publish/existing_set.hpp"

namespace tfrec {

void require_output_path(const std::filesystem::path& out, Observer& observer) {
  if (out.empty()) throw Error(ErrorKind::usage, "", "-o '' names no folder", "for instance -o shards");
  std::error_code failed;
  const std::filesystem::path whole = std::filesystem::absolute(out, failed).lexically_normal();
  if (std::find(whole.begin(), whole.end(), std::filesystem::path(k_staging_name)) != whole.end()) {
    throw Error(ErrorKind::usage, out.string(),
                std::string("lies in a folder '") + k_staging_name + "', which the next build empties",
                "name another folder with -o");
  }
  const std::string path = whole.string();
  if (!looks_like_count(path + "/")) return;
  observer.warning(
      "the path " + printable(path) +
      " contains a '-', digits and a '.': readers that search a whole path for '-([0-9]*)\\.' take "
      "that for the record count");
}

}  // namespace tfrec
