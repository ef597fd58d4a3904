// SPDX-License-Identifier: Apache-2.0
#include "dataset/samples/samples.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
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

/// Sizes and times of the images `begin` to `end`; returns when one of them last changed.
std::int64_t find_sizes(Samples& samples, const FileDescriptor& root, SampleIndex begin, SampleIndex end) {
  throw_if_stopped();
  std::int64_t newest = INT64_MIN;
  for (SampleIndex i = begin; i < end; ++i) {
    struct stat facts {};
    if (::fstatat(root.get(), samples.image_path(i).c_str(), &facts, 0) != 0) {
      throw system_error(errno, (samples.folder.root / samples.image_path(i)).string(),
                         "cannot look at it (" + samples.place(i) + ")");
    }
    samples.image_bytes[i] = static_cast<std::uint64_t>(facts.st_size);
    samples.modified_ns[i] = nanoseconds(facts.st_mtim);
    // A file that was moved here keeps its time of modification.
    newest = std::max({newest, nanoseconds(facts.st_mtim), nanoseconds(facts.st_ctim)});
  }
  return newest;
}

}  // namespace

InputFile Samples::open(SampleIndex sample) const {
  try {
    return opener->open(image_path(sample));
  } catch (const Error& error) {
    const bool is_planned = modified_ns.empty();
    std::error_code failed;
    const auto status = std::filesystem::symlink_status(folder.root / image_path(sample), failed);
    if (!is_planned || status.type() != std::filesystem::file_type::not_found) throw;
    throw Error(ErrorKind::bad_data, error.path(), "does not exist, but did when the plan was made",
                "put it back, or make the plan again");
  }
}

bool Samples::is_as_found(SampleIndex sample, const InputFile& image) const {
  const bool has_its_time = modified_ns.empty() || image.modified_ns() == modified_ns[sample];
  return image.size() == image_bytes[sample] && has_its_time && !image.has_changed();
}

void Samples::for_each_row(const Visit& visit) const {
  SampleIndex next;
  table.for_each([&](RowIndex row, std::span<const std::string_view> cells) {
    if (next.value() == size() || rows[next] != row) return;
    visit(next, cells);
    ++next;
  });
}

Samples samples_of(const Table& table, const ImageFolder& folder, const ImageOpener& opener,
                   const Join& join) {
  Samples samples{table, folder, &opener, {}, {}, {}, INT64_MIN};
  for (const RowIndex row : IndexRange<RowIndex>(join.image_of_row.size())) {
    if (join.image_of_row[row] == k_no_image) continue;
    samples.rows.push_back(row);
    samples.images.push_back(join.image_of_row[row]);
  }
  samples.image_bytes.resize(samples.size());
  samples.modified_ns.resize(samples.size());
  const FileDescriptor root(::open(folder.root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!root.is_open()) throw system_error(errno, folder.root.string(), "cannot open");
  std::vector<std::int64_t> newest((samples.size() + k_samples_per_task - 1) / k_samples_per_task);
  parallel_for(newest.size(), k_threads, [&](std::size_t task) {
    const std::size_t begin = task * k_samples_per_task;
    const std::size_t end = std::min(begin + k_samples_per_task, samples.size());
    newest[task] = find_sizes(samples, root, SampleIndex(begin), SampleIndex(end));
  });
  for (const std::int64_t time : newest) samples.newest_ns = std::max(samples.newest_ns, time);
  return samples;
}

Samples without_samples(const Samples& samples, std::span<const SampleIndex> dropped) {
  Samples kept{samples.table, samples.folder, samples.opener, {}, {}, {}, samples.newest_ns};
  auto next = dropped.begin();
  for (const SampleIndex sample : samples.all()) {
    if (next != dropped.end() && *next == sample) {
      ++next;
      continue;
    }
    kept.rows.push_back(samples.rows[sample]);
    kept.images.push_back(samples.images[sample]);
    kept.image_bytes.push_back(samples.image_bytes[sample]);
    if (!samples.modified_ns.empty()) kept.modified_ns.push_back(samples.modified_ns[sample]);
  }
  return kept;
}

}  // namespace tfrec
