// SPDX-License-Identifier: Apache-2.0
#include "records/image/made_image.hpp"

#include <algorithm>

#include "base/sha256.hpp"
#include "image/facts/exif.hpp"
#include "image/jpeg/jpeg_segments.hpp"
#include "image/refusal.hpp"
#include "records/image/raw_pixels.hpp"

namespace tfrec {

namespace {

std::string_view viewed(const EncodedBytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool keeps_source(Encoding encoding) {
  return encoding == Encoding::copy || encoding == Encoding::automatic;
}

/// Of images that are encoded anew.
ImageFormat format_of(Encoding encoding) {
  return encoding == Encoding::png    ? ImageFormat::png
         : encoding == Encoding::webp ? ImageFormat::webp
                                      : ImageFormat::jpeg;
}

Extent extent_of(const ImageFacts& facts) {
  return {static_cast<int>(facts.width), static_cast<int>(facts.height)};
}

/// Markers and ends alone; what is odd about them goes into `report`.
std::optional<Rejected> check_structure(std::string_view file, DecodeReport& report) {
  if (auto bad = check_jpeg_structure(file)) return bad;
  if (has_trailing_bytes(file)) report.oddities.emplace_back("bytes after the end marker");
  if (!report.source.exif_oddity.empty()) report.oddities.push_back(describe_exif_oddity(report.source));
  return std::nullopt;
}

/// Whether a kept JPEG need not be decoded. Without pixels only the kind jpeg and facts can be made.
bool may_skip_decoding(const RecordLayout& layout, const ImageOptions& options) {
  return options.check == Check::structure && !options.statistics && keeps_source(options.encoding) &&
         !layout.has(FeatureKind::png) && !layout.needs_equal_sizes();
}

}  // namespace

std::string_view unusual_process(const ImageFacts& facts) {
  constexpr int k_arithmetic = 8;  // from SOF9 on
  if (facts.jpeg_process == 0) return {};
  if (facts.jpeg_process > k_arithmetic) return "an arithmetic-coded";
  return facts.progressive ? "a progressive" : facts.jpeg_process == 1 ? "an extended" : "a lossless";
}

bool may_decode(const RecordLayout& layout, const ImageOptions& options) {
  if (!layout.uses_pixels()) return false;
  return options.encoding != Encoding::copy || !may_skip_decoding(layout, options);
}

ImageMaker::ImageMaker(const RecordLayout& layout, const ImageOptions& options)
    : m_codec(may_decode(layout, options) ? &codec() : nullptr),
      m_layout(layout),
      m_options(options),
      m_variants(options.variants()) {}

/// Of the whole image, before any reduced decode.
Extent ImageMaker::upright_extent(const ImageFacts& facts) const {
  const bool turned = facts.exif_orientation >= 5 && m_options.decode.orientation == OrientationPolicy::apply;
  const Extent stored = extent_of(facts);
  return turned ? Extent{stored.height, stored.width} : stored;
}

/// The most libjpeg may scale down by and still leave every set at least its size.
unsigned ImageMaker::reduction_for(const ImageFacts& facts) const {
  if (!m_options.reduced_decode || facts.format != ImageFormat::jpeg) return 1;
  const Extent source = upright_extent(facts);
  unsigned reduction = 8;
  for (const ResizeOptions& resize : m_variants) {
    const Extent target = resize.wanted() ? scaled_extent(source, resize) : source;
    const auto enough = [&](unsigned by) {
      return source.width / static_cast<int>(by) >= target.width &&
             source.height / static_cast<int>(by) >= target.height;
    };
    while (reduction > 1 && !enough(reduction)) reduction /= 2;
  }
  return reduction;
}

std::optional<Rejected> ImageMaker::open(std::string_view file, SourceImage& source) const {
  source.file = file;
  source.has_pixels = false;
  const ImageFacts facts = image_facts(file);
  const bool keeps_unseen = may_skip_decoding(m_layout, m_options);
  if (keeps_unseen && (facts.format == ImageFormat::jpeg || m_codec == nullptr)) {
    source.report = {};
    source.report.source = facts;
    source.report.cmyk = facts.cmyk;
    if (auto refused = refused_by_header(file, facts, m_options.decode)) return refused;
    if (facts.format == ImageFormat::jpeg) {
      if (auto bad = check_structure(file, source.report)) return bad;
    }
    const auto needs_change = [&](std::size_t variant) { return !reason_to_change(source, variant).empty(); };
    bool change = false;
    for (std::size_t i = 0; i < m_variants.size(); ++i) change = change || needs_change(i);
    if (!change || m_options.encoding == Encoding::copy) return std::nullopt;
  }
  if (!source.decoded) source.decoded = m_codec->new_pixels();
  DecodeOptions decode = m_options.decode;
  decode.reduction = reduction_for(facts);
  if (auto bad = m_codec->decode(file, decode, *source.decoded, source.report)) return bad;
  source.has_pixels = true;
  return std::nullopt;
}

/// What a decoded image is scaled to: a reduced one as if it were whole.
ResizeOptions ImageMaker::resize_of(const SourceImage& source, std::size_t variant) const {
  ResizeOptions resize = m_variants[variant];
  resize.exact = scaled_extent(upright_extent(source.report.source), resize);
  return resize;
}

/// Why the source's bytes can't be stored as they are; empty if they can.
std::string ImageMaker::reason_to_change(const SourceImage& source, std::size_t variant) const {
  const ImageFacts& facts = source.report.source;
  const DecodeOptions& decode = m_options.decode;
  if (facts.format != ImageFormat::jpeg)
    return "is " + std::string(info(facts.format).phrase) + ", not a JPEG";
  if (const std::string_view process = unusual_process(facts); !process.empty()) {
    return "is " + std::string(process) + " JPEG, not a baseline one";
  }
  if (decode.orientation == OrientationPolicy::apply && facts.exif_orientation != 1) {
    return "has EXIF orientation " + std::to_string(facts.exif_orientation);
  }
  const int wanted = decode.color == ColorPolicy::gray ? 1 : 3;
  const bool keeps = decode.color == ColorPolicy::keep && (facts.channels == 1 || facts.channels == 3);
  if (!keeps && facts.channels != wanted) {
    return "has " + std::to_string(facts.channels) +
           (facts.channels == 1 ? " channel, not " : " channels, not ") + std::to_string(wanted);
  }
  const Extent now = extent_of(facts);
  if (placement(now, m_variants[variant]).stored != now) {
    return "is " + extent_text(now) + " and would have to be resized";
  }
  return {};
}

/// Prepares the source's bytes to be stored; states why they can't be.
std::string ImageMaker::keep(const SourceImage& source, std::size_t variant, MadeImage& made) const {
  std::string reason = reason_to_change(source, variant);
  if (!reason.empty() || !m_options.strip) return reason;
  auto stripped = without_metadata(source.file);
  if (!stripped) return "its metadata can't be stripped: there are bytes between the headers";
  made.stripped = std::move(*stripped);
  return {};
}

std::optional<Rejected> ImageMaker::encode_main(const SourceImage& source, bool copied,
                                                MadeImage& made) const {
  if (copied) {
    made.jpeg = m_options.strip ? std::string_view(made.stripped) : source.file;
    return std::nullopt;
  }
  std::optional<Rejected> bad;
  if (m_options.encoding == Encoding::png) {
    bad = m_codec->encode_png(*made.pixels, made.encoded);
  } else if (m_options.encoding == Encoding::webp) {
    bad = m_codec->encode_webp(*made.pixels, m_options.quality, made.encoded);
  } else {
    int quality = m_options.quality;
    if (m_options.quality_cap && source.report.source.format == ImageFormat::jpeg) {
      quality = std::min(quality, jpeg_quality(source.file).value_or(quality));
    }
    bad = m_codec->encode_jpeg(*made.pixels, quality, made.encoded);
  }
  made.jpeg = viewed(made.encoded);
  return bad;
}

std::optional<Rejected> ImageMaker::encode(const BoundFeature& feature, const SourceImage& source,
                                           bool copied, MadeImage& made) const {
  std::string_view bytes;
  std::string_view format = "RAW";
  switch (feature.spec.kind) {
    case FeatureKind::jpeg:
      if (auto bad = encode_main(source, copied, made)) return bad;
      bytes = made.jpeg;
      format = info(copied ? ImageFormat::jpeg : format_of(m_options.encoding)).record_name;
      break;
    case FeatureKind::png:
      if (auto bad = m_codec->encode_png(*made.pixels, made.png)) return bad;
      bytes = viewed(made.png);
      format = info(ImageFormat::png).record_name;
      break;
    case FeatureKind::raw_uint8:
      rgb_samples(*made.pixels, made.raw_uint8);
      bytes = made.raw_uint8;
      break;
    case FeatureKind::raw_float32:
      rgb_samples(*made.pixels, made.raw_uint8);
      scaled_floats(made.raw_uint8, m_layout.scale, made.raw_float32);
      bytes = made.raw_float32;
      break;
    default:
      return std::nullopt;
  }
  if (made.format.empty()) {
    made.stored = bytes;
    made.format = format;
  }
  return std::nullopt;
}

/// Replaces the pixels by those that a reader decodes: lossy encoders change them.
std::optional<Rejected> ImageMaker::read_stored(MadeImage& made) const {
  DecodeOptions decode;
  decode.max_pixels = UINT64_MAX;
  decode.color = ColorPolicy::keep;
  if (!made.sized) made.sized = m_codec->new_pixels();
  DecodeReport report;
  auto bad = m_codec->decode(made.stored, decode, *made.sized, report);
  made.pixels = made.sized.get();
  return bad;
}

std::optional<Rejected> ImageMaker::make(const SourceImage& source, std::size_t variant, MadeImage& made,
                                         ImageOutcome& outcome) const {
  const std::string reason = keeps_source(m_options.encoding) ? keep(source, variant, made) : "not wanted";
  if (!reason.empty() && m_options.encoding == Encoding::copy) return Rejected{reason + " (--encode copy)"};
  outcome.copied = reason.empty() && m_layout.has(FeatureKind::jpeg);
  if (source.has_pixels) {
    made.pixels = source.decoded.get();
    if (m_variants[variant].wanted()) {
      const Extent scaled =
          scaled_extent({source.decoded->width(), source.decoded->height()}, m_variants[variant]);
      if (static_cast<std::uint64_t>(scaled.width) * static_cast<std::uint64_t>(scaled.height) >
          m_options.decode.max_pixels) {
        return Rejected{"would be scaled to " + extent_text(scaled) + ", more than --max-pixels " +
                        std::to_string(m_options.decode.max_pixels)};
      }
      if (!made.sized) made.sized = m_codec->new_pixels();
      if (auto bad = m_codec->resize(*source.decoded, resize_of(source, variant), *made.sized)) return bad;
      made.pixels = made.sized.get();
    }
    made.size = {made.pixels->width(), made.pixels->height()};
    made.channels = made.pixels->channels();
  } else {
    made.size = extent_of(source.report.source);
    made.channels = source.report.source.channels;
  }
  made.shape = {static_cast<std::uint64_t>(made.size.height), static_cast<std::uint64_t>(made.size.width),
                static_cast<std::uint64_t>(made.channels)};
  made.format = made.stored = {};
  for (const BoundFeature& feature : m_layout.features) {
    if (auto bad = encode(feature, source, outcome.copied, made)) return bad;
  }
  const bool is_webp = made.format == info(ImageFormat::webp).record_name;
  if (is_webp) made.channels = 3;  // WebP has no grey
  if (m_layout.has(FeatureKind::sha256))
    made.sha256 = sha256_hex(made.format.empty() ? source.file : made.stored);
  const bool is_jpeg = made.format == info(ImageFormat::jpeg).record_name;
  const bool is_lossy = !outcome.copied && (is_jpeg || is_webp);
  return m_options.statistics && is_lossy ? read_stored(made) : std::nullopt;
}

}  // namespace tfrec
