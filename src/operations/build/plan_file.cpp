// SPDX-License-Identifier: Apache-2.0
#include "operations/build/plan_file.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <utility>
#include <variant>

#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/files/atomic_file.hpp"
#include "base/files/temporary_file.hpp"
#include "base/sha256.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/folder/relative_path.hpp"
#include "dataset/splits/splits.hpp"
#include "plan.pb.h"
#include "tfrecord/framing.hpp"
#include "tfrecord/reading/read_all.hpp"
#include "tfrecord/reading/reader.hpp"
#include "tfrecord/source/byte_source.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

constexpr std::uint32_t k_format_version = 1;
constexpr std::size_t k_rows_per_record = 50'000;
constexpr std::size_t k_csv_bytes_per_record = 4'000'000;
constexpr const char* k_hint = "make the plan again: tfrec plan IMAGES … -o FILE";

/// Records one behind the other, hashed for the last one.
class PlanWriter {
 public:
  explicit PlanWriter(AtomicFile& file) : m_file(file) {}

  void add(const proto::PlanRecord& record) {
    throw_if_stopped();
    const std::string payload = record.SerializeAsString();
    m_hash.add(payload);
    write(payload);
  }
  void finish() {
    proto::PlanRecord last;
    last.set_sha256(m_hash.hex());
    write(last.SerializeAsString());
  }

 private:
  void write(const std::string& payload) {
    std::string frame;
    append_frame(frame, payload);
    m_file.write(frame);
  }

  AtomicFile& m_file;
  Sha256 m_hash;
};

proto::PlanRecord header_of(const SavedPlan& plan) {
  proto::PlanRecord record;
  proto::PlanHeader& header = *record.mutable_header();
  header.set_format_version(k_format_version);
  header.set_manifest(plan.manifest);
  header.set_plan(plan.plan);
  header.set_fingerprint(plan.fingerprint);
  header.set_labels(plan.labels);
  header.set_max_bad(plan.max_bad.count);
  if (plan.max_bad.percent) header.set_max_bad_percent(*plan.max_bad.percent);
  for (const SavedPart& part : plan.parts) {
    proto::PlanPart& to = *header.add_parts();
    to.set_deviation(part.deviation);
    to.set_filtered(part.filtered);
    if (part.boxes) write_box_header(*part.boxes, to);
    for (const std::string& name : part.split_names) to.add_split_names(name);
    for (const SavedSplit& split : part.splits) {
      proto::PlanSplit& to_split = *to.add_splits();
      to_split.set_shards(split.shards);
      to_split.set_shard_rule(split.shard_rule);
      for (const std::uint64_t bytes : split.predicted_bytes) to_split.add_predicted_bytes(bytes);
      for (const std::string& request : split.given_up) to_split.add_given_up(request);
    }
  }
  return record;
}

/// The entries of a list that belong to the piece which begins at `begin`.
template <class Element, class Add>
void add_piece(const std::vector<Element>& list, std::size_t begin, const Add& add) {
  for (std::size_t i = begin; i < std::min(begin + k_rows_per_record, list.size()); ++i) add(list[i]);
}

void write_rows(PlanWriter& writer, const SavedPart& part, std::uint32_t number) {
  const std::size_t longest =
      std::max({part.paths.size(), part.selected.size(), part.rows.size(), part.row_begins.size(),
                part.left_out.size(), part.boxes ? part.boxes->longest() : 0});
  for (std::size_t begin = 0; begin < longest; begin += k_rows_per_record) {
    proto::PlanRecord record;
    proto::PlanRows& rows = *record.mutable_rows();
    rows.set_part(number);
    add_piece(part.paths, begin, [&](const std::string& path) { rows.add_paths(path); });
    add_piece(part.selected, begin, [&](RowIndex row) { rows.add_selected(row.value()); });
    add_piece(part.rows, begin, [&](RowIndex row) { rows.add_rows(row.value()); });
    add_piece(part.row_begins, begin, [&](std::uint32_t row) { rows.add_row_begins(row); });
    add_piece(part.images, begin, [&](std::uint32_t image) { rows.add_images(image); });
    add_piece(part.image_bytes, begin, [&](std::uint64_t bytes) { rows.add_image_bytes(bytes); });
    add_piece(part.split_of_sample, begin, [&](std::uint16_t split) { rows.add_split_of_sample(split); });
    if (part.boxes) write_box_lists(*part.boxes, begin, begin + k_rows_per_record, rows);
    for (const Companions& list : part.companions) {
      proto::PlanFiles& files = *rows.add_companions();
      add_piece(list.paths, begin, [&](const std::string& path) { files.add_paths(path); });
      add_piece(list.bytes, begin, [&](std::uint64_t bytes) { files.add_bytes(bytes); });
    }
    add_piece(part.left_out, begin, [&](const LeftOutRow& one) {
      proto::PlanLeftOut& to = *rows.add_left_out();
      to.set_row(one.row);
      to.set_image(one.image);
      to.set_action(one.action);
    });
    writer.add(record);
  }
}

