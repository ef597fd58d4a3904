// SPDX-License-Identifier: Apache-2.0
#include "sets/making/part_folders.hpp"

#include <system_error>
#include <unistd.h>

#include "base/concurrency/stop.hpp"
#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "sets/plan/test_part.hpp"
#include "shards/publish/staging.hpp"

namespace tfrec {

namespace fs = std::filesystem;

std::uint64_t copy_file_atomically(const fs::path& from, const fs::path& target) {
  const InputFile source(from);
  AtomicFile copy(target);
  std::string block(std::size_t{1} << 20, '\0');
  std::uint64_t copied = 0;
  while (const std::size_t got = source.read_at(copied, std::span<char>(block))) {
    throw_if_stopped();
    copy.write(std::string_view(block).substr(0, got));
    copied += got;
  }
  copy.commit();
  return copied;
}

namespace {

/// keep() gives a copy its name and syncs the folder.
void import_shard(const ShardStore& from, const ShardStore& to, std::size_t number) {
  std::optional<StagedShard> shard = from.find(number);
  if (!shard) return;
  for (std::size_t v = 0; v < shard->files.size(); ++v) {
    const fs::path draft = to.draft(number, v);
    if (::link(shard->files[v].file.c_str(), draft.c_str()) != 0)
      copy_file_atomically(shard->files[v].file, draft);
    shard->files[v].file = draft;
  }
  to.keep(number, *shard);
}

}  // namespace

std::vector<ShardStore> stores_in(const std::vector<BuildPart>& parts, const fs::path& staging,
                                  const std::string& plan) {
  std::vector<ShardStore> stores;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    stores.emplace_back(i == 0 ? staging : staging / k_test_split,
                        ShardOrigin{plan, versions_text(parts[i].planned.set)});
  }
  return stores;
}

void import_shards(const std::vector<ShardStore>& from, const std::vector<ShardStore>& to,
                   const ShardNumbers& wanted) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    for (const std::size_t shard : wanted[i]) {
      throw_if_stopped();
      import_shard(from[i], to[i], shard);
    }
  }
}

void remove_shards(const std::vector<BuildPart>& parts, const fs::path& staging, const ShardNumbers& shards,
                   const std::string& plan) {
  std::error_code ignored;
  const std::vector<ShardStore> stores = stores_in(parts, staging, plan);
  for (std::size_t i = stores.size(); i-- > 0;) {
    for (const std::size_t shard : shards[i]) stores[i].drop(shard, parts[i].prepared->maker->variants());
    if (i > 0) fs::remove(stores[i].folder(), ignored);  // only if it is empty
  }
  if (fs::exists(staging, ignored)) sync_folder(staging);  // without a plan nobody knows what the rest is
  if (!holds_unfinished_build(staging)) ::unlink((staging / k_planned_name).c_str());
  remove_if_empty(staging);
}

}  // namespace tfrec
