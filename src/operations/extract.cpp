// SPDX-License-Identifier: Apache-2.0
#include "operations/extract.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "base/output_tree.hpp"
#include "base/parallel_for.hpp"
#include "base/printable.hpp"
#include "base/quantity.hpp"
#include "base/stop.hpp"
#include "dataset/classes.hpp"
#include "dataset/csv_cell.hpp"
#include "operations/extract_features.hpp"
#include "operations/extract_shard.hpp"
#include "operations/extract_table.hpp"
#include "operations/picture_names.hpp"
#include "operations/shard_progress.hpp"
#include "shards/staging.hpp"
#include "tfrecord/reader.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

constexpr const char* k_pictures_folder = "images";
constexpr const char* k_labels_name = "labels.csv";
constexpr const char* k_metadata_name = "metadata.csv";

/// Refuses a folder that holds anything but what a killed run left.
void require_empty(const fs::path& out, bool overwrite) {
  if (out.empty()) throw Error(ErrorKind::usage, "", "-o '' names no folder", "for instance -o pictures");
  std::error_code failed;
  const fs::file_status status = fs::status(out, failed);
  if (status.type() == fs::file_type::not_found) return;
  if (failed) throw system_error(failed.value(), out.string(), "cannot look at it");
  if (!fs::is_directory(status)) throw Error(ErrorKind::usage, out.string(), "is not a folder");
  if (overwrite) return;
  for (const auto& entry : fs::directory_iterator(out)) {
    if (entry.path().filename() == k_staging_name) continue;
    throw Error(ErrorKind::usage, out.string(), "is not empty",
                "name another folder with -o, or write into this one with --overwrite");
  }
}

/// What is there and can't be replaced is told before the work. A link is replaced, not followed.
void require_replaceable(const fs::path& path, fs::file_type wanted) {
  std::error_code failed;
  const fs::file_type type = fs::symlink_status(path, failed).type();
  if (type == fs::file_type::not_found || type == wanted) return;
  if (wanted == fs::file_type::regular && type == fs::file_type::symlink) return;
  const bool is_file_wanted = wanted == fs::file_type::regular;
  throw Error(ErrorKind::usage, path.string(),
              is_file_wanted ? "stands where a table is to be written, and is no file"
                             : "stands where the pictures are to be written, and is no folder of its own",
              "move it away, or name another folder with -o");
}

void require_unblocked(const fs::path& out, const AgreedChoices& agreed) {
  require_replaceable(out / k_pictures_folder, fs::file_type::directory);
  require_replaceable(out / k_labels_name, fs::file_type::regular);
  require_replaceable(out / k_metadata_name, fs::file_type::regular);
  for (const ClassColumn& column : agreed.classes)
    require_replaceable(out / column.file, fs::file_type::regular);
}

/// labels.csv, and metadata.csv beside it: the same rows, each with its own first column.
class TableFiles {
 public:
  TableFiles(const ExtractOptions& options, const fs::path& staging, const std::vector<std::string>& header)
      : m_raw(options.raw_csv), m_labels(options.out / k_labels_name, staging) {
    if (options.metadata) m_metadata.emplace(options.out / k_metadata_name, staging);
    std::string rest;
    for (std::size_t i = 1; i < header.size(); ++i) rest += "," + csv_quoted(text(header[i]));
    add(csv_quoted(text(header.front())), "file_name", rest);
  }

  void add_picture(const PictureNames::Name& name, const std::string& rest) {
    add(csv_quoted(name.cell), csv_quoted(std::string(k_pictures_folder) + "/" + name.path), rest);
  }

  void commit() {
    if (m_metadata) {
      m_metadata->write(m_metadata_lines);
      m_metadata->commit();
    }
    m_labels.write(m_label_lines);
    m_labels.commit();
  }

 private:
  std::string text(const std::string& header) const { return m_raw ? header : neutralised(header); }

  void add(const std::string& first, const std::string& file_name, const std::string& rest) {
    append(m_labels, m_label_lines, first + rest + "\n");
    if (m_metadata) append(*m_metadata, m_metadata_lines, file_name + rest + "\n");
  }

  static void append(AtomicFile& file, std::string& lines, const std::string& line) {
    lines += line;
    if (lines.size() < (std::size_t{1} << 20U)) return;
    file.write(lines);
    lines.clear();
  }

  bool m_raw;
  AtomicFile m_labels;
  std::string m_label_lines;
  std::optional<AtomicFile> m_metadata;
  std::string m_metadata_lines;
};

/// What the record says its picture is called; empty where it doesn't.
std::string name_in(const ExampleView& example, const std::string& feature) {
  const FeatureView* found = feature.empty() ? nullptr : example.find(feature);
  if (found == nullptr || found->length != 1) return {};
  if (found->kind == ListKind::int64_list) {
    std::vector<std::int64_t> values;
    example.read(*found, values);
    return std::to_string(values.front());
  }
  if (found->kind != ListKind::bytes) return {};
  std::vector<std::string_view> values;
  example.read(*found, values);
  return std::string(values.front());
}

/// Gives the pictures their names, in the order of the shards, and tells the table of each.
class Publishing {
 public:
  Publishing(const ExtractOptions& options, const ExtractFeatures& features, ExtractTable& table,
             TableFiles& files)
      : m_options(options),
        m_features(features),
        m_table(table),
        m_files(files),
        m_tree(options.out / k_pictures_folder) {}

