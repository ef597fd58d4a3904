// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tfrec::cli {

/// RFC 4648, section 4.
void append_base64(std::string_view bytes, std::string& text);

}  // namespace tfrec::cli
