// SPDX-License-Identifier: Apache-2.0
#include "dataset/samples/samples.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <numeric>
#include <sys/stat.h>
#include <system_error>

#include "base/concurrency/parallel_for.hpp"
#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/files/file.hpp"

namespace tfrec {

namespace {

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// Many at once, because each may be a request to a distant server; those of one task are neighbours.
constexpr unsigned k_threads = 16;
constexpr std::size_t k_samples_per_task = 1024;

/// One file of each sample.
struct FileSizes {
  const std::filesystem::path& root;
  PerSample<std::uint64_t>& bytes;
  PerSample<std::int64_t>& modified_ns;
};

/// Sizes and times of the files of samples `begin` to `end`; returns when one of them last changed.
template <class PathOf>
std::int64_t find_sizes(const Samples& samples, const FileSizes& files, const FileDescriptor& root,
                        const PathOf& path_of, SampleIndex begin, SampleIndex end) {
  throw_if_stopped();
  std::int64_t newest = INT64_MIN;
  for (SampleIndex i = begin; i < end; ++i) {
    struct stat facts {};
    if (::fstatat(root.get(), path_of(i).c_str(), &facts, 0) != 0) {
      throw system_error(errno, (files.root / path_of(i)).string(),
                         "cannot look at it (" + samples.place(i) + ")");
    }
    files.bytes[i] = static_cast<std::uint64_t>(facts.st_size);
    files.modified_ns[i] = nanoseconds(facts.st_mtim);
    // A file that was moved here keeps its time of modification.
    newest = std::max({newest, nanoseconds(facts.st_mtim), nanoseconds(facts.st_ctim)});
  }
  return newest;
}

/// The same for all samples; samples.newest_ns gets what is newer.
template <class PathOf>
void find_all_sizes(Samples& samples, const FileSizes& files, const PathOf& path_of) {
  files.bytes.resize(samples.size());
  files.modified_ns.resize(samples.size());
  const FileDescriptor root(::open(files.root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!root.is_open()) throw system_error(errno, files.root.string(), "cannot open");
  std::vector<std::int64_t> newest((samples.size() + k_samples_per_task - 1) / k_samples_per_task);
  parallel_for(newest.size(), k_threads, [&](std::size_t task) {
    const std::size_t begin = task * k_samples_per_task;
    const std::size_t end = std::min(begin + k_samples_per_task, samples.size());
    newest[task] = find_sizes(samples, files, root, path_of, SampleIndex(begin), SampleIndex(end));
  });
  for (const std::int64_t time : newest) samples.newest_ns = std::max(samples.newest_ns, time);
}

/// Gathers the rows of each image.
void add_images(Samples& samples, const Join& join, bool with_unlisted) {
  constexpr std::uint32_t k_none = UINT32_MAX;
  std::vector<std::uint32_t> sample_of_image(samples.folder.paths.size() + samples.folder.others.size(),
                                             k_none);
  std::vector<std::uint32_t>& begins = samples.row_begins;
  begins.push_back(0);
  const auto add_row = [&](std::uint32_t image) {
    if (sample_of_image[image] == k_none) {
      sample_of_image[image] = static_cast<std::uint32_t>(samples.size());
      samples.images.push_back(image);
      begins.push_back(0);
    }
    return sample_of_image[image];
  };
  std::size_t rows = 0;
  for (const std::uint32_t image : join.image_of_row) {
    if (image == k_no_image) continue;
    ++begins[add_row(image) + 1];
    ++rows;
  }
  for (std::uint32_t image = 0; with_unlisted && image < samples.folder.paths.size(); ++image) add_row(image);
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  samples.rows.resize(rows);
  std::vector<std::uint32_t> next = begins;
  for (const RowIndex row : IndexRange<RowIndex>(join.image_of_row.size())) {
    const std::uint32_t image = join.image_of_row[row];
    if (image != k_no_image) samples.rows[next[sample_of_image[image]]++] = row;
  }
}

}  // namespace

namespace {

/// Where only a plan lists the files, one may be gone.
InputFile open_listed(const ImageOpener& opener, const std::filesystem::path& root, const std::string& path,
                      bool is_planned) {
  try {
    return opener.open(path);
  } catch (const Error& error) {
    std::error_code failed;
    const auto status = std::filesystem::symlink_status(root / path, failed);
    if (!is_planned || status.type() != std::filesystem::file_type::not_found) throw;
    throw Error(ErrorKind::bad_data, error.path(), "does not exist, but did when the plan was made",
                "put it back, or make the plan again");
  }
}

}  // namespace

InputFile Samples::open(SampleIndex sample) const {
  return open_listed(*opener, folder.root, image_path(sample), modified_ns.empty());
}

InputFile Samples::open_companion(std::size_t list, SampleIndex sample) const {
  const Companions& from = companions[list];
  return open_listed(*from.opener, from.root, from.paths[sample], from.modified_ns.empty());
}

bool Samples::is_companion(SampleIndex sample, const std::string& path) const {
  return std::ranges::any_of(
      companions, [&](const Companions& list) { return (list.root / list.paths[sample]).string() == path; });
}

std::uint64_t Samples::source_bytes(SampleIndex sample) const {
  std::uint64_t bytes = image_bytes[sample];
  for (const Companions& list : companions) bytes += list.bytes[sample];
  return bytes;
}

bool Samples::is_companion_as_found(std::size_t list, SampleIndex sample, const InputFile& file) const {
  const Companions& from = companions[list];
  const bool has_its_time = from.modified_ns.empty() || file.modified_ns() == from.modified_ns[sample];
  return file.size() == from.bytes[sample] && has_its_time && !file.has_changed();
}

bool Samples::is_as_found(SampleIndex sample, const InputFile& image) const {
  const bool has_its_time = modified_ns.empty() || image.modified_ns() == modified_ns[sample];
  return image.size() == image_bytes[sample] && has_its_time && !image.has_changed();
}

std::string Samples::place(SampleIndex sample) const {
  const auto own = rows_of(sample);
  return own.empty() ? (folder.root / image_path(sample)).string() : table.place(own.front());
}

FileLine Samples::line(SampleIndex sample) const {
  const auto own = rows_of(sample);
  return own.empty() ? FileLine() : table.line(own.front());
}

void Samples::for_each_row(const Visit& visit) const {
  constexpr SampleIndex k_none{UINT32_MAX};
  IndexedVector<RowIndex, SampleIndex> sample_of_row(table.rows(), k_none);
  for (const SampleIndex sample : all()) {
    for (const RowIndex row : rows_of(sample)) sample_of_row[row] = sample;
  }
  table.for_each([&](RowIndex row, std::span<const std::string_view> cells) {
    if (sample_of_row[row] != k_none) visit(sample_of_row[row], row, cells);
  });
}

Samples samples_of(const Table& table, const ImageFolder& folder, const ImageOpener& opener, const Join& join,
                   RecordPer record_per, bool keep_unlisted) {
  Samples samples{table, folder, &opener, {}, {}, {}};
  if (record_per == RecordPer::row) {
    for (const RowIndex row : IndexRange<RowIndex>(join.image_of_row.size())) {
      if (join.image_of_row[row] == k_no_image) continue;
      samples.rows.push_back(row);
      samples.images.push_back(join.image_of_row[row]);
    }
  } else {
    add_images(samples, join, keep_unlisted);
  }
  find_all_sizes(samples, {folder.root, samples.image_bytes, samples.modified_ns},
                 [&](SampleIndex i) -> const std::string& { return samples.image_path(i); });
  return samples;
}

void add_companions(Samples& samples, Companions companions) {
  find_all_sizes(samples, {companions.root, companions.bytes, companions.modified_ns},
                 [&](SampleIndex i) -> const std::string& { return companions.paths[i]; });
  samples.companions.push_back(std::move(companions));
}

void number_samples(Samples& samples, std::uint64_t first) {
  std::vector<SampleIndex> order;
  for (const SampleIndex sample : samples.all()) order.push_back(sample);
  std::ranges::stable_sort(order, {},
                           [&](SampleIndex sample) { return std::string_view(samples.image_path(sample)); });
  samples.ids.resize(samples.size());
  for (const SampleIndex sample : order) samples.ids[sample] = static_cast<std::uint32_t>(first++);
}

Samples without_samples(const Samples& samples, std::span<const SampleIndex> dropped) {
  Samples kept{samples.table, samples.folder, samples.opener, {}, {}, {}, {}, samples.newest_ns};
  if (!samples.row_begins.empty()) kept.row_begins.push_back(0);
  auto next = dropped.begin();
  for (const SampleIndex sample : samples.all()) {
    if (next != dropped.end() && *next == sample) {
      ++next;
      continue;
    }
    const auto own = samples.rows_of(sample);
    kept.rows.insert(kept.rows.end(), own.begin(), own.end());
    if (!samples.row_begins.empty()) kept.row_begins.push_back(static_cast<std::uint32_t>(kept.rows.size()));
    kept.images.push_back(samples.images[sample]);
    kept.image_bytes.push_back(samples.image_bytes[sample]);
    if (!samples.modified_ns.empty()) kept.modified_ns.push_back(samples.modified_ns[sample]);
  }
  return kept;
}

}  // namespace tfrec
