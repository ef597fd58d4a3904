// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include "dataset/join/join.hpp"
#include "dataset/table/csv_table.hpp"
#include "records/make/record_maker.hpp"
#include "support/data/images.hpp"
#include "support/scratch_folder.hpp"

namespace tfrec::test {

/// Forty images 100.ppm, 101.ppm, … and their rows, joined; what is `odd` replaces images of these names.
struct FortyImages {
  static constexpr int k_rows = 40;

  explicit FortyImages(const std::map<std::string, std::string>& odd = {}) {
    std::string csv = "image\n";
    for (int i = 0; i < k_rows; ++i) {
      const std::string name = std::to_string(100 + i) + ".ppm";
      scratch.write("images/" + name, ppm_image(20, 10, static_cast<unsigned>(i)));
      csv += name + "\n";
    }
    for (const auto& [name, content] : odd) scratch.write("images/" + name, content);
    table = read_csv_table(scratch.write("labels.csv", csv));
    folder = walk_files(scratch / "images", {});
    opener = std::make_unique<ImageOpener>(scratch / "images", ImageOpener::Reach::beneath);
    samples = std::make_unique<Samples>(samples_of(*table, folder, *opener, join_images(*table, 0, folder)));
    layout.features.push_back({.spec = {"image", FeatureKind::jpeg, {}}});
    maker = std::make_unique<RecordMaker>(layout, ImageOptions{});
  }

  ScratchFolder scratch;
  std::unique_ptr<Table> table;
  ImageFolder folder;
  std::unique_ptr<ImageOpener> opener;
  std::unique_ptr<Samples> samples;
  RecordLayout layout;
  std::unique_ptr<RecordMaker> maker;
};

}  // namespace tfrec::test
