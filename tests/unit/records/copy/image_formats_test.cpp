// SPDX-License-Identifier: Apache-2.0
// Folders that may not include image/facts/image_format.hpp agree with its table.
#include <string>

#include "dataset/folder/image_extension.hpp"
#include "dataset/folder/image_folder.hpp"
#include "image/facts/image_format.hpp"
#include "records/copy/image_summary.hpp"
#include "support/catch.hpp"
#include "tfrecord/reading/foreign_content.hpp"

using namespace tfrec;

TEST_CASE("The extensions of images in a folder are those of formats that can be decoded") {
  for (const FormatInfo& format : image_formats()) {
    for (const std::string_view extension : format.extensions) {
      if (extension.empty()) continue;
      INFO(extension);
      CHECK(has_image_extension("a" + std::string(extension), Inputs::images) == format.is_decodable);
    }
  }
}

TEST_CASE("A folder of images that cannot be decoded gets a hint, by every extension") {
  for (const FormatInfo& format : image_formats()) {
    for (const std::string_view extension : format.extensions) {
      if (extension.empty() || format.is_decodable) continue;
      INFO(extension);
      ImageFolder folder;
      folder.skipped.other_extensions[std::string(extension)] = 1;
      const std::string hint = no_images(folder).hint();
      CHECK(hint.starts_with(format.format == ImageFormat::npy ? "arrays need" : "convert them"));
    }
  }
}

TEST_CASE("An image in place of a shard has the same name as in the table") {
  for (const FormatInfo& format : image_formats()) {
    for (const std::string_view signature : format.signatures) {
      if (signature.empty()) continue;
      const std::string file = std::string(signature) + "github.com/";
      CHECK(sniff_format(file) == format.format);
      const std::string_view other = foreign_content(file);
      INFO(other);
      if (other.empty() || other == "text") continue;
      CHECK(other.starts_with(format.phrase));
    }
  }
}

TEST_CASE("A value of a record is an image in every format that is one, also if it cannot be decoded") {
  using namespace std::string_literals;
  for (const std::string& bytes : {"\xFF\xD8\xFF"s, "\xFF\x0A"s, "\0\0\0\x0CjP  \r\n\x87\n"s}) {
    CHECK(stored_facts(bytes));
  }
  CHECK_FALSE(stored_facts("P6\nis how a text may begin"));
  CHECK_FALSE(stored_facts("\x93NUMPY\x01"));
  CHECK_FALSE(stored_facts("<svg>"));
}
