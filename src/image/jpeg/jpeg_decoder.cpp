// SPDX-License-Identifier: Apache-2.0
#include "image/jpeg/jpeg_decoder.hpp"

#include <algorithm>
#include <csetjmp>
#include <cstdio>

#include <jpeglib.h>
// jpeglib.h must come first.
#include <jerror.h>

#include "base/error.hpp"

namespace tfrec {

namespace {

constexpr int k_most_scans = 100;

/// Whether a warning means that samples were lost or invented. Bytes that lead nowhere do so only inside a
/// scan.
bool is_damage(int warning, bool in_scan) {
  switch (warning) {
    case JWRN_JPEG_EOF:
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_TOO_MUCH_DATA:
      return true;
    case JWRN_EXTRANEOUS_DATA:
      return in_scan;
    default:
      return false;
  }
}

/// libjpeg's own words, without its "Corrupt JPEG data: " in front.
std::string_view shortened(std::string_view message) {
  constexpr std::string_view k_prefix = "Corrupt JPEG data: ";
  return message.substr(0, k_prefix.size()) == k_prefix ? message.substr(k_prefix.size()) : message;
}

/// A warning that is not damage, in words without numbers: images are counted by them.
std::string_view name_of_oddity(int warning, std::string_view message) {
  switch (warning) {
    case JWRN_EXTRANEOUS_DATA:
      return "bytes between the headers";
    case JWRN_ADOBE_XFORM:
      return "unknown Adobe colour transform";
    case JWRN_JFIF_MAJOR:
      return "unknown JFIF version";
    default:
      return shortened(message);
  }
}

/// OpenCV's conversion of one CMYK row (Adobe's inverted CMYK, as libjpeg gives it), in integers.
void cmyk_to_bgr(const std::uint8_t* cmyk, std::uint8_t* bgr, int width) {
  for (int x = 0; x < width; ++x, cmyk += 4, bgr += 3) {
    const int k = cmyk[3];
    const auto mixed = [k](int ink) { return static_cast<std::uint8_t>(k - (((255 - ink) * k) >> 8)); };
    bgr[0] = mixed(cmyk[2]);
    bgr[1] = mixed(cmyk[1]);
    bgr[2] = mixed(cmyk[0]);
  }
}

/// The same to grey, in the fixed-point weights OpenCV uses (0.114, 0.587, 0.299 in 1/16384).
void cmyk_to_gray(const std::uint8_t* cmyk, std::uint8_t* gray, int width) {
  constexpr int k_shift = 14;
  constexpr int k_blue = 1868;
  constexpr int k_green = 9617;
  constexpr int k_red = 4899;
  for (int x = 0; x < width; ++x, cmyk += 4, ++gray) {
    const int k = cmyk[3];
    const auto mixed = [k](int ink) { return k - (((255 - ink) * k) >> 8); };
    const int sum = mixed(cmyk[2]) * k_blue + mixed(cmyk[1]) * k_green + mixed(cmyk[0]) * k_red;
    *gray = static_cast<std::uint8_t>((sum + (1 << (k_shift - 1))) >> k_shift);
  }
}

}  // namespace

struct JpegDecoder::State {
  jpeg_decompress_struct info{};
  jpeg_error_mgr errors{};
  std::jmp_buf on_error{};
  char message[JMSG_LENGTH_MAX] = {};
  std::string damage;
  std::vector<std::string> oddities;
  std::vector<std::uint8_t> cmyk_row;
  SampleOrder order = SampleOrder::bgr;
  bool has_size = false;
  bool lacks_memory = false;

  void note_warning(int code) {
    errors.format_message(reinterpret_cast<j_common_ptr>(&info), message);
    const std::string text(shortened(message));
    if (is_damage(code, info.input_scan_number > 0)) {
      if (damage.empty()) damage = text;
    } else {
      note_oddity(name_of_oddity(code, message));
    }
  }
  void note_oddity(std::string_view text) {
    if (std::find(oddities.begin(), oddities.end(), text) == oddities.end()) oddities.emplace_back(text);
  }

  static State& of(j_common_ptr common) { return *static_cast<State*>(common->client_data); }
  [[noreturn]] static void leave(j_common_ptr common) {
    State& state = of(common);
    state.lacks_memory = common->err->msg_code == JERR_OUT_OF_MEMORY;
    common->err->format_message(common, state.message);
    std::longjmp(state.on_error, 1);  // libjpeg's way out; only its own frames lie between
  }
  static void warn(j_common_ptr common, int level) {
    if (level < 0) of(common).note_warning(common->err->msg_code);
  }
  static void count_scans(j_common_ptr common) {
    State& state = of(common);
    if (state.info.input_scan_number <= k_most_scans) return;
    std::snprintf(state.message, sizeof state.message, "more than %d scans", k_most_scans);
    std::longjmp(state.on_error, 1);
  }
  static void stay_silent(j_common_ptr) {}

  void create();
  void note_missing_samples();

