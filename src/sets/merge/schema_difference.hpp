// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "example/schema.hpp"

namespace tfrec {

struct SchemaOfFile {
  const Schema* schema = nullptr;
  std::string name;  // printable, for messages
};

struct SchemaDifference {
  std::size_t file = 0;
  std::string message;                  // "has no feature 'class', which is in every record of b.tfrec"
  std::vector<std::string> features{};  // all that differ; the message is that of the first
};

/// Files whose records one reader's code does not fit, against what most of them have: another kind of list,
/// or a feature that is in every record here and in none there. Files without examples are left out.
std::vector<SchemaDifference> schema_differences(const std::vector<SchemaOfFile>& files);

/// Features that both have, with another kind of list: "feature 'a' is float, in b.tfrec it is int64"; an
/// empty message if there are none.
SchemaDifference kind_difference(const Schema& schema, const SchemaOfFile& other);

}  // namespace tfrec
