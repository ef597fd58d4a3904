// SPDX-License-Identifier: Apache-2.0
#include "sets/merge/schema_difference.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "base/text/printable.hpp"

namespace tfrec {

namespace {

std::string quoted(const std::string& name) {
  return "'" + printable_excerpt(name, 60) + "'";
}

/// A feature in one file: its kind (that of most records) and whether each record has it.
struct NameFacts {
  std::optional<ListKind> kind;
  std::uint64_t in_records = 0;
  bool in_all = false;
  bool may_be_empty = false;
};

using FileSchema = std::map<std::string, NameFacts>;

FileSchema schema_of(const Schema& schema) {
  FileSchema names;
  for (const FeatureSummary& feature : schema.features()) {
    NameFacts& facts = names[feature.name];
    if (!facts.kind) facts.kind = feature.kind;
    facts.in_records += feature.kind ? feature.in_records : 0;
    facts.may_be_empty = facts.may_be_empty || (feature.kind && feature.lengths.min == 0);
    facts.in_all = facts.in_records == schema.records();
  }
  return names;
}

/// The names every record has, with their kinds: files of one set agree in it.
std::string signature_of(const FileSchema& schema) {
  std::string signature;
  for (const auto& [name, facts] : schema) {
    if (facts.in_all) signature += name + '\0' + std::string(kind_name(facts.kind)) + '\0';
  }
  return signature;
}

std::string kind_text(const std::string& name, const NameFacts& here, const NameFacts& there,
                      const std::string& other) {
  if (!here.kind || !there.kind || here.kind == there.kind) return {};
  return "feature " + quoted(name) + " is " + std::string(kind_name(here.kind)) + ", in " + other +
         " it is " + std::string(kind_name(there.kind));
}

/// Adds a feature that differs, if there is a message.
void add(SchemaDifference& difference, const std::string& feature, const std::string& message) {
  if (message.empty()) return;
  if (difference.features.empty()) difference.message = message;
  difference.features.push_back(feature);
}

/// How a feature of the file `other` differs from that here, null if it is not; "" if it does not.
std::string feature_text(const std::string& name, const NameFacts* here, const NameFacts& there,
                         const std::string& other) {
  const bool has_values = here != nullptr && (here->kind || !there.kind || there.may_be_empty);
  if (has_values) return kind_text(name, *here, there, other);
  if (!there.in_all) return {};
  if (here == nullptr) return "has no feature " + quoted(name) + ", which is in every record of " + other;
  return "has no value in feature " + quoted(name) + ", which has values in every record of " + other;
}

/// How `schema` differs from `usual`, that of the file `other`; no message where one reader's code fits both.
SchemaDifference difference(const FileSchema& schema, const FileSchema& usual, const std::string& other) {
  SchemaDifference all;
  for (const auto& [name, facts] : usual) {
    const auto found = schema.find(name);
    add(all, name, feature_text(name, found == schema.end() ? nullptr : &found->second, facts, other));
  }
  for (const auto& [name, facts] : schema) {
    if (facts.in_all && !usual.contains(name))
      add(all, name, "has the feature " + quoted(name) + " in every record, " + other + " in none");
  }
  return all;
}

/// The file whose signature most share; the first of equals.
std::size_t usual_file(const std::vector<std::size_t>& files, const std::vector<FileSchema>& schemas) {
  std::map<std::string, std::size_t> votes;
  for (const std::size_t i : files) ++votes[signature_of(schemas[i])];
  return *std::max_element(files.begin(), files.end(), [&](std::size_t a, std::size_t b) {
    return votes[signature_of(schemas[a])] < votes[signature_of(schemas[b])];
  });
}

}  // namespace

std::vector<SchemaDifference> schema_differences(const std::vector<SchemaOfFile>& files) {
  std::vector<FileSchema> schemas(files.size());
  std::vector<std::size_t> known;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].schema->records() == 0) continue;
    schemas[i] = schema_of(*files[i].schema);
    known.push_back(i);
  }
  std::vector<SchemaDifference> differences;
  if (known.empty()) return differences;
  const std::size_t usual = usual_file(known, schemas);
  for (const std::size_t i : known) {
    SchemaDifference odd = difference(schemas[i], schemas[usual], files[usual].name);
    odd.file = i;
    if (!odd.message.empty()) differences.push_back(std::move(odd));
  }
  return differences;
}

SchemaDifference kind_difference(const Schema& schema, const SchemaOfFile& other) {
  SchemaDifference all;
  const FileSchema there = schema_of(*other.schema);
  for (const auto& [name, facts] : schema_of(schema)) {
    const auto found = there.find(name);
    if (found != there.end()) add(all, name, kind_text(name, facts, found->second, other.name));
  }
  return all;
}

}  // namespace tfrec
