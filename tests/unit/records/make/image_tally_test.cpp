// SPDX-License-Identifier: Apache-2.0
#include "records/make/image_tally.hpp"

#include <map>
#include <string>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

using Counts = std::map<std::string, std::uint64_t>;

Counts counts(const ImageTally& tally) {
  const auto entries = tally.entries();
  return {entries.begin(), entries.end()};
}

MadeRecord record_of(ImageFormat format) {
  MadeRecord record;
  record.report.source.format = format;
  record.report.source.channels = 3;
  record.variants.resize(1);
  record.variants[0].reencoded = true;
  return record;
}

}  // namespace

TEST_CASE("Formats are counted by content, and names that lie") {
  ImageTally tally;
  tally.add(record_of(ImageFormat::jpeg), "a.jpg");
  tally.add(record_of(ImageFormat::jpeg), "b.JPEG");
  tally.add(record_of(ImageFormat::png), "c.jpg");
  tally.add(record_of(ImageFormat::jpeg), "d.gif");
  tally.add(record_of(ImageFormat::jpeg), "folder.png/e");
  tally.add(record_of(ImageFormat::jpeg), "f.unknown");
  CHECK(counts(tally) == Counts{{"jpeg", 5}, {"png", 1}, {"misnamed", 2}, {"reencoded", 6}});
}

TEST_CASE("Facts, what was done, and oddities are counted") {
  ImageTally tally;
  MadeRecord record = record_of(ImageFormat::jpeg);
  record.report.source.progressive = true;
  record.report.source.channels = 4;
  record.report.cmyk = true;
  record.report.turned = true;
  record.report.oddities = {"bytes after the end marker", "unknown JFIF version"};
  tally.add(record, "a.jpg");
  MadeRecord gray = record_of(ImageFormat::png);
  gray.report.source.channels = 2;
  gray.report.source.bits = 16;
  gray.report.source.alpha = true;
  gray.report.blended = true;
  gray.variants[0].copied = true;
  gray.variants[0].reencoded = false;
  tally.add(gray, "b.png");
  CHECK(counts(tally) == Counts{{"jpeg", 1},
                                {"png", 1},
                                {"progressive", 1},
                                {"cmyk", 1},
                                {"turned", 1},
                                {"gray", 1},
                                {"deep", 1},
                                {"transparent", 1},
                                {"blended", 1},
                                {"copied", 1},
                                {"reencoded", 1},
                                {"oddity: bytes after the end marker", 1},
                                {"oddity: unknown JFIF version", 1}});
}

TEST_CASE("An image copied in one size and made anew in another counts as both, in any order") {
  for (const std::size_t copied : {0U, 1U}) {
    ImageTally tally;
    MadeRecord record = record_of(ImageFormat::jpeg);
    record.variants.resize(2);
    record.variants[copied].copied = true;
    record.variants[1 - copied].reencoded = true;
    tally.add(record, "a.jpg");
    CHECK(counts(tally) == Counts{{"jpeg", 1}, {"copied", 1}, {"reencoded", 1}});
  }
}

TEST_CASE("Bad images are not counted") {
  ImageTally tally;
  MadeRecord record = record_of(ImageFormat::jpeg);
  record.rejected = Rejected{"cut short"};
  tally.add(record, "a.jpg");
  CHECK(tally.entries().empty());
}
