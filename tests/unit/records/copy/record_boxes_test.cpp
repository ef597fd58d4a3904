// SPDX-License-Identifier: Apache-2.0
#include "records/copy/record_boxes.hpp"

#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// What a reader finds in records, one after another.
class Reading {
 public:
  bool read(const std::vector<NamedValues>& features) {
    m_payload = payload_of(features);
    REQUIRE(m_view.parse(m_payload));
    return boxes.read(m_view);
  }

  RecordBoxes boxes;

 private:
  std::string m_payload;
  ExampleView m_view;
};

}  // namespace

TEST_CASE("The boxes of a record are read by the names of the Object Detection API") {
  Reading reading;
  REQUIRE(reading.read({{"image/encoded", Texts{"x"}},
                        {"image/object/area", Floats{1, 2}},
                        {"image/object/bbox/xmax", Floats{0.5F, 1}},
                        {"image/object/bbox/xmin", Floats{0, 0.25F}},
                        {"image/object/bbox/ymax", Floats{0.5F, 1}},
                        {"image/object/bbox/ymin", Floats{0, 0.125F}},
                        {"image/object/class/label", Integers{1, 2}},
                        {"image/object/class/text", Texts{"cat", "dog"}},
                        {"image/object/keypoint/x", Floats{1, 2, 3}},
                        {"image/width", Integers{7}}}));
  const RecordBoxes& boxes = reading.boxes;
  CHECK(boxes.count() == 2);
  CHECK(boxes.edge(BoxList::xmin)[1] == 0.25F);
  CHECK(boxes.edge(BoxList::ymin)[1] == 0.125F);
  CHECK(boxes.texts()[1] == "dog");
  CHECK(boxes.labels()[0] == 1);
  REQUIRE(boxes.others().size() == 1);
  CHECK(boxes.others()[0]->name == "image/object/area");
  CHECK(boxes.feature(BoxList::ymax)->length == 2);
}

TEST_CASE("Nothing of an earlier record stays, and lists of another kind are not read") {
  Reading reading;
  REQUIRE(reading.read({{"image/object/bbox/xmax", Floats{1}},
                        {"image/object/bbox/xmin", Floats{0}},
                        {"image/object/bbox/ymax", Floats{1}},
                        {"image/object/bbox/ymin", Floats{0}},
                        {"image/object/class/text", Texts{"cat"}}}));
  CHECK(reading.boxes.count() == 1);
  REQUIRE(reading.read({{"image/object/bbox/xmin", Integers{5}}}));
  CHECK(reading.boxes.count() == 0);
  CHECK(reading.boxes.edge(BoxList::xmin).empty());
  CHECK(reading.boxes.feature(BoxList::xmin)->kind == ListKind::int64_list);
  CHECK(reading.boxes.feature(BoxList::xmax) == nullptr);
  CHECK(reading.boxes.texts().empty());
}

TEST_CASE("A record without lists of edges has no boxes, but may have their classes") {
  Reading reading;
  CHECK_FALSE(reading.read({{"image", Texts{"x"}}}));
  CHECK_FALSE(reading.read({{"image/object/area", Floats{1}}}));
  CHECK_FALSE(reading.read({{"zebra", Texts{"x"}}}));
  REQUIRE(reading.read({{"image/object/bbox/ymin", Floats{}}}));
  CHECK(reading.boxes.has_edges());
  REQUIRE(reading.read({{"image/object/class/text", Texts{"cat"}}}));
  CHECK_FALSE(reading.boxes.has_edges());
  CHECK(reading.boxes.count() == 0);
}
