// SPDX-License-Identifier: Apache-2.0
#include "records/image/made_image.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <string_view>

#include "base/sha256.hpp"
#include "image/jpeg/jpeg_segments.hpp"
#include "support/catch.hpp"
#include "support/data/images.hpp"
#include "support/data/test_data.hpp"

using namespace tfrec;
using test::jpeg_image;
using test::odd_image;

namespace {

RecordLayout layout_of(const std::vector<FeatureKind>& kinds) {
  RecordLayout layout;
  for (const FeatureKind kind : kinds) {
    BoundFeature feature;
    feature.spec.name = "f" + std::to_string(layout.features.size());
    feature.spec.kind = kind;
    layout.features.push_back(feature);
  }
  return layout;
}

/// What became of one file in one set.
struct Made {
  std::string reason;  // empty where it was accepted
  std::string bytes;   // of kind jpeg
  std::string raw;     // of kind raw-uint8
  bool copied = false;
  std::string sha256;
  Extent size;
  int channels = 0;
  DecodeReport report;

  ImageFacts facts() const { return image_facts(bytes); }
};

Made made(const std::string& file, const ImageOptions& options, std::size_t variant = 0,
          const std::vector<FeatureKind>& kinds = {FeatureKind::jpeg}) {
  const RecordLayout layout = layout_of(kinds);
  const ImageMaker maker(layout, options);
  SourceImage source;
  MadeImage image;
  ImageOutcome outcome;
  Made result;
  auto bad = maker.open(file, source);
  if (!bad) bad = maker.make(source, variant, image, outcome);
  if (bad) result.reason = bad->reason;
  if (result.reason.empty()) result.bytes = image.jpeg;
  if (result.reason.empty()) result.raw = image.raw_uint8;
  result.copied = outcome.copied;
  result.sha256 = image.sha256;
  result.size = image.size;
  result.channels = image.channels;
  result.report = source.report;
  return result;
}

ImageOptions with(Encoding encoding, Check check = Check::full) {
  ImageOptions options;
  options.encoding = encoding;
  options.check = check;
  return options;
}

ImageOptions resized(Extent size, Fit fit = Fit::stretch) {
  ImageOptions options;
  options.resize.width = size.width;
  options.resize.height = size.height;
  options.resize.fit = fit;
  return options;
}

}  // namespace

TEST_CASE("A feature of SHA-256 is that of the stored image, else of the file") {
  const std::string file = jpeg_image(20, 10);
  ImageOptions options = with(Encoding::reencode);
  options.quality = 10;
  const Made both = made(file, options, 0, {FeatureKind::jpeg, FeatureKind::sha256});
  REQUIRE(both.bytes != file);
  CHECK(both.sha256 == sha256_hex(both.bytes));
  CHECK(made(file, options, 0, {FeatureKind::sha256}).sha256 == sha256_hex(file));
  CHECK(made(file, options).sha256.empty());
}

TEST_CASE("copy keeps the source's bytes, whatever the check") {
  for (const Check check : {Check::full, Check::structure}) {
    for (const char* name : {"baseline.jpg", "444.jpg", "restart.jpg", "comment.jpg", "exif_1.jpg", "rgb.jpg",
                             "trailing_garbage.jpg", "no_huffman_tables.jpg"}) {
      INFO(name);
      const Made copy = made(odd_image(name), with(Encoding::copy, check));
      CHECK(copy.reason.empty());
      CHECK(copy.copied);
      CHECK(copy.bytes == odd_image(name));
      CHECK(copy.size == Extent{48, 32});
      CHECK(copy.channels == 3);
    }
  }
}

TEST_CASE("copy takes an image that needs a change for bad; auto encodes just that one anew") {
  const std::vector<std::pair<const char*, const char*>> cases{
      {"plain.png", "is a PNG image, not a JPEG"},
      {"exif_6.jpg", "has EXIF orientation 6"},
      {"gray.jpg", "has 1 channel, not 3"},
      {"cmyk.jpg", "has 4 channels, not 3"},
      {"progressive.jpg", "is a progressive JPEG, not a baseline one"},
      {"arithmetic.jpg", "is an arithmetic-coded JPEG, not a baseline one"},
      {"quality_1.jpg", "is an extended JPEG, not a baseline one"},
  };
  for (const Check check : {Check::full, Check::structure}) {
    for (const auto& [name, reason] : cases) {
      INFO(name);
      CHECK(made(odd_image(name), with(Encoding::copy, check)).reason ==
            std::string(reason) + " (--encode copy)");
      const Made encoded = made(odd_image(name), with(Encoding::automatic, check));
      CHECK(encoded.reason.empty());
      CHECK_FALSE(encoded.copied);
      CHECK(encoded.facts().jpeg_process == 0);
      CHECK(encoded.facts().channels == 3);
    }
    CHECK(made(odd_image("baseline.jpg"), with(Encoding::automatic, check)).bytes ==
          odd_image("baseline.jpg"));
  }
}

