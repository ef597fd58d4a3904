// SPDX-License-Identifier: Apache-2.0
// `tfrec extract`: shards in, images, masks, files and labels.csv out. Prints nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "operations/extract/files/extract_loss.hpp"
#include "records/image/raw_images.hpp"

namespace tfrec {

struct ExtractOptions {
  std::vector<std::string> paths;
  std::vector<std::string> records;  // only these, as select_records() takes them; empty: all
  std::vector<std::string> filters;  // as RecordFilter takes them; all must hold
  std::filesystem::path out;
  std::string image_feature;        // empty: guessed
  std::string name_feature;         // empty: guessed
  std::optional<ValueShape> shape;  // of the raw pixels of all records
  bool metadata = false;            // metadata.csv as well, as Hugging Face's ImageFolder reads it
  bool raw_csv = false;             // cells as they are, formulas too
  bool overwrite = false;
  unsigned threads = 1;
};

/// A record that gave no image, or damage.
struct ExtractProblem {
  std::string kind;  // as Damage's, or "example", "picture"
  std::uint64_t record = 0;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::string message;  // printable
};

struct ExtractedFile {
  std::string path;
  std::uint64_t images = 0;
  std::uint64_t bytes = 0;  // of the file, as it is stored
  std::vector<ExtractProblem> problems;
  std::uint64_t more_problems = 0;  // beyond those listed
  std::uint64_t not_extracted = 0;  // records; fewer than problems where only headers are damaged
  bool is_loss_known = true;        // else not_extracted is the least
  std::string hint;                 // how to save the image of a damaged record, where `inspect` can
};

struct ExtractResult {
  std::vector<ExtractedFile> files;
  std::uint64_t images = 0;
  std::uint64_t rows = 0;      // of labels.csv
  std::uint64_t filtered = 0;  // records that do not pass the filters
  std::uint64_t image_bytes = 0;
  std::uint64_t masks = 0;
  std::uint64_t companion_files = 0;  // files beside images that a column of labels.csv names
  std::uint64_t companion_bytes = 0;  // of masks and these files
  std::uint64_t renamed = 0;          // images whose record names a file otherwise
  std::uint64_t escaped = 0;          // cells and column names with a ' before a formula sign
  std::string image_feature;
  std::string name_feature;           // empty: images are numbered
  std::vector<std::string> columns;   // of labels.csv
  std::vector<std::string> left_out;  // features without a column, printable, with the reason
  std::vector<ExtractLoss> not_rebuilt;
  std::vector<std::string> not_built;  // of these, features with a column that build_options leave out
  std::string label_separator;         // between the labels of a cell; empty if no cell holds several
  std::string classes_file;            // for --classes; empty if build lists the classes of the table alike
  std::optional<std::int64_t> label_base;  // for --label-base; nothing if it is the default
  std::string split_column;                // empty if there are no splits, or one
  std::vector<std::string> build_options;  // that make equal records of OUT/images and OUT/labels.csv

  bool ok() const;
};

/// Extracts. Damage is a problem of the result; the other records are written. Throws Error: bad_data if
/// no feature holds images, usage if `out` holds something else, or a feature that was named is not
/// there.
ExtractResult extract(const ExtractOptions& options, Observer& observer);

}  // namespace tfrec
