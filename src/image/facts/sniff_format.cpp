// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <string>

#include "base/text/ascii.hpp"
#include "image/facts/byte_view.hpp"
#include "image/facts/image_format.hpp"

namespace tfrec {

namespace {

using namespace std::string_view_literals;

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}

// Many texts start with "BM", too: the info header must have one of the known sizes.
bool is_bmp(const ByteView& file) {
  if (!file.has(0, "BM") || !file.holds(0, 26)) return false;
  const std::uint32_t header = ByteView(file.piece(0), ByteOrder::little).u32(14);
  return header == 12 || header == 16 || header == 40 || header == 52 || header == 56 || header == 64 ||
         header == 108 || header == 124;
}

ImageFormat sniff_netpbm(const ByteView& file) {
  const std::uint8_t digit = file.u8(1);
  if (file.u8(0) != 'P' || std::isspace(file.u8(2)) == 0) return ImageFormat::unknown;
  if (digit == '7') return ImageFormat::pam;
  return digit >= '1' && digit <= '6' ? ImageFormat::pnm : ImageFormat::unknown;
}

// ISO base media: size, "ftyp", major brand, minor version, compatible brands.
ImageFormat sniff_boxes(const ByteView& file) {
  if (!file.has(4, "ftyp")) return ImageFormat::unknown;
  const auto end = std::min<std::size_t>({file.u32(0), file.size(), 256});
  bool heic = false;
  for (std::size_t at = 8; at + 4 <= end; at += 4) {
    const std::string_view brand = file.piece(at, 4);
    if (is_one_of(brand, {"avif", "avis"})) return ImageFormat::avif;
    heic = heic || is_one_of(brand, {"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"});
  }
  return heic ? ImageFormat::heic : ImageFormat::unknown;
}

bool is_text_byte(char byte) {
  const auto code = static_cast<unsigned char>(byte);
  return code >= 0x20 ? code != 0x7F : (code >= 0x07 && code <= 0x0D) || code == 0x1B;
}

// Text has no control bytes. Bytes from 0x80 on pass: they may be UTF-8 or an old code page.
ImageFormat sniff_text(std::string_view file) {
  if (file.substr(0, 3) == "\xEF\xBB\xBF"sv) file.remove_prefix(3);
  const std::string_view head = file.substr(0, 512);
  if (!std::all_of(head.begin(), head.end(), is_text_byte)) return ImageFormat::unknown;
  const bool has_ascii = std::any_of(head.begin(), head.end(), [](char c) { return c > 0; });
  if (!has_ascii) return ImageFormat::unknown;
  const std::size_t start = head.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return ImageFormat::text;
  const std::string markup = lowered(head.substr(start));
  if (markup[0] != '<') return ImageFormat::text;
  if (markup.find("<svg") != std::string::npos) return ImageFormat::svg;
  for (const std::string_view tag : {"<!doctype html", "<html", "<head", "<body"}) {
    if (markup.find(tag) != std::string::npos) return ImageFormat::html;
  }
  return ImageFormat::text;
}

}  // namespace

ImageFormat sniff_format(std::string_view file) {
  if (file.empty()) return ImageFormat::empty;
  const ByteView view(file);
  for (const FormatInfo& format : image_formats()) {
    for (const std::string_view signature : format.signatures) {
      if (!signature.empty() && view.has(0, signature)) return format.format;
    }
  }
  if (view.has(0, "RIFF") && view.has(8, "WEBP")) return ImageFormat::webp;
  if (is_bmp(view)) return ImageFormat::bmp;
  for (const ImageFormat found : {sniff_netpbm(view), sniff_boxes(view)}) {
    if (found != ImageFormat::unknown) return found;
  }
  return sniff_text(file);
}

}  // namespace tfrec
