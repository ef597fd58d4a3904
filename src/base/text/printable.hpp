// SPDX-License-Identifier: Apache-2.0
// Text from files and names, made safe for a terminal, a log and a web page.
#pragma once

#include <string>
#include <string_view>

namespace tfrec {

/// `text` with everything that could move a cursor, change a colour or hide itself written as an escape: C0
/// and DEL as \n \t \r or \xHH, bytes that are not UTF-8 as \xHH, C1, bidirectional and zero-width characters
/// as \u{HHHH}. A backslash stays as it is, so ordinary text is unchanged.
std::string printable(std::string_view text);

/// printable() cut to at most `max_characters` characters, with "…" where something was cut.
std::string printable_excerpt(std::string_view text, std::size_t max_characters);

/// JSON text with the characters in its strings that a terminal may act on, or hide, written as \uXXXX: DEL,
/// C1, bidirectional and zero-width ones. The same value to a JSON parser.
std::string printable_json(std::string_view json);

/// Text and attribute values of XML 1.0: printable(), then & < > " ' as entities; what XML has no way to
/// write becomes U+FFFD.
std::string xml_escaped(std::string_view text);

}  // namespace tfrec
