// SPDX-License-Identifier: Apache-2.0
#include "support/scenes/round_trip.hpp"

#include <utility>

#include <nlohmann/json.hpp>

namespace tfrec::test {

RoundTrip::RoundTrip(const std::string& labels) {
  table(labels);
  for (int i = 0; i < 4; ++i)
    image("p" + std::to_string(i) + ".jpg", jpeg_image(20, 16, static_cast<unsigned>(i) + 1));
}

void RoundTrip::must(const Words& words) const {
  const RunResult result = run(words + Words{"-q"});
  INFO(words.front() << ": " << result.err);
  REQUIRE(result.exit_code == 0);
}

void RoundTrip::make(const std::string& images, const std::string& labels, const std::string& out,
                     const Words& more) const {
  must(Words{"build", images, "--labels", labels, "-o", out, "--name", "s", "--no-shuffle"} + more);
}

nlohmann::json RoundTrip::extract(const std::string& from, const Words& more) const {
  const RunResult result = run(Words{"extract", from, "-o", "x", "--json"} + more);
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  return nlohmann::json::parse(result.out);
}

nlohmann::json RoundTrip::check(const Words& first, const Words& again) const {
  make("images", "labels.csv", "a", first);
  nlohmann::json report = check_extracted("a");
  make("x/images", "x/labels.csv", "as_given", again);
  CHECK(shards("a") == shards("as_given"));
  return report;
}

nlohmann::json RoundTrip::check_as_printed(const Words& first) const {
  make("images", "labels.csv", "a", first + k_copy);
  return check_extracted("a");
}

nlohmann::json RoundTrip::check_extracted(const std::string& from) const {
  nlohmann::json report = extract(from);
  INFO(scratch.read("x/labels.csv"));
  INFO(report["build_options"]);
  make("x/images", "x/labels.csv", "b", report["build_options"].get<Words>());
  if (report["not_rebuilt"].empty()) CHECK(shards(from) == shards("b"));
  return report;
}

Words reasons(const nlohmann::json& report) {
  Words all;
  for (const auto& loss : report["not_rebuilt"])
    all.push_back(loss["feature"].get<std::string>() + ": " + loss["reason"].get<std::string>());
  return all;
}

}  // namespace tfrec::test
