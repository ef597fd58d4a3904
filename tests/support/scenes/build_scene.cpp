// SPDX-License-Identifier: Apache-2.0
#include "support/scenes/build_scene.hpp"

#include <chrono>

#include <nlohmann/json.hpp>

#include "support/scenes/stored_records.hpp"

namespace tfrec::test {

BuildScene::BuildScene(Words build_options) : options(std::move(build_options)) {}

void BuildScene::image(const std::string& name, std::string_view content) const {
  scratch.write("images/" + name, content);
}

void BuildScene::images(int count, const Words& prefixes, int side) const {
  for (int i = 0; i < count; ++i) {
    const std::string& prefix = prefixes[static_cast<std::size_t>(i) % prefixes.size()];
    const std::string name = prefix + std::to_string(i) + ".jpg";
    image(name, jpeg_image(side, side, static_cast<unsigned>(i)));
    const fs::path file = scratch / ("images/" + name);
    fs::last_write_time(file, fs::last_write_time(file) - std::chrono::seconds(1));
  }
}

void BuildScene::table(std::string_view csv) const {
  scratch.write("labels.csv", csv);
}

RunResult BuildScene::run(const Words& words) const {
  return run_tfrec(words, in(scratch));
}

RunResult BuildScene::build(const Words& more, const std::string& out) const {
  return run(Words{"build", "images", "-o", out} + options + more);
}

Json BuildScene::report(const Words& more, const std::string& out) const {
  const RunResult result = build(more + Words{"--json", "-q"}, out);
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  CHECK_THAT(result.err, !ContainsSubstring("error: "));
  return Json::parse(result.out);
}

void BuildScene::fails(const Words& more, int code, const std::string& message) const {
  const RunResult result = build(more + Words{"-q"}, "refused");
  CHECK(result.exit_code == code);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring(message));
  CHECK_FALSE(published_anything(scratch / "refused"));
}

Json BuildScene::manifest(const std::string& out) const {
  return Json::parse(scratch.read(out + "/manifest.json"));
}

Files BuildScene::shards(const std::string& folder) const {
  Files found = files(folder);
  std::erase_if(found, [](const auto& file) { return !file.first.ends_with(".tfrec"); });
  return found;
}

Files BuildScene::stored(const std::string& folder) const {
  const Words names = values_in(scratch / folder, "image_name");
  const Words images = values_in(scratch / folder, "image");
  REQUIRE(names.size() == images.size());
  Files found;
  for (std::size_t i = 0; i < names.size(); ++i) found[names[i]] = images[i];
  return found;
}

std::map<std::string, fs::file_time_type> BuildScene::times(const std::string& folder) const {
  std::map<std::string, fs::file_time_type> found;
  for (const auto& entry : fs::directory_iterator(scratch / folder))
    found[entry.path().filename().string()] = entry.last_write_time();
  return found;
}

}  // namespace tfrec::test
