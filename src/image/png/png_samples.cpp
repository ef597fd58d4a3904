// SPDX-License-Identifier: Apache-2.0
#include "image/png/png_samples.hpp"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>
#include <new>
#include <png.h>

#include "base/sandbox/sandbox.hpp"
#include "image/png/plain_png.hpp"

namespace tfrec {

namespace {

/// What libpng reports, and the bytes it reads. libpng leaves by longjmp, so no function between
/// setjmp and libpng holds anything with a destructor.
struct Exchange {
  std::string_view file;
  std::size_t at = 0;
  std::array<char, 128> message{};

  void keep(const char* text) { std::strncpy(message.data(), text, message.size() - 1); }
};

Exchange& of(png_structp png) {
  return *static_cast<Exchange*>(png_get_error_ptr(png));
}

[[noreturn]] void leave(png_structp png, png_const_charp text) {
  of(png).keep(text);
  png_longjmp(png, 1);
}

void pass_over(png_structp /*png*/, png_const_charp /*text*/) {}

void take_bytes(png_structp png, png_bytep to, std::size_t count) {
  Exchange& exchange = of(png);
  if (exchange.file.size() - exchange.at < count) png_error(png, "is cut short");
  std::memcpy(to, exchange.file.data() + exchange.at, count);
  exchange.at += count;
}

/// One reading of libpng; frees what libpng holds.
class Session {
 public:
  explicit Session(Exchange& exchange)
      : m_png(png_create_read_struct(PNG_LIBPNG_VER_STRING, &exchange, leave, pass_over)) {
    if (m_png != nullptr) m_info = png_create_info_struct(m_png);
    if (m_info == nullptr) {
      free();
      throw std::bad_alloc();
    }
  }
  ~Session() { free(); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  png_structp png() const { return m_png; }
  png_infop info() const { return m_info; }

 private:
  void free() { png_destroy_read_struct(&m_png, &m_info, nullptr); }

  png_structp m_png = nullptr;
  png_infop m_info = nullptr;
};

/// Runs `step` where libpng may leave it; false if it did.
template <class Step>
bool runs_through(png_structp png, const Step& step) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;  // NOLINT(cert-err52-cpp): libpng's way
  step();
  return true;
}

void set_layout(png_structp png, png_infop info, StoredSamples& samples) {
  png_read_info(png, info);
  png_set_check_for_invalid_index(png, 0);  // an index needs no colour
  if (png_get_bit_depth(png, info) < 8) png_set_packing(png);
  if (png_get_bit_depth(png, info) == 16) png_set_swap(png);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  samples.width = static_cast<int>(png_get_image_width(png, info));
  samples.height = static_cast<int>(png_get_image_height(png, info));
  samples.channels = png_get_channels(png, info);
  samples.bits = png_get_bit_depth(png, info) == 16 ? 16 : 8;
}

std::vector<png_bytep> rows_of(StoredSamples& samples) {
  const std::size_t row = samples.bytes.size() / static_cast<std::size_t>(samples.height);
  std::vector<png_bytep> rows(static_cast<std::size_t>(samples.height));
  for (std::size_t y = 0; y < rows.size(); ++y) rows[y] = samples.bytes.data() + y * row;
  return rows;
}

/// Drops the last of the channels. Returns false if it is not opaque everywhere.
template <class Sample>
bool drop_alpha(StoredSamples& samples) {
  auto* const all = reinterpret_cast<Sample*>(samples.bytes.data());
  const auto channels = static_cast<std::size_t>(samples.channels);
  const std::size_t pixels = samples.count();
  for (std::size_t i = 0; i < pixels; ++i) {
    if (all[i * channels + channels - 1] != static_cast<Sample>(-1)) return false;
    for (std::size_t c = 0; c + 1 < channels; ++c) all[i * (channels - 1) + c] = all[i * channels + c];
  }
  samples.channels -= 1;
  samples.bytes.resize(pixels * (channels - 1) * sizeof(Sample));
  return true;
}

std::optional<Rejected> read_samples(std::string_view file, StoredSamples& samples) {
  if (read_plain_png(file, samples)) return std::nullopt;
  Exchange exchange{file};
  const Session session(exchange);
  png_structp png = session.png();
  png_infop info = session.info();
  png_set_read_fn(png, &exchange, take_bytes);
  bool whole = runs_through(png, [&] { set_layout(png, info, samples); });
  if (whole) {
    samples.bytes.resize(png_get_rowbytes(png, info) * static_cast<std::size_t>(samples.height));
    const std::vector<png_bytep> rows = rows_of(samples);
    whole = runs_through(png, [&] {
      png_read_image(png, const_cast<png_bytepp>(rows.data()));
      png_read_end(png, nullptr);
    });
  }
  if (!whole) return Rejected{"is a damaged PNG: " + std::string(exchange.message.data())};
  if (samples.channels % 2 == 1) return std::nullopt;
  const bool opaque =
      samples.bits == 16 ? drop_alpha<std::uint16_t>(samples) : drop_alpha<std::uint8_t>(samples);
  if (!opaque) return Rejected{"has transparent pixels"};
  return std::nullopt;
}

}  // namespace

std::optional<Rejected> read_png_samples(std::string_view file, StoredSamples& samples) {
  return confined([&] { return read_samples(file, samples); });
}

}  // namespace tfrec
