// SPDX-License-Identifier: Apache-2.0
#include "support/locales.hpp"

#include "support/run_tfrec.hpp"
#include "support/skipped.hpp"

namespace tfrec::test {

bool make_locales(const std::filesystem::path& folder, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const RunResult made = run_program(
        "/usr/bin/localedef", {"-c", "-i", name, "-f", "UTF-8", (folder / (name + ".UTF-8")).string()});
    if (!std::filesystem::exists(folder / (name + ".UTF-8") / "LC_NUMERIC"))
      return skipped("no locales can be made here (localedef, package locales): " + made.err);
  }
  return true;
}

}  // namespace tfrec::test
