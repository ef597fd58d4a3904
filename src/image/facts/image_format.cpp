// SPDX-License-Identifier: Apache-2.0
#include "image/facts/image_format.hpp"

#include <algorithm>

#include "image/facts/format_facts.hpp"

namespace tfrec {

namespace {

using namespace std::string_view_literals;  // signatures contain NULs
using enum ImageFormat;
using enum AsValue;

constexpr bool k_decoded = true;
constexpr bool k_image = true;

// clang-format off
constexpr std::array<FormatInfo, k_image_formats> k_formats{{
    {jpeg, "jpeg", "JPEG", "a JPEG image", k_image, k_decoded, image, 65'500, {".jpg", ".jpeg", ".jpe", ".jfif"},
     {"\xFF\xD8\xFF"sv}, read_jpeg_facts},
    {png, "png", "PNG", "a PNG image", k_image, k_decoded, image, 0, {".png"},
     {"\x89PNG\r\n\x1A\n"sv}, read_png_facts},
    {webp, "webp", "WEBP", "a WebP image", k_image, k_decoded, image, 16'383, {".webp"}, {}, read_webp_facts},
    {bmp, "bmp", "BMP", "a BMP image", k_image, k_decoded, image_if_sized, 0, {".bmp", ".dib"}, {}, read_bmp_facts},
    {tiff, "tiff", "TIFF", "a TIFF image", k_image, k_decoded, image, 0, {".tif", ".tiff"},
     {"II\x2A\x00"sv, "MM\x00\x2A"sv, "II\x2B\x00"sv, "MM\x00\x2B"sv}, read_tiff_facts},
    {pnm, "pnm", "PNM", "a PNM image", k_image, k_decoded, image_if_sized, 0, {".ppm", ".pgm", ".pnm", ".pbm"},
     {}, read_pnm_facts},
    // OpenCV 4.6 swaps the red and blue of PAM and does not initialise its transparent pixels.
    {pam, "pam", "PAM", "a PAM image", k_image, !k_decoded, other, 0, {".pam"}, {}, read_pnm_facts},
    {npy, "npy", "NPY", "a NumPy array", k_image, !k_decoded, other, 0, {".npy"}, {"\x93NUMPY"sv}, nullptr},
    {gif, "gif", "GIF", "a GIF image", k_image, !k_decoded, image, 0, {".gif"}, {"GIF87a"sv, "GIF89a"sv},
     read_gif_facts},
    {heic, "heic", "HEIC", "a HEIC image", k_image, !k_decoded, image, 0, {".heic", ".heif"}, {}, nullptr},
    {avif, "avif", "AVIF", "an AVIF image", k_image, !k_decoded, image, 0, {".avif"}, {}, nullptr},
    {jpeg_xl, "jxl", "JXL", "a JPEG XL image", k_image, !k_decoded, image, 0, {".jxl"},
     {"\xFF\x0A"sv, "\0\0\0\x0CJXL \r\n\x87\n"sv}, nullptr},
    {jpeg_2000, "jp2", "JP2", "a JPEG 2000 image", k_image, !k_decoded, image, 0, {".jp2"},
     {"\0\0\0\x0CjP  \r\n\x87\n"sv, "\xFF\x4F\xFF\x51"sv}, nullptr},
    {svg, "svg", "SVG", "an SVG drawing", k_image, !k_decoded, other, 0, {".svg"}, {}, nullptr},
    {html, "html", "HTML", "an HTML page", !k_image, !k_decoded, other, 0, {}, {}, nullptr},
    {lfs_pointer, "lfs", "LFS", "a Git LFS pointer", !k_image, !k_decoded, other, 0, {},
     {"version https://git-lfs."sv}, nullptr},
    {text, "text", "TEXT", "text", !k_image, !k_decoded, other, 0, {}, {}, nullptr},
    {empty, "empty", "EMPTY", "an empty file", !k_image, !k_decoded, other, 0, {}, {}, nullptr},
    {unknown, "unknown", "UNKNOWN", "bytes of no known format", !k_image, !k_decoded, other, 0, {}, {}, nullptr},
}};
// clang-format on

constexpr bool has_a_row_per_format() {
  for (std::size_t i = 0; i < k_formats.size(); ++i) {
    const FormatInfo& row = k_formats[i];
    if (row.format != static_cast<ImageFormat>(i) || row.phrase.empty()) return false;
  }
  return true;
}
static_assert(has_a_row_per_format());

}  // namespace

bool FormatInfo::has_extension(std::string_view extension) const {
  return !extension.empty() && std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
}

std::span<const FormatInfo, k_image_formats> image_formats() {
  return k_formats;
}

const FormatInfo& info(ImageFormat format) {
  return k_formats[static_cast<std::size_t>(format)];
}

}  // namespace tfrec