TEST_CASE("copy and auto look at the size they are asked for") {
  ImageOptions options = resized({48, 32});
  options.encoding = Encoding::copy;
  CHECK(made(odd_image("baseline.jpg"), options).copied);
  options.resize.height = 33;
  CHECK(made(odd_image("baseline.jpg"), options).reason ==
        "is 48x32 and would have to be resized (--encode copy)");
  options.encoding = Encoding::automatic;
  CHECK(made(odd_image("baseline.jpg"), options).facts().height == 33);
  options.sizes = {{48, 32}, {24, 16}};
  CHECK(made(odd_image("baseline.jpg"), options, 0).copied);
  CHECK_FALSE(made(odd_image("baseline.jpg"), options, 1).copied);
  CHECK(made(odd_image("baseline.jpg"), options, 1).facts().width == 24);
}

TEST_CASE("Every fit keeps an image that has its size already") {
  for (const Fit fit : {Fit::stretch, Fit::crop, Fit::pad}) {
    ImageOptions options = resized({48, 32}, fit);
    options.encoding = Encoding::automatic;
    CHECK(made(odd_image("baseline.jpg"), options).copied);
  }
  for (const auto& [fit, side] : {std::pair{Fit::shorter, 32}, std::pair{Fit::longer, 48}}) {
    ImageOptions options = resized({side, side}, fit);
    options.encoding = Encoding::automatic;
    CHECK(made(odd_image("baseline.jpg"), options).copied);
  }
}

TEST_CASE("copy follows the colour and orientation policies") {
  ImageOptions options = with(Encoding::copy);
  options.decode.color = ColorPolicy::gray;
  CHECK(made(odd_image("gray.jpg"), options).copied);
  CHECK(made(odd_image("baseline.jpg"), options).reason == "has 3 channels, not 1 (--encode copy)");
  options.decode.color = ColorPolicy::keep;
  CHECK(made(odd_image("gray.jpg"), options).copied);
  CHECK(made(odd_image("baseline.jpg"), options).copied);
  CHECK(made(odd_image("cmyk.jpg"), options).reason == "has 4 channels, not 3 (--encode copy)");
  options.decode.orientation = OrientationPolicy::ignore;
  CHECK(made(odd_image("exif_6.jpg"), options).copied);
}

TEST_CASE("The structure alone is checked by the same limits and policies") {
  ImageOptions options = with(Encoding::copy, Check::structure);
  options.decode.max_pixels = 48 * 32 - 1;
  CHECK(made(odd_image("baseline.jpg"), options).reason == "48x32 is more than --max-pixels 1535");
  options.decode.max_pixels = 48 * 32;
  CHECK(made(odd_image("baseline.jpg"), options).copied);
  options.decode.orientation = OrientationPolicy::reject;
  CHECK(made(odd_image("exif_6.jpg"), options).reason == "has EXIF orientation 6");
  options.decode.orientation = OrientationPolicy::apply;
  for (const char* name :
       {"12_bit.jpg", "lossless.jpg", "over_65500.jpg", "height_0.jpg", "cut_in_scan_half.jpg",
        "no_end_marker.jpg", "bomb_65500x65500.jpg", "text.jpg", "empty.jpg"}) {
    INFO(name);
    CHECK_FALSE(made(odd_image(name), options).reason.empty());
  }
}

TEST_CASE("The structure alone: damaged samples pass, as announced, unless they are decoded") {
  const std::string file = odd_image("zeros_from_half.jpg");
  CHECK(made(file, with(Encoding::copy, Check::structure)).copied);
  CHECK_FALSE(made(file, with(Encoding::copy)).reason.empty());
  CHECK_FALSE(made(file, with(Encoding::reencode, Check::structure)).reason.empty());
  const auto with_png =
      made(file, with(Encoding::copy, Check::structure), 0, {FeatureKind::jpeg, FeatureKind::png});
  CHECK_FALSE(with_png.reason.empty());
}

TEST_CASE("The structure alone: oddities and facts are reported all the same") {
  const Made copy = made(odd_image("two_images.jpg"), with(Encoding::copy, Check::structure));
  CHECK(copy.report.oddities == std::vector<std::string>{"bytes after the end marker"});
  CHECK(copy.report.source.width == 48);
}

TEST_CASE("strip takes metadata out of kept JPEGs; auto encodes anew what it can't be taken out of") {
  ImageOptions options = with(Encoding::automatic);
  options.strip = true;
  options.decode.orientation = OrientationPolicy::ignore;
  const Made stripped = made(odd_image("exif_6.jpg"), options);
  CHECK(stripped.copied);
  CHECK(stripped.bytes == without_metadata(odd_image("exif_6.jpg")));
  CHECK(stripped.bytes.find("Exif") == std::string::npos);
  CHECK_FALSE(made(odd_image("stray_bytes_in_header.jpg"), options).copied);
  CHECK(made(odd_image("stray_bytes_in_header.jpg"), options).reason.empty());
  options.encoding = Encoding::copy;
  CHECK_THAT(made(odd_image("stray_bytes_in_header.jpg"), options).reason,
             Catch::ContainsSubstring("can't be stripped"));
  options.decode.orientation = OrientationPolicy::apply;
  CHECK_THAT(made(odd_image("exif_6.jpg"), options).reason, Catch::ContainsSubstring("EXIF orientation 6"));
}

