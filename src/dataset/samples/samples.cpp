// SPDX-License-Identifier: Apache-2.0
#include "records/make/source_rows.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>

#include "base/concurrency/parallel_for.hpp"
#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/files/file.hpp"

namespace tfrec {

namespace {

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// Many at once, for each may be a question to a distant server; those of one task are side by side.
constexpr unsigned k_threads = 16;
constexpr std::size_t k_rows_per_task = 1024;

/// Sizes of the images `begin` to `end`; returns when one of them last changed.
std::int64_t look_at(SourceRows& source, const FileDescriptor& root, std::size_t begin, std::size_t end) {
  throw_if_stopped();
  std::int64_t newest = INT64_MIN;
  for (std::size_t i = begin; i < end; ++i) {
    struct stat facts {};
    if (::fstatat(root.get(), source.image_path(i).c_str(), &facts, 0) != 0) {
      throw system_error(errno, (source.folder.root / source.image_path(i)).string(),
                         "cannot look at it (" + source.table.place(source.rows[i]) + ")");
    }
    source.image_bytes[i] = static_cast<std::uint64_t>(facts.st_size);
    source.modified_ns[i] = nanoseconds(facts.st_mtim);
    // A file that was moved here keeps its time of modification.
    newest = std::max({newest, nanoseconds(facts.st_mtim), nanoseconds(facts.st_ctim)});
  }
  return newest;
}

}  // namespace

bool SourceRows::is_as_found(std::size_t i, const InputFile& image) const {
  const bool has_its_time = modified_ns.empty() || image.modified_ns() == modified_ns[i];
  return image.size() == image_bytes[i] && has_its_time && !image.has_changed();
}

SourceRows source_rows(const Table& table, const ImageFolder& folder, const ImageOpener& opener,
                       const Join& join) {
  SourceRows source{table, folder, &opener, {}, {}, {}, INT64_MIN};
  for (std::uint32_t row = 0; row < join.image_of_row.size(); ++row) {
    if (join.image_of_row[row] == k_no_image) continue;
    source.rows.push_back(row);
    source.images.push_back(join.image_of_row[row]);
  }
  source.image_bytes.resize(source.size());
  source.modified_ns.resize(source.size());
  const FileDescriptor root(::open(folder.root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!root.is_open()) throw system_error(errno, folder.root.string(), "cannot open");
  std::vector<std::int64_t> newest((source.size() + k_rows_per_task - 1) / k_rows_per_task);
  parallel_for(newest.size(), k_threads, [&](std::size_t task) {
    const std::size_t begin = task * k_rows_per_task;
    newest[task] = look_at(source, root, begin, std::min(begin + k_rows_per_task, source.size()));
  });
  for (const std::int64_t time : newest) source.newest_ns = std::max(source.newest_ns, time);
  return source;
}

}  // namespace tfrec
