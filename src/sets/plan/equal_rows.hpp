// SPDX-License-Identifier: Apache-2.0
// What --equal did to rows, as left-out.csv lists it.
#pragma once

#include <filesystem>
#include <vector>

#include "dataset/samples/samples.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// The samples whose records are dropped or stored more than once. `times` is how often each is stored;
/// samples that are `bad` are listed elsewhere.
std::vector<LeftOutRow> equal_rows(const Samples& samples, const PerSample<std::uint32_t>& times,
                                   const PerSample<bool>& bad);

/// Both lists, by row.
std::vector<LeftOutRow> merged_rows(std::vector<LeftOutRow> rows, const std::vector<LeftOutRow>& more);

/// The rows of a left-out.csv that --equal wrote.
std::vector<LeftOutRow> read_equal_rows(const std::filesystem::path& left_out_csv);

/// Those of `rows` that are dropped, as samples.
std::vector<SampleIndex> dropped_samples(const Samples& samples, const std::vector<LeftOutRow>& rows);

}  // namespace tfrec
