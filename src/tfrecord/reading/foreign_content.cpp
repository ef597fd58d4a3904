// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/reading/foreign_content.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "base/text/ascii.hpp"
#include "tfrecord/framing.hpp"

namespace tfrec {

namespace {

using namespace std::string_view_literals;  // the magic numbers hold NULs

struct Magic {
  std::size_t at;
  std::string_view bytes;
  std::string_view name;
};

constexpr std::array k_magics{
    Magic{0, "version https://git-lfs.github.com/"sv,
          "a Git LFS pointer (git lfs pull fetches the file itself)"},
    Magic{0, "\xFF\xD8\xFF"sv, "a JPEG image"},
    Magic{0, "\x89PNG\r\n\x1A\n"sv, "a PNG image"},
    Magic{0, "GIF8"sv, "a GIF image"},
    Magic{8, "WEBP"sv, "a WebP image"},
    Magic{4, "ftyp"sv, "a video, HEIC or AVIF file"},
    Magic{0, "PK\x03\x04"sv, "a ZIP archive"},
    Magic{0, "PK\x05\x06"sv, "an empty ZIP archive"},
    Magic{257, "ustar"sv, "a tar archive"},
    Magic{0, "\x1F\x8B"sv, "a GZIP file"},
    Magic{0, "BZh"sv, "a bzip2 file"},
    Magic{0,
          "\xFD"
          "7zXZ\x00"sv,
          "an xz file"},
    Magic{0, "\x28\xB5\x2F\xFD"sv, "a Zstandard file"},
    Magic{0, "\x04\x22\x4D\x18"sv, "an LZ4 file"},
    Magic{0, "7z\xBC\xAF\x27\x1C"sv, "a 7-Zip archive"},
    Magic{0, "\x89HDF\r\n\x1A\n"sv, "an HDF5 file"},
    Magic{0, "\x93NUMPY"sv, "a NumPy array"},
    Magic{0, "PAR1"sv, "a Parquet file"},
    Magic{0, "ARROW1"sv, "an Arrow file"},
    Magic{0, "SQLite format 3\x00"sv, "an SQLite database"},
    Magic{0, "%PDF-"sv, "a PDF document"},
    Magic{0, "\x80\x02"sv, "a Python pickle"},
    Magic{0, "\x80\x03"sv, "a Python pickle"},
    Magic{0, "\x80\x04\x95"sv, "a Python pickle"},
    Magic{0, "\x80\x05\x95"sv, "a Python pickle"},
};

bool is_text_byte(char byte) {
  const auto code = static_cast<unsigned char>(byte);
  return code >= 0x20 ? code != 0x7F : code >= 0x09 && code <= 0x0D;
}

std::string_view text_of_some_kind(std::string_view head) {
  if (head.substr(0, 3) == "\xEF\xBB\xBF"sv) head.remove_prefix(3);
  // Shorter ones may be the front of a record's header.
  if (head.size() < k_frame_header_bytes || !std::all_of(head.begin(), head.end(), is_text_byte)) return {};
  if (!std::any_of(head.begin(), head.end(), [](char c) { return c > ' '; })) return {};
  const std::string lower = lowered(head);
  const std::size_t start = lower.find_first_not_of(" \t\r\n");
  if (start == std::string::npos) return {};
  if (lower[start] == '{' || lower[start] == '[') return "text (JSON by its first character)";
  if (lower[start] != '<') return "text";
  const bool is_page =
      lower.find("<html") != std::string::npos || lower.find("<!doctype html") != std::string::npos;
  return is_page ? "an HTML page" : "XML or HTML text";
}

}  // namespace

std::string_view foreign_content(std::string_view head) {
  head = head.substr(0, 512);
  for (const Magic& magic : k_magics) {
    if (head.size() >= magic.at && head.substr(magic.at, magic.bytes.size()) == magic.bytes)
      return magic.name;
  }
  return text_of_some_kind(head);
}

}  // namespace tfrec
