// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <filesystem>
#include <sys/auxv.h>
#include <system_error>
#include <vector>

#include "base/concurrency/out_of_memory.hpp"
#include "base/error.hpp"
#include "image/codec.hpp"
#include "image/confined_codec.hpp"
#include "image/module.hpp"

namespace tfrec {

namespace {

namespace fs = std::filesystem;

/// This program's file, also where /proc is not mounted (a bare chroot, some sandboxes); empty if unknown.
fs::path program_file() {
  std::error_code failed;
  fs::path linked = fs::read_symlink("/proc/self/exe", failed);
  if (!failed) return linked;
  const auto* called = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
  if (called == nullptr) return {};
  const fs::path found = fs::canonical(called, failed);
  return failed ? fs::path() : found;
}

/// Beside the program (a build tree), then where `cmake --install` puts it.
std::vector<fs::path> places() {
  const fs::path program = program_file();
  std::vector<fs::path> found;
  if (!program.empty()) {
    found.push_back(program.parent_path() / k_image_module);
    found.push_back(program.parent_path().parent_path() / TFREC_MODULE_FOLDER / k_image_module);
  }
  found.push_back(fs::path(TFREC_MODULE_FOLDER_INSTALLED) / k_image_module);
  return found;
}

fs::path module_path() {
  std::vector<fs::path> candidates = places();
  for (const fs::path& place : candidates) {
    std::error_code failed;
    if (fs::is_regular_file(place, failed)) return place;
  }
  throw Error(ErrorKind::machine, candidates.front().string(), "the image module is missing",
              "keep it beside the program, or reinstall tfrec");
}

const Codec& load() {
  const fs::path path = module_path();
  const AbortIsFailedMemory while_loading;
  void* module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (module == nullptr)
    throw Error(ErrorKind::machine, path.string(), std::string("cannot load: ") + ::dlerror());
  auto* entry = reinterpret_cast<ImageModuleEntry>(::dlsym(module, k_image_module_entry));
  if (entry == nullptr) throw Error(ErrorKind::machine, path.string(), "is not an image module of tfrec");
  return *entry();
}

}  // namespace

const Codec& codec() {
  static const ConfinedCodec loaded(load());
  return loaded;
}

}  // namespace tfrec
