// SPDX-License-Identifier: Apache-2.0
// `tfrec verify`: all damage in all shards, named by file, record and byte offset. Prints nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "image/decode_options.hpp"
#include "operations/verify/expected_shape.hpp"

namespace tfrec {

class RecordVisitor;

struct VerifyOptions {
  std::vector<std::string> paths;
  bool framing_only = false;  // stop before the payloads' content
  unsigned threads = 1;
  bool pixels = false;  // decode every image
  std::uint64_t max_pixels = DecodeOptions{}.max_pixels;
  std::optional<ExpectedShape> expected;  // of every image
  std::string spec;                       // path of a JSON file of what every record must hold; "" for none
  std::filesystem::path listing;          // of verify_listing(): a bucket's listing; "-" is stdin
};

/// One damaged byte range of a file. Kinds: those of Damage, "example" (a payload TensorFlow's parsers refuse
/// or read differently), "schema" (a feature changes its kind within the file), "pixels" (an image that a
/// build would take for bad), "unreadable" (the machine failed on the file; the others were looked at all the
/// same), "changed" (the file changed while it was read), "expect" (an image of another shape than was
/// expected), "spec" (a record that breaks the spec), "boxes" (boxes that readers refuse or misread), "masks"
/// (masks that can't be read, or do not fit their image or classes), "name" (another count than the name's).
struct FileProblem {
  std::string kind;
  std::uint64_t record = 0;  // zero-based; of a "name" problem the number of records
  std::uint64_t offset = 0;  // in the (uncompressed) file
  std::uint64_t length = 0;
  std::string message;                   // printable
  std::optional<std::string> feature{};  // as the record has it, where the problem is one feature's
};

/// What the records of a file are.
enum class RecordContent {
  none,               // no records, or none that were looked at
  examples,           // tf.train.Example
  sequence_examples,  // tf.train.SequenceExample
  opaque,             // payloads of another kind
};
std::string_view to_string(RecordContent content);  // "none", "examples", "sequence_examples", "opaque"

struct VerifiedFile {
  std::string path;
  std::uint64_t records = 0;  // intact ones
  std::uint64_t bytes = 0;    // of the file, as it is stored
  RecordContent content = RecordContent::none;
  bool ok = true;           // neither problems of its own nor of its set
  bool is_damaged = false;  // its framing, or the bytes of a record
  std::vector<FileProblem> problems;
};

/// What is wrong between files. Kinds: "schema" (another one than the other shards of the folder, or than the
/// manifest's), "name" (a shard is missing by the names of the others), "manifest" (a shard missing
/// or extra, other records, bytes or checksum than it has), "not_a_file" (a FIFO, or a link to nothing,
/// under a shard's name), "side_file" (a file that the manifest names beside the shards is missing or
/// differs), "index" (an index beside a shard does not fit
/// it), "unreadable" (the machine failed on such a file), "unfinished" (files have final names, and
/// their set is not complete), "expect" (nothing that could be compared with the expected shape), "listing"
/// (a shard is missing from a bucket's listing, or differs from it).
struct SetProblem {
  std::string kind;
  std::string path;
  std::string message;  // printable
};

/// What a listing of a bucket shows of the shards.
struct ListingFacts {
  std::vector<std::string> prefixes;  // of each set that is in it: "gs://bucket/flowers/"
  std::uint64_t checked = 0;          // shards of the manifest's size and CRC32C
  std::uint64_t without_crc32c = 0;   // of its size, and the listing has no CRC32C
  std::uint64_t composite = 0;        // of its size, and the CRC32C is of checksums of parts
  std::uint64_t others = 0;           // objects that are no shards
};

struct VerifyResult {
  bool ok = true;
  bool unreadable = false;  // the machine failed on some file: another try may help
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
  std::uint64_t images = 0;      // with --pixels those that were decoded, with --expect those of that shape
  std::uint64_t unexpected = 0;  // images of another shape than expected; their problems may be fewer
  std::vector<VerifiedFile> files;
  std::vector<SetProblem> problems;
  std::vector<std::string> warnings;    // printable; nothing that makes data bad, but results of a training
  std::vector<std::string> notes;       // printable; nothing that makes data bad
  std::optional<ListingFacts> listing;  // of verify_listing()
};

/// Verifies. Throws Error where a path can't be found or read; damage is in the result. `visitor`, if any,
/// sees the records, and with --pixels the images.
VerifyResult verify(const VerifyOptions& options, Observer& observer, RecordVisitor* visitor = nullptr);

}  // namespace tfrec
