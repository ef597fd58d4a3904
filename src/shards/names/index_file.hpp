// SPDX-License-Identifier: Apache-2.0
// Index files for random access: text, one line "OFFSET SIZE" per record, both decimal: where its frame
// begins in the shard and how many bytes it has, the 16 bytes of framing included. Source: tools/tfrecord2idx
// of NVIDIA DALI and tfrecord2idx of the PyPI package `tfrecord`, which write the same lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/file.hpp"

namespace tfrec {

/// Whose names index files get; their content is the same.
enum class IndexFormat { dali, tfindex };

/// The name of a shard's index. dali: ".idx" behind the whole name, flowers00-230.tfrec.idx. tfindex, as the
/// PyPI package does it: ".tfindex" in place of .tfrec, .tfrecord or .tfrecords, flowers00-230.tfindex.
std::string index_name(std::string_view shard_name, IndexFormat format);

/// Whether a file is called as an index is.
bool is_index_name(std::string_view file_name);

struct IndexEntry {
  std::uint64_t offset = 0;  // of the frame
  std::uint64_t size = 0;    // of the frame, 16 bytes more than the payload
  bool operator==(const IndexEntry&) const = default;
};

void append_index_line(std::string& out, const IndexEntry& entry);

/// Reads an index entry by entry, in memory that does not depend on its size. Blanks and line ends may be of
/// any kind, as in the readers these files are for.
class IndexReader {
 public:
  /// The file must outlive the reader.
  explicit IndexReader(const InputFile& file);

  /// The next entry; nothing at the end, or where what follows is not two numbers.
  std::optional<IndexEntry> next();
  /// Whether that was the end, and not in an entry.
  bool is_at_end();

 private:
  bool skip_blanks();
  std::optional<std::uint64_t> number();
  std::string_view ahead();

  const InputFile& m_file;
  std::uint64_t m_offset = 0;  // of the next read
  std::vector<char> m_buffer;
  std::size_t m_begin = 0;
  std::size_t m_end = 0;
  bool m_is_cut = false;  // the last entry has an offset alone
};

/// Whether a file reads as the index of some shard: frames that follow each other from byte 0 to its end. An
/// empty file is the index of an empty shard.
bool is_index(const InputFile& file);

/// Whether an index lists just the frames of a shard that is not compressed, by the frames' headers.
bool is_index_of(const InputFile& index, const InputFile& shard);

}  // namespace tfrec