void write_csv(PlanWriter& writer, const InputFile& csv) {
  for (std::uint64_t at = 0; at < csv.size(); at += k_csv_bytes_per_record) {
    std::string piece(std::min<std::uint64_t>(k_csv_bytes_per_record, csv.size() - at), '\0');
    piece.resize(csv.read_at(at, std::span<char>(piece)));
    proto::PlanRecord record;
    record.set_csv(std::move(piece));
    writer.add(record);
  }
}

/// Takes records one by one, in the order they are written in, and gives the plan they make.
class PlanReader {
 public:
  explicit PlanReader(const std::string& name) : m_name(name) {}

  void take(std::string_view payload) {
    if (m_ended) fail("continues after its end");
    proto::PlanRecord record;
    if (payload.size() > INT32_MAX ||
        !record.ParseFromArray(payload.data(), static_cast<int>(payload.size())))
      fail("is not a plan");
    if (m_plan.parts.empty() != record.has_header()) fail("is not a plan");
    if (record.has_sha256()) {
      if (record.sha256() != m_hash.hex()) fail("does not agree with its own hash");
      m_ended = true;
      return;
    }
    m_hash.add(payload);
    if (record.has_header()) {
      take_header(record.header());
    } else if (record.has_rows()) {
      take_rows(record.rows());
    } else {
      take_csv(record.csv());
    }
  }

