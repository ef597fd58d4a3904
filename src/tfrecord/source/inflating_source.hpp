// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "tfrecord/source/byte_source.hpp"

namespace tfrec {

/// The inflated bytes of a GZIP file (RFC 1952, any number of members) or a ZLIB file (RFC 1950), as far as
/// they can be had; the file must outlive the source.
std::unique_ptr<ByteSource> inflating_source(const InputFile& file, Compression compression);

}  // namespace tfrec
