// SPDX-License-Identifier: Apache-2.0
// The bytes of a set are those of its input and options, whatever the surroundings: threads, memory, locale,
// time zone, umask, the order in which folders list their entries, where the folders are.
#include <sys/stat.h>
#include <tuple>
#include <utility>

#include "support/build_paths.hpp"
#include "support/locales.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// Images and a table in which much depends on text and numbers: classes that sort by case and script,
/// decimal points, ids of two lengths; written in the order of the rows or against it.
class Input {
 public:
  explicit Input(bool backwards = false) {
    const Words classes{"I", "i", "İstanbul", "ı", "Ärger", "arger", "Z", "z"};
    std::string csv = "image,class,id,height,split\n";
    std::vector<std::pair<std::string, std::string>> files;
    for (unsigned i = 0; i < 40; ++i) {
      const std::string name =
          (i % 3 == 0 ? "Sub/" : "") + std::string(i % 2 == 0 ? "İ" : "i") + std::to_string(i) + ".jpg";
      files.emplace_back("images/" + name, jpeg_image(30 + static_cast<int>(i), 40, i));
      csv += name + "," + classes[i % classes.size()] + "," + std::to_string(i * 1234) + "," +
             std::to_string(i) + ".25," + (i % 4 == 0 ? "val" : "train") + "\n";
    }
    files.emplace_back("labels.csv", csv);
    files.emplace_back("images/Sub/bad.jpg", "no image");
    if (backwards) files = {files.rbegin(), files.rend()};
    for (const auto& [name, content] : files) scratch.write(name, content);
  }

  /// Builds into out/ and returns its files.
  Files build(const RunSettings& settings, const Words& more = {}) const {
    fs::remove_all(scratch / "out");
    const RunResult result = run_tfrec(k_command + more, settings);
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    return files();
  }
  Files files() const { return scratch.files("out"); }

  static inline const Words k_command{
      "build",    "images", "--labels",       "labels.csv",    "-o",           "out",
      "--name",   "f",      "--split-column", "split",         "--sizes",      "16,24",
      "--shards", "3",      "--stats",        "--record-list", "--max-aspect", "1.5"};
  ScratchFolder scratch;
};

/// What every other build is held to.
const Files& usual() {
  static const Files files = [] {
    const Input input;
    return input.build(in(input.scratch));
  }();
  return files;
}

void check_same(const Files& built) {
  for (const auto& [name, content] : usual()) {
    INFO(name);
    REQUIRE(built.contains(name));
    CHECK(built.at(name) == content);
  }
  CHECK(built.size() == usual().size());
}

}  // namespace

TEST_CASE("The same bytes on any number of threads and with little memory") {
  const Input input;
  CHECK(usual().size() > 12);
  for (const Words& more :
       {Words{"-j", "1"}, {"-j", "8"}, {"--memory", "64KiB"}, {"-j", "8", "--memory", "1MiB"}}) {
    INFO(more.back());
    check_same(input.build(in(input.scratch), more));
  }
}

TEST_CASE("The same bytes from a folder that was filled in another order, elsewhere, by absolute paths") {
  const Input input(true);
  check_same(input.build(in(input.scratch)));
  fs::remove_all(input.scratch / "out");
  Words arguments = Input::k_command;
  for (std::string& word : arguments) {
    if (word == "images" || word == "labels.csv" || word == "out") word = (input.scratch / word).string();
  }
  REQUIRE(run_tfrec(arguments, {}).exit_code == 0);
  check_same(input.files());
}

TEST_CASE("The same bytes in any time zone") {
  const Input input;
  for (const char* zone : {"UTC", "Asia/Kathmandu", "America/St_Johns", "XYZ-14"}) {
    INFO(zone);
    check_same(input.build(in(input.scratch, {std::string("TZ=") + zone})));
  }
}

TEST_CASE("Files get the permissions that the umask leaves, and the same bytes") {
  const Input input;
  for (const auto& [mask, file, folder] :
       {std::tuple{"000", 0666U, 0777U}, {"022", 0644U, 0755U}, {"077", 0600U, 0700U}}) {
    INFO(mask);
    fs::remove_all(input.scratch / "out");
    const Words shell{"-c", std::string("umask ") + mask + "; exec \"$0\" \"$@\"", tfrec_binary().string()};
    REQUIRE(run_program("/bin/sh", shell + Input::k_command, in(input.scratch)).exit_code == 0);
    check_same(input.files());
    for (const auto& entry : fs::recursive_directory_iterator(input.scratch / "out")) {
      INFO(entry.path());
      struct stat facts {};
      REQUIRE(::stat(entry.path().c_str(), &facts) == 0);
      CHECK((facts.st_mode & 07777U) == (entry.is_directory() ? folder : file));
    }
  }
}

TEST_CASE("The same bytes in any locale") {
  const Input input;
  for (const char* locale : {"C", "POSIX", "C.UTF-8", "no_SUCH.locale"}) {
    INFO(locale);
    check_same(input.build(in(input.scratch, {std::string("LC_ALL=") + locale})));
  }
}

// Sanitizers bring a preloaded library of their own.
TEST_CASE("The same bytes where a library has set a locale with decimal commas or without a plain i",
          "[no-sanitizer]") {
  const ScratchFolder locales;
  if (!make_locales(locales.path(), {"de_DE", "tr_TR"})) return;
  const Input input;
  for (const char* locale : {"de_DE.UTF-8", "tr_TR.UTF-8"}) {
    INFO(locale);
    check_same(input.build(
        in(input.scratch, {std::string("LD_PRELOAD=") + k_odd_surroundings, "TFREC_SET_LOCALE=1",
                           std::string("LC_ALL=") + locale, "LOCPATH=" + locales.path().string()})));
    // Whoever looks at that set in another locale finds it up to date.
    CHECK_THAT(run_tfrec(Input::k_command, in(input.scratch)).out, ContainsSubstring("up to date"));
  }
}

TEST_CASE("The same bytes in whatever order a disk lists the entries of folders", "[no-sanitizer]") {
  const Input input;
  for (int seed = 1; seed <= 6; ++seed) {
    INFO(seed);
    check_same(input.build(in(input.scratch, {std::string("LD_PRELOAD=") + k_odd_surroundings,
                                              "TFREC_FOLDER_ORDER=" + std::to_string(seed)})));
  }
}