  SavedPlan plan() {
    if (!m_ended) fail("is cut short");
    if (!m_plan.labels.empty()) {
      if (!m_csv.is_open()) fail("lacks its table");
      m_plan.csv.emplace(std::move(m_csv), m_plan.labels);
    }
    for (const SavedPart& part : m_plan.parts) check(part);
    return std::move(m_plan);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorKind::bad_data, m_name, what, k_hint);
  }

  void take_header(const proto::PlanHeader& header) {
    if (header.format_version() != k_format_version) {
      fail("is a plan of format " + std::to_string(header.format_version()) + ", and this tfrec knows " +
           std::to_string(k_format_version));
    }
    if (header.parts_size() < 1 || header.parts_size() > 2) fail("is not a plan");
    m_plan.manifest = header.manifest();
    m_plan.plan = header.plan();
    m_plan.fingerprint = header.fingerprint();
    m_plan.labels = fs::path(header.labels()).filename().string();
    m_plan.max_bad.count = header.max_bad();
    if (header.has_max_bad_percent()) m_plan.max_bad.percent = header.max_bad_percent();
    for (const proto::PlanPart& from : header.parts()) {
      SavedPart& part = m_plan.parts.emplace_back();
      part.deviation = from.deviation();
      part.filtered = from.filtered();
      if (from.has_boxes()) part.boxes = read_box_header(from);
      part.split_names.assign(from.split_names().begin(), from.split_names().end());
      for (const proto::PlanSplit& split : from.splits()) {
        part.splits.push_back({split.shards(),
                               {split.predicted_bytes().begin(), split.predicted_bytes().end()},
                               split.shard_rule(),
                               {split.given_up().begin(), split.given_up().end()}});
      }
    }
  }

  void take_rows(const proto::PlanRows& rows) {
    if (rows.part() >= m_plan.parts.size()) fail("names a part it does not have");
    SavedPart& part = m_plan.parts[rows.part()];
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    const auto append_rows = [](std::vector<RowIndex>& to, const auto& from) {
      for (const std::uint32_t row : from) to.emplace_back(row);
    };
    append(part.paths, rows.paths());
    append_rows(part.selected, rows.selected());
    append_rows(part.rows, rows.rows());
    append(part.row_begins, rows.row_begins());
    append(part.images, rows.images());
    append(part.image_bytes, rows.image_bytes());
    if (part.boxes) read_box_lists(rows, *part.boxes);
    std::size_t list = 0;
    for (const proto::PlanFiles& files : rows.companions()) {
      if (list == part.companions.size()) part.companions.emplace_back();
      append(part.companions[list].paths, files.paths());
      append(part.companions[list++].bytes, files.bytes());
    }
    for (const proto::PlanLeftOut& one : rows.left_out())
      part.left_out.push_back({one.row(), one.image(), one.action()});
    for (const std::uint32_t split : rows.split_of_sample()) {
      if (split >= part.split_names.size()) fail("names a split it does not have");
      part.split_of_sample.push_back(static_cast<std::uint16_t>(split));
    }
  }

  void take_csv(const std::string& piece) {
    if (m_plan.labels.empty()) fail("contains a table without a name");
    if (!m_csv.is_open()) m_csv = temporary_file();
    write_all(m_csv.get(), piece, m_name);
  }

  /// Checks names and lists; the fingerprint shows that they are the right ones.
  void check(const SavedPart& part) const {
    check_lists(part);
    for (const std::string& path : part.paths) check_path(path);
    for (const Companions& list : part.companions) {
      for (const std::string& path : list.paths) check_path(path);
    }
    for (const std::string& name : part.split_names) {
      const std::string problem = problem_of_split_name(name);
      if (!problem.empty()) fail("has a split '" + printable_excerpt(name, 80) + "', which " + problem);
    }
    if (!same_but_for_case(part.split_names).empty()) fail("has a split twice");
    check_dealing(part);
  }

  void check_path(const std::string& path) const {
    if (path.empty() || path.find('\0') != std::string::npos || leaves_by_its_parts(path))
      fail("names a file '" + printable_excerpt(path, 80) + "', which is none in a folder");
  }

  void check_lists(const SavedPart& part) const {
    const std::size_t samples = part.images.size();
    const bool is_whole = samples > 0 && samples <= UINT32_MAX && part.image_bytes.size() == samples &&
                          part.split_of_sample.size() == (part.split_names.empty() ? 0 : samples) &&
                          part.splits.size() == std::max<std::size_t>(part.split_names.size(), 1) &&
                          part.splits.size() <= std::numeric_limits<std::uint16_t>::max();
    const bool ascends =
        rows_ascend(part) && std::adjacent_find(part.selected.begin(), part.selected.end(),
                                                std::greater_equal<>()) == part.selected.end();
    const bool known = std::all_of(part.images.begin(), part.images.end(),
                                   [&](std::uint32_t image) { return image < part.paths.size(); });
    const bool are_companions_whole = std::ranges::all_of(part.companions, [&](const Companions& list) {
      return list.paths.size() == samples && list.bytes.size() == samples;
    });
    if (!is_whole || !ascends || !known || !are_companions_whole) fail("contains lists that do not match");
  }

  /// The rows of each sample ascend, and no row is in two.
  static bool rows_ascend(const SavedPart& part) {
    const auto& begins = part.row_begins;
    const std::size_t most = begins.empty() ? part.images.size() : part.rows.size();
    if (part.rows.size() != most || most > UINT32_MAX) return false;
    if (begins.empty())
      return std::ranges::adjacent_find(part.rows, std::greater_equal<>()) == part.rows.end();
    if (begins.size() != part.images.size() + 1 || begins.front() != 0 || begins.back() != most ||
        !std::ranges::is_sorted(begins))
      return false;
    for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
      const auto own = std::span(part.rows).subspan(begins[i], begins[i + 1] - begins[i]);
      if (std::ranges::adjacent_find(own, std::greater_equal<>()) != own.end()) return false;
    }
    std::vector<RowIndex> sorted = part.rows;
    std::ranges::sort(sorted);
    return std::ranges::adjacent_find(sorted) == sorted.end();
  }

  /// No split is without samples, and no shard.
  void check_dealing(const SavedPart& part) const {
    std::vector<std::uint64_t> rows(part.splits.size());
    for (const std::uint16_t split : part.split_of_sample) ++rows[split];
    if (part.split_names.empty()) rows.front() = part.images.size();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const SavedSplit& split = part.splits[i];
      if (split.shards < 1 || split.shards > rows[i])
        fail("deals " + format_count(rows[i]) + " rows to " + format_count(split.shards) + " shards");
      if (split.predicted_bytes.empty() ||
          split.predicted_bytes.size() != part.splits.front().predicted_bytes.size())
        fail("predicts no size, or not the same ones, of each split");
    }
  }

  const std::string& m_name;
  SavedPlan m_plan;
  FileDescriptor m_csv;
  Sha256 m_hash;
  bool m_ended = false;
};

