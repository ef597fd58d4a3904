// SPDX-License-Identifier: Apache-2.0
// Preloaded into a program under test (LD_PRELOAD): surroundings that must not show in what it writes.
//
//   TFREC_FOLDER_ORDER  a seed: folders list their entries in an order of its own, as another disk would
//   TFREC_SET_LOCALE    set: C and C++ take the environment's locale, as some library may make them do
#include <algorithm>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>
#include <locale>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <vector>

namespace {

/// The entries of an open folder, shuffled.
struct Listing {
  std::vector<dirent> entries;
  std::size_t next = 0;
};

std::mutex mutex;

/// Never destroyed: threads may still read while the program ends.
std::map<DIR*, Listing>& listings() {
  static auto* const made = new std::map<DIR*, Listing>;
  return *made;
}

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

Listing shuffled(DIR* folder, const char* seed) {
  static const auto real = next<dirent* (*)(DIR*)>("readdir");
  Listing listing;
  while (const dirent* entry = real(folder)) {
    dirent copy{};
    std::memcpy(&copy, entry, std::min<std::size_t>(entry->d_reclen, sizeof copy));
    listing.entries.push_back(copy);
  }
  std::mt19937_64 random(std::strtoull(seed, nullptr, 10));
  std::shuffle(listing.entries.begin(), listing.entries.end(), random);
  return listing;
}

[[gnu::constructor]] void take_locale() {
  if (std::getenv("TFREC_SET_LOCALE") == nullptr) return;
  if (std::setlocale(LC_ALL, "") == nullptr) std::abort();
  std::locale::global(std::locale(""));
}

}  // namespace

extern "C" {

dirent* readdir(DIR* folder) {
  static const auto real = next<dirent* (*)(DIR*)>("readdir");
  const char* seed = std::getenv("TFREC_FOLDER_ORDER");
  if (seed == nullptr) return real(folder);
  const std::lock_guard lock(mutex);
  auto known = listings().find(folder);
  if (known == listings().end()) known = listings().emplace(folder, shuffled(folder, seed)).first;
  Listing& listing = known->second;
  return listing.next < listing.entries.size() ? &listing.entries[listing.next++] : nullptr;
}

int closedir(DIR* folder) {
  static const auto real = next<int (*)(DIR*)>("closedir");
  {
    const std::lock_guard lock(mutex);
    listings().erase(folder);
  }
  return real(folder);
}

}  // extern "C"