  bool read_header(std::string_view file, unsigned reduction);
  bool read_rows(std::uint8_t* first_row, std::size_t stride);
  void read_row(std::uint8_t* row);
  /// Why libjpeg stopped. Memory that is short is not the image's fault.
  Rejected rejected() const {
    if (lacks_memory) throw Error(ErrorKind::machine, "", "out of memory", "use fewer threads with -j");
    return {std::string(shortened(message))};
  }

  jpeg_progress_mgr progress{};
};

/// A decompressor of its own for each file: a kept one would lend the tables of the last file to one that
/// lacks them.
void JpegDecoder::State::create() {
  jpeg_destroy_decompress(&info);
  info.err = jpeg_std_error(&errors);
  errors.error_exit = leave;
  errors.emit_message = warn;
  errors.output_message = stay_silent;
  progress.progress_monitor = count_scans;
  info.client_data = this;
  jpeg_create_decompress(&info);
}

/// What libjpeg fills in without a warning: components that no scan was for, coefficients never sent.
void JpegDecoder::State::note_missing_samples() {
  bool all_sent = true;
  for (int i = 0; i < info.num_components; ++i) {
    if (info.comp_info[i].quant_table == nullptr && damage.empty()) damage = "a component without data";
    for (int k = 0; info.coef_bits != nullptr && k < DCTSIZE2; ++k)
      all_sent = all_sent && info.coef_bits[i][k] == 0;
  }
  if (!all_sent) note_oddity("coefficients that were never sent");
}

// Between setjmp and longjmp lie only trivially destructible objects.
bool JpegDecoder::State::read_header(std::string_view file, unsigned reduction) {
  if (setjmp(on_error) != 0) return false;
  create();
  // The cast is for libjpeg versions whose interface lacks const.
  jpeg_mem_src(&info, reinterpret_cast<unsigned char*>(const_cast<char*>(file.data())), file.size());
  jpeg_read_header(&info, TRUE);
  const bool cmyk = info.num_components == 4;
  info.out_color_space = cmyk ? JCS_CMYK : order == SampleOrder::gray ? JCS_GRAYSCALE : JCS_EXT_BGR;
  info.scale_num = 1;
  info.scale_denom = reduction;
  info.progress = &progress;
  jpeg_calc_output_dimensions(&info);
  has_size = true;
  return true;
}

void JpegDecoder::State::read_row(std::uint8_t* row) {
  JSAMPROW target = info.out_color_space == JCS_CMYK ? cmyk_row.data() : row;
  jpeg_read_scanlines(&info, &target, 1);
  if (info.out_color_space != JCS_CMYK) return;
  const int columns = static_cast<int>(info.output_width);
  if (order == SampleOrder::bgr) {
    cmyk_to_bgr(target, row, columns);
  } else {
    cmyk_to_gray(target, row, columns);
  }
}

bool JpegDecoder::State::read_rows(std::uint8_t* first_row, std::size_t stride) {
  if (setjmp(on_error) != 0) return false;
  jpeg_start_decompress(&info);
  while (info.output_scanline < info.output_height) read_row(first_row + stride * info.output_scanline);
  note_missing_samples();
  jpeg_finish_decompress(&info);  // reads on to the end marker
  return true;
}

JpegDecoder::JpegDecoder() : m_state(std::make_unique<State>()) {}

JpegDecoder::~JpegDecoder() {
  jpeg_destroy_decompress(&m_state->info);
}

std::optional<Rejected> JpegDecoder::open(std::string_view file, SampleOrder order, unsigned reduction) {
  State& state = *m_state;
  state.damage.clear();
  state.oddities.clear();
  state.order = order;
  state.has_size = false;
  state.lacks_memory = false;
  if (!state.read_header(file, reduction)) return state.rejected();
  if (state.info.out_color_space == JCS_CMYK) state.cmyk_row.resize(std::size_t{4} * state.info.output_width);
  return std::nullopt;
}

int JpegDecoder::width() const {
  return m_state->has_size ? static_cast<int>(m_state->info.output_width) : 0;
}
int JpegDecoder::height() const {
  return m_state->has_size ? static_cast<int>(m_state->info.output_height) : 0;
}

std::optional<Rejected> JpegDecoder::decode(std::uint8_t* first_row, std::size_t stride) {
  State& state = *m_state;
  if (!state.read_rows(first_row, stride)) return state.rejected();
  if (state.info.src->bytes_in_buffer > 0) state.note_oddity("bytes after the end marker");
  if (!state.damage.empty()) return Rejected{state.damage};
  return std::nullopt;
}

const std::vector<std::string>& JpegDecoder::oddities() const {
  return m_state->oddities;
}

std::string JpegDecoder::library_version() {
#ifdef LIBJPEG_TURBO_VERSION_NUMBER
  constexpr int k_number = LIBJPEG_TURBO_VERSION_NUMBER;  // 2001005 is 2.1.5
  return "libjpeg-turbo " + std::to_string(k_number / 1'000'000) + "." +
         std::to_string(k_number / 1000 % 1000) + "." + std::to_string(k_number % 1000);
#else
  return "libjpeg " + std::to_string(JPEG_LIB_VERSION);
#endif
}

}  // namespace tfrec
