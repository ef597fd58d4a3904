// SPDX-License-Identifier: Apache-2.0
// What the name of a shard contains.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tfrec {

/// The record count in a shard's file name (not a path): flowers00-230.tfrec -> 230, 00-224x224-798.tfrec ->
/// 798. The count is between the last '-' and the '.' of the extension, has no leading zero, and follows
/// a digit, the end of the shard's number: so train-00001.tfrecord, train-1.tfrecord and the numbers of
/// x-train.tfrecord-00000-of-00005 are not counts. Returns nothing for a name without a count, and UINT64_MAX
/// for one that does not fit 64 bits: no file contains as many records.
std::optional<std::uint64_t> count_in_name(std::string_view file_name);
/// The same for messages, also where it does not fit 64 bits: "230 records".
std::string count_text_in_name(std::string_view file_name);

/// The framing of so many records takes 16 PiB: no file holds more. So many files of so many records add up
/// without wrapping.
inline constexpr std::uint64_t k_most_records = std::uint64_t{1} << 50U;

/// The name without its count, for names that carry one: flowers00-230.tfrec and flowers00-231.tfrec are both
/// flowers00.tfrec, and so the same shard of a set. Else the name.
std::string name_without_count(std::string_view file_name);

/// The name without the mark that systems give to copies: "a (1).tfrec", "a copy.tfrec" and "a - Copy.tfrec"
/// are all a.tfrec.
std::string name_without_copy_mark(std::string_view file_name);
/// What the names of all files of one shard share: no count, no mark of a copy, no ".gz".
std::string name_of_shard(std::string_view file_name);

/// The name with another count, for names that carry one: flowers00-230.tfrec, 229 -> flowers00-229.tfrec.
/// Else the name.
std::string name_with_count(std::string_view file_name, std::uint64_t count);

/// The name without .tfrec, .tfrecord or .tfrecords (any case) at its end.
std::string_view name_without_extension(std::string_view file_name);

/// Which shard of how many: x-train.tfrecord-00003-of-00008 -> x-train.tfrecord, 3, 8, as TFDS names shards;
/// train-00003-of-00008.tfrecord.gz -> train, 3, 8, .tfrecord.gz; x_train_00003-of-00008.tfrecord of TF-Slim.
struct ShardNumber {
  std::string_view stem;
  std::uint64_t index = 0;
  std::uint64_t shards = 0;  // 0: unknown
  std::string_view extension{};
  std::size_t digits = 5;
  char before = '-';  // the number: '-' or '_'
};
std::optional<ShardNumber> number_in_name(std::string_view file_name);
/// The shard's number in a name with a count: train03-20.tfrec -> train, 3, .tfrec, of an unknown number.
std::optional<ShardNumber> number_before_count(std::string_view file_name);
/// The number of two or more digits at the end of another name: data-00003.tfrecord.gz -> data-, 3,
/// .tfrecord.gz, of an unknown number.
std::optional<ShardNumber> number_at_end(std::string_view file_name);
/// The name that number_in_name() reads back.
std::string numbered_name(const ShardNumber& number);

/// Whether a file in a folder is taken for a shard: .tfrec, .tfrecord, .tfrecords, .record (any case), one of
/// these and .gz, or -NNNNN-of-NNNNN or _NNNNN-of-NNNNN (also with .gz, and as a copy: "x-00000-of-00002
/// (1)").
bool has_shard_name(std::string_view file_name);

}  // namespace tfrec
