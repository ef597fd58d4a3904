// SPDX-License-Identifier: Apache-2.0
// `tfrec verify --listing`: manifests against what an object store lists. Reads no shard.
#pragma once

#include "operations/verify/verify.hpp"

namespace tfrec {

/// Compares names, sizes and CRC32C of the manifests in `options.paths` with `options.listing`. The files of
/// the result are the manifests' shards, with the records and bytes that these state. Throws Error: usage if
/// a path or the listing is not there, or a path leads to no manifest; bad_data if manifest or listing is
/// malformed.
VerifyResult verify_listing(const VerifyOptions& options);

}  // namespace tfrec
