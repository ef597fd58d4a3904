// SPDX-License-Identifier: Apache-2.0
#include <istream>

#include "base/error.hpp"
#include "operations/verify/listing/listing.hpp"
#include "operations/verify/listing/read_json_listing.hpp"
#include "operations/verify/listing/read_text_listing.hpp"

namespace tfrec {

namespace {

constexpr int k_end = std::streambuf::traits_type::eof();

bool is_blank(int byte) {
  return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

/// The next byte that is not blank, not yet taken.
int next_byte(std::streambuf& bytes) {
  while (is_blank(bytes.sgetc())) bytes.sbumpc();
  return bytes.sgetc();
}

/// PowerShell's > writes UTF-16, and UTF-8 with a mark in front.
void skip_byte_order_mark(std::streambuf& bytes, const std::string& name) {
  const int first = bytes.sgetc();
  if (first == 0xFE || first == 0xFF) {
    throw Error(ErrorKind::bad_data, name, "is UTF-16 text, not UTF-8",
                "in PowerShell: … | Out-File -Encoding utf8 FILE");
  }
  if (first != 0xEF) return;
  for (int i = 0; i < 3; ++i) bytes.sbumpc();
}

}  // namespace

Listing read_listing(std::streambuf& bytes, const std::string& name) {
  skip_byte_order_mark(bytes, name);
  if (next_byte(bytes) == k_end) {
    throw Error(ErrorKind::bad_data, name, "is empty: the command that lists the bucket printed nothing",
                k_listing_hint);
  }
  Listing listing;
  for (int first = next_byte(bytes); first != k_end; first = next_byte(bytes)) {
    if (first == '{' || first == '[') {
      std::istream stream(&bytes);
      read_json_listing(stream, name, listing);
    } else {
      read_text_listing(bytes, name, listing);
    }
  }
  return listing;
}

}  // namespace tfrec
