// SPDX-License-Identifier: Apache-2.0
#include "image/facts/png_text.hpp"

#include <string>

#include "support/catch.hpp"
#include "support/data/test_data.hpp"

using namespace tfrec;
using namespace std::string_literals;
using test::odd_image;

namespace {

constexpr std::size_t k_header = 33;  // signature and IHDR

std::string chunk(const std::string& name, const std::string& content) {
  std::string length;
  for (int shift = 24; shift >= 0; shift -= 8) length += static_cast<char>(content.size() >> shift);
  return length + name + content + "\0\0\0\0"s;  // nobody looks at the checksum
}

std::string with(const std::string& chunks) {
  const std::string plain = odd_image("plain.png");
  return plain.substr(0, k_header) + chunks + plain.substr(k_header);
}

}  // namespace

TEST_CASE("PNG text: a little of it stays") {
  CHECK_FALSE(png_without_text(odd_image("plain.png")));
  CHECK_FALSE(png_without_text(with(chunk("tEXt", std::string(1000, 't')))));
}

TEST_CASE("PNG text: a lot of it goes, all else stays") {
  const std::string large(40'000, 't');
  CHECK(png_without_text(with(chunk("zTXt", large) + chunk("iTXt", large))) == odd_image("plain.png"));
  CHECK(png_without_text(with(chunk("tEXt", large + large))) == odd_image("plain.png"));
  CHECK_FALSE(png_without_text(with(chunk("iCCP", large + large))));
}

TEST_CASE("PNG text: what is cut short stays cut short") {
  const std::string whole = with(chunk("zTXt", std::string(100'000, 't')));
  const std::string plain = odd_image("plain.png");
  for (const std::size_t lost : {1U, 5U, 13U, 300U}) {
    const auto kept = png_without_text(std::string_view(whole).substr(0, whole.size() - lost));
    CHECK(kept == plain.substr(0, plain.size() - lost));
  }
  CHECK_FALSE(png_without_text(std::string_view(whole).substr(0, 50'000)));
  CHECK_FALSE(png_without_text(""));
}
