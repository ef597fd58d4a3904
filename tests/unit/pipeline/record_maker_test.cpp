// SPDX-License-Identifier: Apache-2.0
#include "pipeline/record_maker.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/pictures.hpp"

using namespace tfrec;

TEST_CASE("The memory of a huge picture is not kept for those after it, that of others is") {
  RecordLayout layout;
  layout.features.push_back({{"image", FeatureKind::jpeg, {}}, {}, nullptr});
  PictureOptions options;
  options.resize.width = options.resize.height = 8;
  const RecordMaker maker(layout, options);
  const std::vector<std::string> cells;
  MakerBuffers buffers;
  MadeRecord made;
  maker.make({cells, "a.ppm", test::ppm_picture(20, 10)}, buffers, made);
  REQUIRE_FALSE(made.rejected);
  CHECK(buffers.source.decoded != nullptr);
  const std::string huge = "P4 8192 4097\n" + std::string(8192 / 8 * 4097, '\0');
  maker.make({cells, "b.pbm", huge}, buffers, made);
  REQUIRE_FALSE(made.rejected);
  CHECK_FALSE(made.variants[0].frame.empty());
  CHECK(buffers.source.decoded == nullptr);
  CHECK(buffers.picture.sized == nullptr);
}
