// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tfrec {

/// ".tmp" and letters that no other process has, also not on another machine that sees the same folder: for
/// the names of files in the making. The same all through a process.
const std::string& process_suffix();

/// The path without process_suffix(), for messages.
std::string without_process_suffix(const std::string& path);

/// The name without what process_suffix() gives in this or another process; empty if it does not end so.
std::string_view name_of_draft(std::string_view name);

}  // namespace tfrec
