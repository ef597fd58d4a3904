// SPDX-License-Identifier: Apache-2.0
#include "image/png/png_samples.hpp"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>
#include <new>
#include <png.h>

#include <zlib.h>

#include "image/png/plain_png.hpp"

namespace tfrec {

namespace {

/// What libpng reports, and the bytes it reads or writes. libpng leaves by longjmp, so no function between
/// setjmp and libpng holds anything with a destructor.
struct Exchange {
  std::string_view file;
  std::size_t at = 0;
  std::string* out = nullptr;
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

void give_bytes(png_structp png, png_bytep from, std::size_t count) {
  bool has_memory = true;
  try {
    of(png).out->append(reinterpret_cast<const char*>(from), count);
  } catch (const std::bad_alloc&) {
    has_memory = false;
  }
  if (!has_memory) png_error(png, "lacks memory");
}

/// One reading or writing of libpng; frees what libpng holds.
class Session {
 public:
  enum class Direction { read, write };

  Session(Direction direction, Exchange& exchange) : m_direction(direction) {
    const auto create = direction == Direction::read ? png_create_read_struct : png_create_write_struct;
    m_png = create(PNG_LIBPNG_VER_STRING, &exchange, leave, pass_over);
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
  void free() {
    if (m_direction == Direction::read) {
      png_destroy_read_struct(&m_png, &m_info, nullptr);
    } else {
      png_destroy_write_struct(&m_png, &m_info);
    }
  }

  Direction m_direction;
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

}  // namespace

std::optional<Rejected> read_png_samples(std::string_view file, StoredSamples& samples) {
  if (read_plain_png(file, samples)) return std::nullopt;
  Exchange exchange{file};
  const Session session(Session::Direction::read, exchange);
  const png_structp png = session.png();
  const png_infop info = session.info();
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

std::optional<Rejected> write_gray_png(const StoredSamples& samples, std::string& png_file) {
  png_file.clear();
  Exchange exchange;
  exchange.out = &png_file;
  const Session session(Session::Direction::write, exchange);
  const png_structp png = session.png();
  const png_infop info = session.info();
  const std::size_t row = samples.bytes.size() / static_cast<std::size_t>(samples.height);
  png_set_write_fn(png, &exchange, give_bytes, nullptr);
  const bool whole = runs_through(png, [&] {
    // Ids lie in runs: on masks, run lengths give smaller files than zlib's other ways, as fast as the
    // fastest.
    png_set_compression_level(png, 1);
    png_set_compression_strategy(png, Z_RLE);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_set_IHDR(png, info, static_cast<png_uint_32>(samples.width), static_cast<png_uint_32>(samples.height),
                 samples.bits, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    if (samples.bits == 16) png_set_swap(png);
    for (int y = 0; y < samples.height; ++y)
      png_write_row(png, samples.bytes.data() + static_cast<std::size_t>(y) * row);
    png_write_end(png, nullptr);
  });
  if (!whole) return Rejected{"can't be written as PNG: " + std::string(exchange.message.data())};
  return std::nullopt;
}

std::string version_of_zlib() {
  return zlibVersion();
}

}  // namespace tfrec
