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

Anchors strict_anchors(const InputFile& input) {
  Reader reader(input, HeaderTrust::half);
  return find_anchors(reader);
}

/// `anchors`: only what they prove is kept. `writer`: where the records go; null if they are only looked at.
Salvaged salvage_file(const InputFile& input, const std::optional<Anchors>& anchors, ShardWriter* writer) {
  Reader reader(input, anchors ? HeaderTrust::half : HeaderTrust::payload);
  const auto keep = [&](const Record&, std::string_view frame) {
    if (writer != nullptr) writer->append(frame);
  };
  return salvage(reader, keep, anchors ? &*anchors : nullptr);
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
                           const RepairShardOptions& options) {
  const InputFile input(path);
  const Compression compression = sniff_compression(input);
  SalvagedShard shard;
  shard.bytes = input.size();
  const std::optional<Anchors> anchors = options.strict ? std::optional(strict_anchors(input)) : std::nullopt;
  const bool needs_look = options.damaged_only || compression != Compression::none;
  if (needs_look) shard.salvaged = salvage_file(input, anchors, nullptr);
  const bool is_right =
      shard.salvaged.is_intact() && shard.salvaged.kept == options.records.value_or(shard.salvaged.kept);
  if (options.damaged_only && is_right) return shard;
  const bool copies = needs_look && shard.salvaged.is_intact();
  ShardWriter writer(staged, copies ? Compression::none : compression);
  if (copies) {
    copy_bytes(input, writer);
  } else {
    shard.salvaged = salvage_file(input, anchors, &writer);
  }
  if (input.has_changed()) throw Error(ErrorKind::machine, input.name(), "changed while it was read");
  if (shard.salvaged.kept > 0 || shard.salvaged.is_intact()) shard.facts = writer.finish();
  return shard;
}

}  // namespace tfrec
