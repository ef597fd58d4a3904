// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "operations/extract/extract.hpp"
#include "operations/extract/extract_features.hpp"
#include "operations/extract/extract_shard.hpp"
#include "operations/extract/extract_table.hpp"

namespace tfrec {

/// Options of build, names and values in turn, that make equal records of the extracted images and the table.
/// Nothing if records are images themselves: build makes no such records.
std::vector<std::string> build_options(const ExtractResult& result, const std::vector<ExtractedShard>& shards,
                                       const ExtractFeatures& features, const AgreedChoices& agreed,
                                       const ExtractTable& table);

}  // namespace tfrec