  void add(const ExtractedShard& shard) {
    const InputFile rest(shard.rest());
    Reader reader(rest);
    for (std::size_t i = 0; i < shard.formats.size(); ++i) {
      throw_if_stopped();
      const ReadItem item = reader.next();
      const auto* record = std::get_if<Record>(&item);
      if (record == nullptr || !m_view.parse(record->payload))
        throw Error(ErrorKind::machine, rest.name(), "changed while it was read");
      const PictureNames::Name name =
          m_names.next(name_in(m_view, m_features.name), shard.formats[i], m_number++);
      if (name.is_renamed) ++m_renamed;
      m_tree.move_in(shard.picture(i), name.path, m_options.overwrite);
      m_line.clear();
      m_table.append_cells(m_line, m_view, m_options.raw_csv);
      m_files.add_picture(name, m_line);
    }
  }

  const OutputTree& tree() const { return m_tree; }
  std::uint64_t renamed() const { return m_renamed; }

 private:
  const ExtractOptions& m_options;
  const ExtractFeatures& m_features;
  ExtractTable& m_table;
  TableFiles& m_files;
  OutputTree m_tree;
  PictureNames m_names;
  ExampleView m_view;
  std::string m_line;
  std::uint64_t m_number = 0;
  std::uint64_t m_renamed = 0;
};

/// A table from before must not stand beside other pictures.
void remove_tables(const fs::path& out) {
  for (const char* name : {k_labels_name, k_metadata_name}) {
    std::error_code failed;
    fs::remove(out / name, failed);
    if (failed) throw system_error(failed.value(), (out / name).string(), "cannot remove");
  }
}

/// The classes in the order of their ids, which a build needs to give the same ones.
void write_classes(const fs::path& out, const fs::path& staging, const AgreedChoices& agreed,
                   const std::vector<std::string>& columns) {
  for (const ClassColumn& column : agreed.classes) {
    if (std::find(columns.begin(), columns.end(), column.column) == columns.end()) continue;
    std::vector<std::string> names;
    for (const ClassCount& known : column.classes) names.push_back(known.name);
    write_file_atomically(out / column.file, classes_file_content(ClassList(std::move(names))), staging);
  }
}

/// A manifest that can't be read is no reason to leave the pictures where they are.
void tell_unread_manifests(const FoundShards& found, Observer& observer) {
  for (const ShardSet& set : found.sets) {
    if (set.manifest) continue;
    observer.warning(printable(set.manifest_file().string()) + ": " + printable(set.problem) +
                     "; names of columns and classes are not taken from it");
  }
}

/// One column shows the classes of all sources, so it must be known what their numbers mean.
void require_known_classes(const ShardOrigins& origins, const MergedClasses& classes) {
  for (const ClassConflict& conflict : classes.differences) {
    if (conflict.can_be_renumbered) continue;
    const ShardOrigin& origin = origins.all[conflict.origin];
    throw Error(ErrorKind::usage, origin.folder.empty() ? "." : origin.folder.string(), conflict.message,
                "extract each source into a folder of its own");
  }
}

std::vector<ExtractedShard> extract_shards(const FoundShards& found, const ShardOrigins& origins,
                                           const std::vector<Renumbering>& renumberings,
                                           const ExtractFeatures& features, const fs::path& staging,
                                           unsigned threads, Observer& observer) {
  std::vector<ExtractedShard> shards(found.shards.size());
  ShardProgress progress(observer, shards.size());
  parallel_for(shards.size(), threads, [&](std::size_t i) {
    shards[i] = extract_shard(found.shards[i].path, features, renumberings[origins.of_shard[i]],
                              staging / std::to_string(i));
    progress.done(shards[i].file.bytes);
  });
  return shards;
}

}  // namespace

bool ExtractResult::ok() const {
  return std::all_of(files.begin(), files.end(),
                     [](const ExtractedFile& file) { return file.problems.empty(); });
}

ExtractResult extract(const ExtractOptions& options, Observer& observer) {
  const auto start = std::chrono::steady_clock::now();
  require_empty(options.out, options.overwrite);
  const FoundShards found = find_shards(options.paths);
  require_finished_sets(found);
  tell_unread_manifests(found, observer);
  ShardOrigins origins = shard_origins(found);
  const MergedClasses classes = merge_classes(origins, {});
  require_known_classes(origins, classes);
  const AgreedChoices agreed = agreed_choices(origins, classes);
  require_unblocked(options.out, agreed);
  const ExtractFeatures features = choose_features(options, found, agreed, observer);
  const Staging staging(options.out);
  staging.start_anew();
  std::vector<ExtractedShard> shards = extract_shards(found, origins, classes.renumberings, features,
                                                      staging.folder(), options.threads, observer);

  Schema schema;
  std::vector<Schema> schemas;  // of each shard
  std::set<std::string, std::less<>> no_text;
  for (const ExtractedShard& shard : shards) {
    schema.add(shard.schema);
    no_text.insert(shard.no_text.begin(), shard.no_text.end());
    schemas.push_back(shard.schema);
  }
  origins.add_features(schemas);
  require_known_classes(origins, merge_classes(origins, {}));
  ExtractTable table(features, agreed, schema, no_text);
  ExtractResult result;
  result.columns = table.header();
  result.left_out = table.left_out();
  result.image_feature = features.image;
  result.name_feature = features.name;

  remove_tables(options.out);
  TableFiles files(options, staging.folder(), result.columns);
  Publishing publishing(options, features, table, files);
  for (ExtractedShard& shard : shards) {
    publishing.add(shard);
    result.pictures += shard.file.pictures;
    result.picture_bytes += shard.picture_bytes;
    result.files.push_back(std::move(shard.file));
  }
  write_classes(options.out, staging.folder(), agreed, result.columns);
  publishing.tree().sync();
  files.commit();
  result.renamed = publishing.renamed();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace tfrec
