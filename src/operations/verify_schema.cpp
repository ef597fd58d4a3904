// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "base/printable.hpp"
#include "operations/verify_set.hpp"

namespace tfrec {

namespace {

std::string quoted(const std::string& name) {
  return "'" + printable_excerpt(name, 60) + "'";
}

/// What a shard says of one name: its kind (that of most records) and whether each record has it.
struct NameFacts {
  std::optional<ListKind> kind;
  std::uint64_t in_records = 0;
  bool in_all = false;
};

using ShardSchema = std::map<std::string, NameFacts>;

ShardSchema schema_of(const Schema& schema) {
  ShardSchema names;
  for (const FeatureSummary& feature : schema.features()) {
    NameFacts& facts = names[feature.name];
    if (!facts.kind) facts.kind = feature.kind;
    facts.in_records += feature.kind ? feature.in_records : 0;
    facts.in_all = facts.in_records == schema.records();
  }
  return names;
}

/// The names every record has, with their kinds: shards of one set agree in it.
std::string signature_of(const ShardSchema& schema) {
  std::string signature;
  for (const auto& [name, facts] : schema) {
    if (facts.in_all) signature += name + '\0' + std::string(kind_name(facts.kind)) + '\0';
  }
  return signature;
}

/// How `schema` differs from `usual`, that of the shard `other`; "" where one reader's code fits both.
std::string difference(const ShardSchema& schema, const ShardSchema& usual, const std::string& other) {
  for (const auto& [name, facts] : usual) {
    const auto found = schema.find(name);
    if (found == schema.end()) {
      if (facts.in_all)
        return "has no feature " + quoted(name) + ", which stands in every record of " + other;
    } else if (facts.kind && found->second.kind && facts.kind != found->second.kind) {
      return "feature " + quoted(name) + " is " + std::string(kind_name(found->second.kind)) + ", in " +
             other + " it is " + std::string(kind_name(facts.kind));
    }
  }
  for (const auto& [name, facts] : schema) {
    if (facts.in_all && !usual.contains(name)) {
      return "has the feature " + quoted(name) + " in every record, " + other + " in none";
    }
  }
  return {};
}

/// The shard of a folder whose signature most shards share; the first of equals.
std::size_t usual_shard(const std::vector<std::size_t>& shards, const std::vector<ShardSchema>& schemas) {
  std::map<std::string, std::size_t> votes;
  for (const std::size_t i : shards) ++votes[signature_of(schemas[i])];
  return *std::max_element(shards.begin(), shards.end(), [&](std::size_t a, std::size_t b) {
    return votes[signature_of(schemas[a])] < votes[signature_of(schemas[b])];
  });
}

}  // namespace

std::vector<SetProblem> check_schemas(const FoundShards& found, const std::vector<FileVerdict>& verdicts) {
  std::vector<ShardSchema> schemas(verdicts.size());
  std::map<std::string, std::vector<std::size_t>> folders;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (verdicts[i].schema.records() == 0) continue;
    schemas[i] = schema_of(verdicts[i].schema);
    folders[found.shards[i].path.parent_path().string()].push_back(i);
  }
  std::vector<SetProblem> problems;
  for (const auto& [folder, shards] : folders) {
    const std::size_t usual = usual_shard(shards, schemas);
    const std::string other = printable(found.shards[usual].file_name());
    for (const std::size_t i : shards) {
      std::string message = difference(schemas[i], schemas[usual], other);
      if (message.empty()) continue;
      problems.push_back({"schema", verdicts[i].file.path, std::move(message)});
    }
  }
  return problems;
}

}  // namespace tfrec
