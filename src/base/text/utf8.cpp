// SPDX-License-Identifier: Apache-2.0
#include "base/text/utf8.hpp"

#include <utf8proc.h>

namespace tfrec {

void Utf8Characters::Iterator::read() {
  if (m_rest.empty()) return;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(m_rest.data());
  if (*bytes < 0x80) {
    m_character = {m_rest.substr(0, 1), *bytes, true};
    return;
  }
  utf8proc_int32_t code = 0;
  const utf8proc_ssize_t length =
      utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(m_rest.size()), &code);
  if (length > 0) {
    m_character = {m_rest.substr(0, static_cast<std::size_t>(length)), static_cast<char32_t>(code), true};
  } else {
    m_character = {m_rest.substr(0, 1), *bytes, false};
  }
}

bool is_utf8(std::string_view text) {
  for (const Utf8Character& character : Utf8Characters(text)) {
    if (!character.is_valid) return false;
  }
  return true;
}

}  // namespace tfrec