TEST_CASE("quality-cap never stores at a higher quality than came in") {
  ImageOptions options;
  options.quality_cap = true;
  for (const int quality : {10, 50, 75, 94, 95, 96, 100}) {
    const Made capped = made(jpeg_image(40, 40, 1, quality), options);
    CHECK(jpeg_quality(capped.bytes) == std::min(quality, 95));
  }
  CHECK(jpeg_quality(made(odd_image("plain.png"), options).bytes) == 95);
  options.quality_cap = false;
  CHECK(jpeg_quality(made(jpeg_image(40, 40, 1, 10), options).bytes) == 95);
}

TEST_CASE("reduced-decode is never below the target, and gives the same sizes as a whole decode") {
  std::mt19937 random(17);  // NOLINT: the same cases each run
  for (int i = 0; i < 400; ++i) {
    const int width = 1 + static_cast<int>(random() % 600);
    const int height = 1 + static_cast<int>(random() % 600);
    const std::string file = jpeg_image(width, height, static_cast<unsigned>(i), 60);
    const Extent target{1 + static_cast<int>(random() % 200), 1 + static_cast<int>(random() % 200)};
    const auto fit = static_cast<Fit>(random() % 5);
    ImageOptions options = resized(target, fit);
    options.resize.no_upscale = random() % 2 == 0;
    const Made whole = made(file, options);
    options.reduced_decode = true;
    const Made reduced = made(file, options);
    INFO(width << "x" << height << " to " << target.width << "x" << target.height << " fit "
               << static_cast<int>(fit));
    CHECK(reduced.size == whole.size);
    const RecordLayout layout = layout_of({FeatureKind::jpeg});
    const ImageMaker maker(layout, options);
    SourceImage source;
    REQUIRE_FALSE(maker.open(file, source));
    const Extent scaled = scaled_extent({width, height}, options.resize);
    CHECK((source.decoded->width() >= std::min(width, scaled.width)));
    CHECK((source.decoded->height() >= std::min(height, scaled.height)));
  }
}

TEST_CASE("reduced-decode decodes at an eighth where that is enough, for the largest of several sizes") {
  const std::string file = jpeg_image(800, 640, 1, 80);
  const auto decoded_width = [&](std::vector<Extent> sizes) {
    ImageOptions options;
    options.sizes = std::move(sizes);
    options.reduced_decode = true;
    const RecordLayout layout = layout_of({FeatureKind::jpeg});
    const ImageMaker maker(layout, options);
    SourceImage source;
    REQUIRE_FALSE(maker.open(file, source));
    return source.decoded->width();
  };
  CHECK(decoded_width({{100, 80}}) == 100);
  CHECK(decoded_width({{101, 80}}) == 200);
  CHECK(decoded_width({{100, 80}, {300, 300}}) == 400);
  CHECK(decoded_width({{100, 80}, {401, 10}}) == 800);
}

TEST_CASE("reduced-decode turns with the image") {
  const std::string turned = odd_image("exif_6.jpg");  // 48x32, shown as 32x48
  ImageOptions options = resized({16, 24});
  options.reduced_decode = true;
  CHECK(made(turned, options).size == Extent{16, 24});
  options = resized({32, 24});
  options.reduced_decode = true;
  CHECK(made(turned, options).size == Extent{32, 24});
}

TEST_CASE("An image too wide for JPEG is bad there and fine as PNG or raw") {
  const std::string wide = odd_image("wider_than_jpeg_can.png");
  CHECK_THAT(made(wide, {}).reason, Catch::ContainsSubstring("too large for JPEG"));
  CHECK(made(wide, {}, 0, {FeatureKind::png}).reason.empty());
  CHECK(made(wide, {}, 0, {FeatureKind::raw_uint8}).reason.empty());
  CHECK(made(wide, resized({64, 1})).reason.empty());
}

TEST_CASE("An image that gets too long for JPEG is bad, not squeezed") {
  const std::string reason = made(jpeg_image(2000, 5), resized({224, 224}, Fit::shorter)).reason;
  CHECK_THAT(reason, Catch::ContainsSubstring("89600x224 is too large for JPEG"));
  CHECK_THAT(made(jpeg_image(9000, 1), resized({224, 224}, Fit::crop)).reason,
             Catch::ContainsSubstring("would be scaled to 2016000x224, more than --max-pixels"));
}

TEST_CASE("Raw pixels of a grey image are its samples as they are, those of others R, G, B") {
  ImageOptions options;
  options.decode.color = ColorPolicy::keep;
  const std::string gray("\0\1\2\xFD\xFE\xFF", 6);
  CHECK(made("P5\n3 2\n255\n" + gray, options, 0, {FeatureKind::raw_uint8}).raw == gray);
  CHECK(made("P6\n1 2\n255\n" + gray, options, 0, {FeatureKind::raw_uint8}).raw == gray);
}
