// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <link.h>
#include <new>
#include <sys/auxv.h>
#include <system_error>
#include <vector>

#include "base/concurrency/out_of_memory.hpp"
#include "base/error.hpp"
#include "image/codec.hpp"
#include "image/confined_codec.hpp"
#include "image/module.hpp"

/// glibc's, which has no header for it: what code in libraries calls for its thread-local data.
struct TlsIndex {
  unsigned long module;
  unsigned long offset;
};
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" void* __tls_get_addr(TlsIndex* index);

namespace tfrec {

namespace {

namespace fs = std::filesystem;

/// This program's file, also where /proc is not mounted (a bare chroot, some sandboxes); empty if unknown.
fs::path program_file() {
  std::error_code failed;
  const fs::path linked = fs::read_symlink("/proc/self/exe", failed);
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

// Sanitizers track thread-local data themselves, and LeakSanitizer stumbles over data that is made here.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool k_makes_thread_data = false;
#else
constexpr bool k_makes_thread_data = true;
#endif

/// Numbers of the libraries whose thread-local data the calling thread does not have yet.
struct MissingData {
  std::array<unsigned long, 256> modules{};
  std::size_t count = 0;

  static int add(dl_phdr_info* library, std::size_t, void* to) {
    auto& missing = *static_cast<MissingData*>(to);
    const bool is_missing = library->dlpi_tls_modid != 0 && library->dlpi_tls_data == nullptr;
    if (is_missing && missing.count < missing.modules.size())
      missing.modules[missing.count++] = library->dlpi_tls_modid;
    return 0;
  }
};

/// glibc makes a thread's copy of a loaded library's data where the library first uses it, and ends the
/// process with exit code 127 if there is no memory for that. So all are made here, where memory was seen to
/// be there.
bool make_thread_data() {
  constexpr std::size_t k_enough = std::size_t{100} << 10U;  // what is freed stays with the thread
  MissingData missing;
  ::dl_iterate_phdr(MissingData::add, &missing);
  void* memory = std::malloc(k_enough);
  if (memory == nullptr) throw std::bad_alloc();
  *static_cast<volatile char*>(memory) = 0;  // else a compiler leaves the pair out
  std::free(memory);
  for (std::size_t i = 0; i < missing.count; ++i) {
    TlsIndex index{missing.modules[i], 0};
    __tls_get_addr(&index);
  }
  return true;
}

}  // namespace

const Codec& codec() {
  static const ConfinedCodec loaded(load());
  thread_local const bool has_data = k_makes_thread_data && make_thread_data();
  static_cast<void>(has_data);
  return loaded;
}

}  // namespace tfrec
