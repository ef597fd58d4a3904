// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/verify.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <tuple>

#include "base/concurrency/task_pool.hpp"
#include "base/error.hpp"
#include "base/text/quantity.hpp"
#include "operations/verify/masks/judge_masks.hpp"
#include "operations/verify/read_spec.hpp"
#include "operations/verify/verify_file.hpp"
#include "operations/verify/verify_set.hpp"
#include "sets/merge/merge_classes.hpp"
#include "shards/missing_shards.hpp"
#include "shards/shard_paths.hpp"
#include "shards/shard_progress.hpp"

namespace tfrec {

namespace {

constexpr std::uint64_t k_memory = std::uint64_t{1} << 30;  // of images waiting and being decoded

template <class Item>
void append(std::vector<Item>& all, std::vector<Item> more) {
  for (Item& item : more) all.push_back(std::move(item));
}

void check_options(const VerifyOptions& options) {
  const char* looks_inside = options.pixels          ? "--pixels"
                             : options.expected      ? "--expect"
                             : !options.spec.empty() ? "--spec"
                                                     : nullptr;
  if (options.framing_only && looks_inside != nullptr) {
    throw Error(ErrorKind::usage, "",
                std::string(looks_inside) + " checks the contents of records, --framing-only does not",
                "leave out one of them");
  }
}

/// Verifies each file by itself.
std::vector<FileVerdict> verify_files(const FoundShards& found, const VerifyContext& context,
                                      Observer& observer) {
  std::vector<FileVerdict> verdicts(found.shards.size());
  ShardProgress progress(observer, verdicts.size());
  context.pool.run(verdicts.size(), [&](std::size_t i) {
    // One file that can't be read does not hide the damage of the others.
    try {
      ShardVisitor* visitor = context.visitor == nullptr ? nullptr : &context.visitor->shard(i);
      verdicts[i] = verify_file(found.shards[i], context, visitor);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::machine) throw;
      verdicts[i] = unreadable_file(found.shards[i], error);
    }
    progress.done(verdicts[i].file.bytes);
  });
  return verdicts;
}

/// As they are in the file; a wrong count in the name comes last.
void sort_problems(std::vector<FileProblem>& problems) {
  const auto rank = [](const FileProblem& problem) {
    return std::tuple(problem.kind == "name", problem.record, problem.offset);
  };
  std::stable_sort(problems.begin(), problems.end(),
                   [&](const FileProblem& a, const FileProblem& b) { return rank(a) < rank(b); });
}

/// Takes the files into the result.
void add_files(VerifyResult& result, std::vector<FileVerdict> verdicts) {
  std::set<std::string_view> concerned;
  for (const SetProblem& problem : result.problems) concerned.insert(problem.path);
  result.ok = result.problems.empty();
  result.unreadable = std::any_of(result.problems.begin(), result.problems.end(),
                                  [](const SetProblem& problem) { return problem.kind == "unreadable"; });
  for (FileVerdict& verdict : verdicts) {
    for (const FileProblem& problem : verdict.file.problems)
      result.unreadable = result.unreadable || problem.kind == "unreadable";
    sort_problems(verdict.file.problems);
    verdict.file.ok = verdict.file.ok && !concerned.contains(verdict.file.path);
    result.ok = result.ok && verdict.file.ok;
    result.records += verdict.file.records;
    result.bytes += verdict.file.bytes;
    result.files.push_back(std::move(verdict.file));
  }
}

}  // namespace

std::string_view to_string(RecordContent content) {
  constexpr std::array<std::string_view, 4> k_names{"none", "examples", "sequence_examples", "opaque"};
  return k_names[static_cast<std::size_t>(content)];
}

VerifyResult verify(const VerifyOptions& options, Observer& observer, RecordVisitor* visitor) {
  check_options(options);
  const FoundShards found = find_shards(options.paths, observer);
  warn_of_gaps(found, observer);
  std::optional<ExampleSpec> spec;
  if (!options.spec.empty()) spec = read_spec(options.spec);
  std::optional<ImageLint> lint;
  if (options.pixels) lint.emplace(options.threads, options.max_pixels, visitor);
  TaskPool pool({options.threads, k_memory});
  KeyBudget keys;
  const RecordedMasksOf masks(found);
  const VerifyContext context{options.framing_only,
                              {lint ? &*lint : nullptr, options.expected},
                              options.max_pixels,
                              masks,
                              spec ? &*spec : nullptr,
                              pool,
                              keys,
                              visitor};
  if (visitor != nullptr) visitor->begin(found);
  std::vector<FileVerdict> verdicts = verify_files(found, context, observer);
  VerifyResult result;
  judge_images(verdicts, options, result);
  judge_boxes(found, verdicts, result);
  judge_masks(found, verdicts, result);
  append(result.problems, check_files(found));
  append(result.problems, check_manifests(found, verdicts));
  append(result.problems, check_numbers(found));
  append(result.problems, check_schemas(found, verdicts));
  append(result.problems, check_indexes(found, verdicts));
  append(result.warnings, numbering_notes(found));
  append(result.notes, verify_notes(verdicts, options.framing_only));
  append(result.notes, leftover_notes(found));
  if (keys.is_spent()) {
    result.notes.push_back("more than " + counted(KeyBudget::k_most, "record", "records") +
                           ": not looked for repeats");
  } else {
    find_repeated_records(found, verdicts, result);
  }
  add_files(result, std::move(verdicts));
  return result;
}

}  // namespace tfrec
