// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "base/text/ascii.hpp"
#include "image/facts/byte_view.hpp"
#include "image/facts/image_facts.hpp"

namespace tfrec {

namespace {

struct Magic {
  std::string_view bytes;
  ImageFormat format;
};

using namespace std::string_view_literals;  // the magic numbers hold NULs

constexpr std::array k_magics{
    Magic{"\xFF\xD8\xFF"sv, ImageFormat::jpeg},
    Magic{"\x89PNG\r\n\x1A\n"sv, ImageFormat::png},
    Magic{"GIF87a"sv, ImageFormat::gif},
    Magic{"GIF89a"sv, ImageFormat::gif},
    Magic{"II\x2A\x00"sv, ImageFormat::tiff},
    Magic{"MM\x00\x2A"sv, ImageFormat::tiff},
    Magic{"II\x2B\x00"sv, ImageFormat::tiff},
    Magic{"MM\x00\x2B"sv, ImageFormat::tiff},
    Magic{"\x93NUMPY"sv, ImageFormat::npy},
    Magic{"\xFF\x0A"sv, ImageFormat::jpeg_xl},
    Magic{"\0\0\0\x0CJXL \r\n\x87\n"sv, ImageFormat::jpeg_xl},
    Magic{"\0\0\0\x0CjP  \r\n\x87\n"sv, ImageFormat::jpeg_2000},
    Magic{"\xFF\x4F\xFF\x51"sv, ImageFormat::jpeg_2000},
    Magic{"version https://git-lfs."sv, ImageFormat::lfs_pointer},
};

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}

// "BM" alone also starts many a text: the size of the info header must be one that exists.
bool is_bmp(const ByteView& file) {
  if (!file.has(0, "BM") || !file.holds(0, 26)) return false;
  const std::uint32_t header = ByteView(file.piece(0), ByteOrder::little).u32(14);
  return header == 12 || header == 16 || header == 40 || header == 52 || header == 56 || header == 64 ||
         header == 108 || header == 124;
}

// PAM (P7) stands apart: OpenCV 4.6 swaps its red and blue and leaves its transparent ones uninitialised.
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

// Control bytes make it no text; bytes from 0x80 on pass, as UTF-8 or an old code page.
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
  for (const Magic& magic : k_magics) {
    if (view.has(0, magic.bytes)) return magic.format;
  }
  if (view.has(0, "RIFF") && view.has(8, "WEBP")) return ImageFormat::webp;
  if (is_bmp(view)) return ImageFormat::bmp;
  for (const ImageFormat found : {sniff_netpbm(view), sniff_boxes(view)}) {
    if (found != ImageFormat::unknown) return found;
  }
  return sniff_text(file);
}

bool is_decodable(ImageFormat format) {
  switch (format) {
    case ImageFormat::jpeg:
    case ImageFormat::png:
    case ImageFormat::webp:
    case ImageFormat::bmp:
    case ImageFormat::tiff:
    case ImageFormat::pnm:
      return true;
    default:
      return false;
  }
}

std::string_view describe(ImageFormat format) {
  switch (format) {
    case ImageFormat::jpeg:
      return "a JPEG image";
    case ImageFormat::png:
      return "a PNG image";
    case ImageFormat::webp:
      return "a WebP image";
    case ImageFormat::bmp:
      return "a BMP image";
    case ImageFormat::tiff:
      return "a TIFF image";
    case ImageFormat::pnm:
      return "a PNM image";
    case ImageFormat::pam:
      return "a PAM image";
    case ImageFormat::npy:
      return "a NumPy array";
    case ImageFormat::gif:
      return "a GIF image";
    case ImageFormat::heic:
      return "a HEIC image";
    case ImageFormat::avif:
      return "an AVIF image";
    case ImageFormat::jpeg_xl:
      return "a JPEG XL image";
    case ImageFormat::jpeg_2000:
      return "a JPEG 2000 image";
    case ImageFormat::svg:
      return "an SVG drawing";
    case ImageFormat::html:
      return "an HTML page";
    case ImageFormat::lfs_pointer:
      return "a git-LFS pointer";
    case ImageFormat::text:
      return "text";
    case ImageFormat::empty:
      return "an empty file";
    case ImageFormat::unknown:
      break;
  }
  return "bytes of no known format";
}

}  // namespace tfrec
