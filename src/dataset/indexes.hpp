// SPDX-License-Identifier: Apache-2.0
// The four numbers that a build counts with. None converts to another.
#pragma once

#include <cstdint>

#include "base/index.hpp"

namespace tfrec {

/// A line of a text file, from 1.
using FileLine = Index<struct FileLineKind, std::uint64_t>;
/// A row of a table, from 0.
using RowIndex = Index<struct RowKind>;
/// A sample, from 0 in the order of the table.
using SampleIndex = Index<struct SampleKind>;
/// A place in the order of a plan, from 0. Each shard has consecutive places.
using Place = Index<struct PlaceKind, std::uint64_t>;

template <class Element>
using PerSample = IndexedVector<SampleIndex, Element>;

}  // namespace tfrec
