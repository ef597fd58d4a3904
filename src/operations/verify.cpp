// SPDX-License-Identifier: Apache-2.0
#include "operations/verify.hpp"

#include <set>
#include <string_view>

#include "base/parallel_for.hpp"
#include "operations/shard_progress.hpp"
#include "operations/verify_file.hpp"
#include "operations/verify_set.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

namespace {

template <class Item>
void append(std::vector<Item>& all, std::vector<Item> more) {
  for (Item& item : more) all.push_back(std::move(item));
}

}  // namespace

std::string_view to_string(RecordContent content) {
  switch (content) {
    case RecordContent::none:
      return "none";
    case RecordContent::examples:
      return "examples";
    case RecordContent::sequence_examples:
      return "sequence_examples";
    case RecordContent::opaque:
      return "opaque";
  }
  return "none";
}

VerifyResult verify(const VerifyOptions& options, Observer& observer) {
  const FoundShards found = find_shards(options.paths);
  std::vector<FileVerdict> verdicts(found.shards.size());
  ShardProgress progress(observer, verdicts.size());
  parallel_for(verdicts.size(), options.threads, [&](std::size_t i) {
    verdicts[i] = verify_file(found.shards[i], options.framing_only);
    progress.done(verdicts[i].file.bytes);
  });
  VerifyResult result;
  append(result.problems, check_manifests(found, verdicts));
  append(result.problems, check_numbers(found));
  append(result.problems, check_schemas(found, verdicts));
  result.notes = verify_notes(verdicts, options.framing_only);
  std::set<std::string_view> concerned;
  for (const SetProblem& problem : result.problems) concerned.insert(problem.path);
  result.ok = result.problems.empty();
  for (FileVerdict& verdict : verdicts) {
    verdict.file.ok = verdict.file.ok && !concerned.contains(verdict.file.path);
    result.ok = result.ok && verdict.file.ok;
    result.records += verdict.file.records;
    result.bytes += verdict.file.bytes;
    result.files.push_back(std::move(verdict.file));
  }
  return result;
}

}  // namespace tfrec
