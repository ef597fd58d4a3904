// SPDX-License-Identifier: Apache-2.0
// Rows against images, both ways, before any image is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "dataset/folder/image_folder.hpp"
#include "dataset/join/join.hpp"
#include "dataset/table/table.hpp"

namespace tfrec {

struct AuditOptions {
  bool allow_missing_images = false;
  bool allow_repeats = false;
  bool strict = false;            // images without a row are an error too
  std::size_t examples = 5;       // per finding
  bool record_per_image = false;  // images are in several rows
  bool keep_unlisted = false;     // images without a row become records
};

enum class FindingKind {
  rows_without_image,   // an error unless allowed
  rows_ambiguous,       // always an error
  rows_leaving_folder,  // always an error
  repeated_images,     // one image in several rows: an error unless allowed; counts the rows beyond the first
  repeated_rows,       // of these, rows equal to an earlier one in every cell: a note
  images_without_row,  // a note; an error under strict
};

/// All texts are safe to print but `place`, which is a path.
struct FindingExample {
  std::string place;    // "labels.csv:17", or the image's path
  std::string message;  // "no image for 'a1.jpg' (nearest: 'a1.jpeg')"
  std::string brief;    // "line 17 'a1.jpg'", for a list of several
};

struct Finding {
  FindingKind kind = FindingKind::rows_without_image;
  bool is_error = false;
  std::uint64_t count = 0;
  std::string summary;  // "12 of 160 rows have no image"
  std::vector<FindingExample> examples;
  std::string hint;  // what to type to go on; may be empty
};

struct Audit {
  std::uint64_t rows = 0;
  std::uint64_t images = 0;       // in the folder
  std::uint64_t images_used = 0;  // named by a row
  std::vector<Finding> findings;  // errors first; only those with a count

  bool passed() const;
};

Audit audit_join(const Table& table, std::size_t image_column, const ImageFolder& folder, const Join& join,
                 const AuditOptions& options);

/// The Error (bad_data) for an audit that did not pass: its first example, how many more there are, and the
/// hint.
Error audit_error(const Audit& audit);

}  // namespace tfrec
