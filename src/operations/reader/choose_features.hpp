// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "operations/reader/reader.hpp"
#include "operations/reader/record_survey.hpp"
#include "sets/merge/source_sets.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// The features of all records, and how to read each. Throws Error (bad_data) if a feature is of several
/// kinds, or no feature is an image.
std::vector<ReaderFeature> choose_reader_features(const FoundShards& found, const RecordSurvey& survey,
                                                  const AgreedChoices& agreed, const ReaderOptions& options);

/// The classes of features: from the manifests, a label map or a list beside the shards, or from records that
/// hold ids and texts; else, of a label, the values that occur.
std::vector<ReaderClasses> choose_reader_classes(const FoundShards& found, const RecordSurvey& survey,
                                                 const std::vector<ReaderFeature>& features);

}  // namespace tfrec
