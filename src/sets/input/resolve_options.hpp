// SPDX-License-Identifier: Apache-2.0
// The options of a build in their final form.
#pragma once

#include <memory>
#include <optional>

#include "base/concurrency/observer.hpp"
#include "sets/options/build_options.hpp"
#include "sets/options/companion_sources.hpp"
#include "sets/options/earlier_set.hpp"

namespace tfrec {

/// Options that were compared with each other, with what --like brings and the defaults that follow from
/// others.
struct ResolvedOptions {
  BuildOptions options;
  CompanionSources companions;
  std::unique_ptr<const Manifest> like;  // the manifest of --like
  std::optional<EarlierSet> earlier;     // what it records; points into `like`

  const EarlierSet* earlier_set() const { return earlier ? &*earlier : nullptr; }
};

/// Reads the manifest of --like and no other file. Throws Error (usage) if options contradict each other, and
/// as read_manifest() does.
ResolvedOptions resolve_options(const BuildOptions& given, Observer& observer);

}  // namespace tfrec
