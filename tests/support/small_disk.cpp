// SPDX-License-Identifier: Apache-2.0
#include "support/small_disk.hpp"

#include <unistd.h>

#include "support/scratch_folder.hpp"
#include "support/skipped.hpp"

namespace tfrec::test {

bool has_small_disks() {
  const ScratchFolder scratch;
  if (run_on_small_disk("disk", 1 << 20, "touch disk/file", in(scratch)).exit_code == 0) return true;
  return skipped("no file system can be mounted here (neither root nor user namespaces)");
}

RunResult run_on_small_disk(const std::string& mountpoint, std::uint64_t bytes, const std::string& script,
                            const RunSettings& settings) {
  const std::string mount = "mkdir -p " + mountpoint + " && mount -t tmpfs -o size=" + std::to_string(bytes) +
                            " none " + mountpoint;
  RunSettings with_binary = settings;
  with_binary.environment.push_back("TFREC=" + tfrec_binary().string());
  return run_program("/usr/bin/unshare",
                     {::geteuid() == 0 ? "-m" : "-rm", "/bin/sh", "-ec", mount + " && " + script},
                     with_binary);
}

}  // namespace tfrec::test
