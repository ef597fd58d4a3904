// SPDX-License-Identifier: Apache-2.0
#include "operations/repair/repair_shard.hpp"

#include <string>

#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/files/file.hpp"
#include "tfrecord/reading/reader.hpp"
#include "tfrecord/source/byte_source.hpp"

namespace tfrec {

namespace {

/// `writer`: where the intact records go; null if they are only looked at.
Salvaged salvage_file(const InputFile& input, ShardWriter* writer) {
  Reader reader(input);
  return salvage(reader, [&](const Record&, std::string_view frame) {
    if (writer != nullptr) writer->append(frame);
  });
}

void copy_bytes(const InputFile& input, ShardWriter& writer) {
  std::string block(std::size_t{1} << 20, '\0');
  for (std::uint64_t at = 0; at < input.size();) {
    throw_if_stopped();
    const std::size_t got = input.read_at(at, std::span<char>(block));
    if (got == 0) throw Error(ErrorKind::machine, input.name(), "became shorter while it was read");
    writer.append(std::string_view(block).substr(0, got));
    at += got;
  }
}

}  // namespace

SalvagedShard repair_shard(const std::filesystem::path& path, const std::filesystem::path& staged,
                           bool damaged_only, std::optional<std::uint64_t> expected) {
  const InputFile input(path);
  const Compression compression = sniff_compression(input);
  SalvagedShard shard;
  shard.bytes = input.size();
  const bool needs_look = damaged_only || compression != Compression::none;
  if (needs_look) shard.salvaged = salvage_file(input, nullptr);
  const bool is_right =
      shard.salvaged.is_intact() && shard.salvaged.kept == expected.value_or(shard.salvaged.kept);
  if (damaged_only && is_right) return shard;
  const bool copies = needs_look && shard.salvaged.is_intact();
  ShardWriter writer(staged, copies ? Compression::none : compression);
  if (copies) {
    copy_bytes(input, writer);
  } else {
    shard.salvaged = salvage_file(input, &writer);
  }
  if (input.has_changed()) throw Error(ErrorKind::machine, input.name(), "changed while it was read");
  if (shard.salvaged.kept > 0 || shard.salvaged.is_intact()) shard.facts = writer.finish();
  return shard;
}

}  // namespace tfrec
