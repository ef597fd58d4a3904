// SPDX-License-Identifier: Apache-2.0
// NumPy arrays as "images" of raw layouts.
#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// A version 1.0 .npy file of float32 values.
std::string npy(const std::string& shape, const std::vector<float>& values) {
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }";
  header.resize(((10 + header.size() + 1 + 63) / 64) * 64 - 10 - 1, ' ');
  header += '\n';
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size() & 0xFFU);
  file += static_cast<char>(header.size() >> 8U);
  file += header;
  file.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
  return file;
}

/// Two signals of two values and their targets.
class Signals : public BuildScene {
 public:
  Signals() : BuildScene({"--labels", "labels.csv", "--name", "s"}) {
    image("a.npy", npy("(2,)", {1.0F, 2.0F}));
    image("b.npy", npy("(2,)", {3.0F, 4.0F}));
    table("file,y\na.npy,0.5\nb,1.5\n");
  }
};

}  // namespace

TEST_CASE("Arrays become packed floats, bytes equal") {
  const Signals signals;
  const RunResult result = signals.build({"--layout", "xy", "--no-shuffle", "-q"});
  CHECK(result.err.empty());
  REQUIRE(result.exit_code == 0);
  const std::string shard = signals.scratch.read("out/s00-2.tfrec");
  for (const std::vector<float>& values : {std::vector<float>{1.0F, 2.0F}, {0.5F}, {3.0F, 4.0F}, {1.5F}}) {
    const std::string bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
    CHECK(shard.find(bytes) != std::string::npos);
  }
}

TEST_CASE("Arrays of unequal shape are an error that names the row") {
  const Signals signals;
  signals.image("b.npy", npy("(1, 2)", {3.0F, 4.0F}));
  const RunResult result = signals.build({"--layout", "xy", "-q"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("raw values need one shape"));
  CHECK_THAT(result.err, ContainsSubstring("labels.csv:"));
}

TEST_CASE("Arrays need a raw layout, and the error states it") {
  const Signals signals;
  signals.table("file,y\na.npy,0.5\nb.npy,1.5\n");
  const RunResult result = signals.build({"-q"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, ContainsSubstring("is a NumPy array, which only raw-uint8 and raw-float32 take"));
}

TEST_CASE("A cut array is bad") {
  const Signals signals;
  signals.image("b.npy", npy("(2,)", {3.0F}));
  const RunResult result = signals.build({"--layout", "xy", "-q"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, ContainsSubstring("images/b.npy"));
}