[[noreturn]] void throw_damaged(const InputFile& file, std::uint64_t offset) {
  throw Error(ErrorKind::bad_data, file.name(),
              "is damaged at byte " + format_count(offset) + ", or no plan of tfrec", k_hint);
}

/// A reader would search the whole of a large file that is none of records for the next one.
void require_first_header(const InputFile& file) {
  std::array<char, k_frame_header_bytes> header{};
  const std::size_t length = file.read_at(0, std::span<char>(header));
  if (length < header.size()) return;  // the reader reports what is wrong
  if (!announced_length({header.data(), length})) throw_damaged(file, 0);
}

}  // namespace

void write_plan_file(const fs::path& file, const SavedPlan& plan,
                     const std::function<void(const fs::path&)>& check) {
  AtomicFile target(file, AtomicFile::Draft::locked);
  PlanWriter writer(target);
  writer.add(header_of(plan));
  for (std::size_t i = 0; i < plan.parts.size(); ++i)
    write_rows(writer, plan.parts[i], static_cast<std::uint32_t>(i));
  if (plan.csv) write_csv(writer, *plan.csv);
  writer.finish();
  if (check) check(target.draft());
  target.commit();
}

SavedPlan read_plan_file(const InputFile& file) {
  PlanReader plan(file.name());
  if (sniff_compression(file) != Compression::none)  // small files of that kind can hold very much
    throw Error(ErrorKind::bad_data, file.name(), "is compressed; a plan never is", k_hint);
  require_first_header(file);
  Reader reader(file);
  read_all(
      reader, [&](const Record& record) { plan.take(record.payload); },
      [&](const Damage& damage) { throw_damaged(file, damage.offset); });
  return plan.plan();
}

SavedPlan read_plan_file(const fs::path& file) {
  std::error_code failed;
  if (!fs::exists(file, failed)) throw Error(ErrorKind::usage, file.string(), "does not exist", k_hint);
  return read_plan_file(InputFile(file));
}

bool is_plan_file(const InputFile& file) {
  try {
    require_first_header(file);
    Reader reader(file);
    const ReadItem item = reader.next();
    const auto* first = std::get_if<Record>(&item);
    proto::PlanRecord record;
    return first != nullptr && first->payload.size() < INT32_MAX &&
           record.ParseFromArray(first->payload.data(), static_cast<int>(first->payload.size())) &&
           record.has_header() && record.header().format_version() > 0;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_data) throw;
    return false;
  }
}

void require_no_plan_file(const fs::path& out, const fs::path& images) {
  std::error_code failed;
  if (!fs::is_regular_file(out, failed) || !is_plan_file(InputFile(out))) return;
  throw Error(ErrorKind::usage, out.string(), "is a plan file, not a folder",
              "build the plan: tfrec build " + shell_path(images.string()) + " --plan " +
                  shell_path(out.string()) +
                  " --part 1/1 -o OUT; for a set without this plan: another -o, or remove the file");
}

}  // namespace tfrec
