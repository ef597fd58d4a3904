// SPDX-License-Identifier: Apache-2.0
// Images of patients and a table, for splits.
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/files/file.hpp"
#include "example/example_view.hpp"
#include "support/catch.hpp"
#include "support/images.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec::test {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Catch::ContainsSubstring;

constexpr int k_rows = 60;

/// Names of the images in the shards below `folder`.
inline std::set<std::string> images_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".tfrec") continue;
    const tfrec::InputFile file(entry.path());
    tfrec::Reader reader(file);
    tfrec::ExampleView view;
    for (auto item = reader.next(); !std::holds_alternative<tfrec::End>(item); item = reader.next()) {
      REQUIRE(std::holds_alternative<tfrec::Record>(item));
      REQUIRE(view.parse(std::get<tfrec::Record>(item).payload));
      std::vector<std::string_view> values;
      view.read(*view.find("image_name"), values);
      names.insert(std::string(values.at(0)));
    }
  }
  return names;
}

/// 60 images of noise, class by number mod 3, patient by number / 5.
class Patients {
 public:
  Patients() {
    std::string csv = "image,class,patient,part\n";
    for (int i = 0; i < k_rows; ++i) {
      const std::string name = std::to_string(100 + i);
      scratch.write("images/" + name + ".jpg", jpeg_image(20 + i, 30, static_cast<unsigned>(i)));
      csv += name + "," + (i % 3 == 0 ? "ill" : "well") + ",p" + std::to_string(i / 5) + "," +
             (i < 40 ? "train" : "val") + "\n";
    }
    scratch.write("labels.csv", csv);
  }
  RunResult build(std::vector<std::string> more, const std::string& out = "out") const {
    std::vector<std::string> arguments{"build", "images", "--labels", "labels.csv", "-o", out, "--name", "f"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return tfrec::test::run_tfrec(arguments, in(scratch));
  }
  Json report(std::vector<std::string> more, const std::string& out = "out") const {
    more.insert(more.end(), {"-q", "--json"});
    const RunResult result = build(more, out);
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    CHECK(result.err.empty());
    return Json::parse(result.out);
  }
  void fails(const std::vector<std::string>& more, int code, const std::string& message) const {
    std::vector<std::string> arguments = more;
    arguments.emplace_back("-q");
    const RunResult result = build(arguments, "refused");
    CHECK(result.exit_code == code);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, ContainsSubstring(message));
    CHECK_FALSE(tfrec::test::published_anything(scratch / "refused"));
  }

  ScratchFolder scratch;
};

}  // namespace tfrec::test
