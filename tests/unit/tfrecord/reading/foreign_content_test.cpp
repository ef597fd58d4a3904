// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/reading/foreign_content.hpp"

#include "support/catch.hpp"
#include "tfrecord/framing.hpp"

using namespace tfrec;
using namespace std::string_literals;

TEST_CASE("Other files are known by their first bytes, where these are all there") {
  const std::pair<std::string, std::string> files[]{
      {"version https://git-lfs.github.com/spec", "a Git LFS pointer (git lfs pull fetches the file itself)"},
      {"\xFF\xD8\xFF\xE0", "a JPEG image"},
      {"\x89PNG\r\n\x1A\n", "a PNG image"},
      {"GIF89a", "a GIF image"},
      {"RIFF\1\2\3\4WEBP", "a WebP image"},
      {"\0\0\0\x18"
       "ftypheic"s,
       "a video, HEIC or AVIF file"},
      {"PK\x03\x04", "a ZIP archive"},
      {"PK\x05\x06", "an empty ZIP archive"},
      {std::string(257, '\0') + "ustar", "a tar archive"},
      {"\x1F\x8B\x08", "a GZIP file"},
      {"BZh9", "a bzip2 file"},
      {"\xFD"
       "7zXZ\0"s,
       "an xz file"},
      {"\x28\xB5\x2F\xFD", "a Zstandard file"},
      {"\x04\x22\x4D\x18", "an LZ4 file"},
      {"7z\xBC\xAF\x27\x1C", "a 7-Zip archive"},
      {"\x89HDF\r\n\x1A\n", "an HDF5 file"},
      {"\x93NUMPY\x01", "a NumPy array"},
      {"PAR1", "a Parquet file"},
      {"ARROW1", "an Arrow file"},
      {"SQLite format 3\0"s, "an SQLite database"},
      {"%PDF-1.7", "a PDF document"},
      {"\x80\x02", "a Python pickle"},
      {"\x80\x03", "a Python pickle"},
      {"\x80\x04\x95", "a Python pickle"},
      {"\x80\x05\x95", "a Python pickle"},
  };
  for (const auto& [bytes, name] : files) {
    INFO(name);
    CHECK(foreign_content(bytes) == name);
    CHECK(foreign_content("\1" + bytes) != name);
  }
  CHECK(foreign_content("GIF") == "");
  CHECK(foreign_content("") == "");
}

TEST_CASE("Text is known by its bytes, and its kind by how it begins") {
  CHECK(foreign_content("name,label\r\n\ta,b\x0B\x0C") == "text");
  CHECK(foreign_content("\xEF\xBB\xBFname,label\r\n") == "text");
  CHECK(foreign_content(" \t\r\n{\"a\": 1234}") == "text (JSON by its first character)");
  CHECK(foreign_content("[1, 2, 3, 4]") == "text (JSON by its first character)");
  CHECK(foreign_content("<!DOCTYPE html><p>") == "an HTML page");
  CHECK(foreign_content("<HTML lang=en>") == "an HTML page");
  CHECK(foreign_content("<?xml version='1.0'?><a/>") == "XML or HTML text");
  CHECK(foreign_content("na\xC3\xAFve caf\xC3\xA9s") == "text");
  CHECK(foreign_content("  tilde ~ space") == "text");
}

TEST_CASE("Bytes that no text has, blanks alone, and fewer bytes than a header are not text") {
  for (const char byte : {'\0', '\x08', '\x0E', '\x1B', '\x1F', '\x7F'}) {
    INFO(static_cast<int>(byte));
    CHECK(foreign_content("name,label\n" + std::string(1, byte)) == "");
  }
  CHECK(foreign_content(std::string(40, ' ') + "\r\n\t") == "");
  CHECK(foreign_content(std::string(k_frame_header_bytes, 'a')) == "text");
  CHECK(foreign_content(std::string(k_frame_header_bytes - 1, 'a')) == "");
  CHECK(foreign_content("\xEF\xBB\xBF" + std::string(k_frame_header_bytes - 1, 'a')) == "");
}

TEST_CASE("Only the first 512 bytes are looked at") {
  CHECK(foreign_content(std::string(512, 'a') + '\0') == "text");
  CHECK(foreign_content(std::string(511, 'a') + '\0') == "");
  CHECK(foreign_content("<" + std::string(505, ' ') + "<html>") == "an HTML page");
  CHECK(foreign_content("<" + std::string(506, ' ') + "<html>") == "an HTML page");
  CHECK(foreign_content("<" + std::string(507, ' ') + "<html>") == "XML or HTML text");
}
