// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/files/file.hpp"

namespace tfrec {

/// An empty file without a name, open for reading and writing, in the folder for temporary files (TMPDIR). It
/// is gone with its descriptor. Throws Error (machine).
FileDescriptor temporary_file();

}  // namespace tfrec
