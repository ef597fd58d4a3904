// SPDX-License-Identifier: Apache-2.0
// --depfile, with make and ninja as the judges.
#include <chrono>
#include <thread>

#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// The clock that the manifest's time is taken from ticks every 1 to 10 ms; Linux stamps some files finer.
constexpr std::chrono::milliseconds k_tick{20};

/// A folder of images, a Makefile that makes a set of it, and what make thinks of that.
class Project {
 public:
  explicit Project(const std::vector<std::string>& images, const std::string& folder = "images")
      : m_folder(folder) {
    unsigned seed = 0;
    for (const std::string& image : images) add(image, seed++);
    scratch.write("Makefile",
                  "shards/manifest.json:\n\t@" + tfrec_binary().string() + " build '" + folder +
                      "' -o shards --name f --overwrite -q --allow-missing-images --depfile set.d\n"
                      "-include set.d\n");
  }
  void add(const std::string& image, unsigned seed) const {
    scratch.write(m_folder + "/" + image, jpeg_image(12, 12, seed));
  }
  RunResult make(const std::vector<std::string>& arguments = {}) const {
    return run_program("/usr/bin/make", arguments, in(scratch));
  }
  /// Runs make until it has nothing to do, which is to be at once.
  void settle() const {
    std::this_thread::sleep_for(k_tick);
    const RunResult made = make();
    INFO(made.err);
    REQUIRE(made.exit_code == 0);
    CHECK(is_settled());
  }
  bool is_settled() const {
    const RunResult asked = make({"-q"});
    INFO(asked.err);
    CHECK(asked.err.empty());
    CHECK(asked.exit_code < 2);
    return asked.exit_code == 0;
  }
  void touch(const fs::path& file) const {
    fs::last_write_time(scratch / file.string(), fs::file_time_type::clock::now());
  }
  void age(const fs::path& file) const {
    fs::last_write_time(scratch / file.string(), fs::file_time_type::clock::now() - std::chrono::hours(1));
  }

  ScratchFolder scratch;

 private:
  std::string m_folder;
};

}  // namespace

TEST_CASE("The rule names images, folders and the files of options, each with an empty rule of its own") {
  const Project project({"a.jpg", "c.jpg", "sub/b.jpg", "unused.jpg"});
  project.scratch.write("labels.csv", "image,class\na.jpg,x\nb.jpg,y\nc.jpg,x\n");
  project.scratch.write("classes.txt", "x\ny\n");
  const RunResult result = run_tfrec({"build", "images", "--labels", "labels.csv", "--classes", "classes.txt",
                                      "-o", "shards", "--name", "f", "-q", "--depfile", "set.d"},
                                     in(project.scratch));
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(project.scratch.read("set.d") ==
        "shards/manifest.json: \\\n  classes.txt \\\n  images/a.jpg \\\n  images/c.jpg \\\n  "
        "images/sub/b.jpg \\\n"
        "  images/unused.jpg \\\n  labels.csv \\\n  images/ \\\n  images/sub/\n\nclasses.txt:\n\n"
        "images/a.jpg:\n\nimages/c.jpg:\n\nimages/sub/b.jpg:\n\nimages/unused.jpg:\n\nlabels.csv:\n\nimages/"
        ":\n\nimages/sub/"
        ":\n");
  project.scratch.write("tfrec.toml", "[build]\nseed = 7\n");
  const RunResult like =
      run_tfrec({"build", "--config", "tfrec.toml", "images", "--labels", "labels.csv", "--like", "shards",
                 "-o", "other", "--name", "f", "-q", "--depfile", "other.d"},
                in(project.scratch));
  CHECK(like.exit_code == 0);
  CHECK_THAT(project.scratch.read("other.d"),
             ContainsSubstring(" \\\n  shards/manifest.json \\\n  tfrec.toml \\\n"));
}

TEST_CASE("make settles, and notices images that are touched, changed, added and deleted") {
  const Project project({"a/1.jpg", "a/2.jpg", "b/3.jpg", "b/4.jpg"});
  project.settle();
  project.touch("images/a/1.jpg");
  CHECK_FALSE(project.is_settled());
  project.settle();
  project.add("b/3.jpg", 77);
  CHECK_FALSE(project.is_settled());
  project.settle();
  project.add("b/5.jpg", 5);
  CHECK_FALSE(project.is_settled());
  project.settle();
  CHECK_THAT(project.scratch.read("set.d"), ContainsSubstring("images/b/5.jpg"));
  fs::remove(project.scratch / "images/a/2.jpg");
  CHECK_FALSE(project.is_settled());
  project.settle();
  CHECK_THAT(project.scratch.read("set.d"), !ContainsSubstring("images/a/2.jpg"));
}

TEST_CASE("A set that is up to date gets its dependency file all the same") {
  const Project project({"a.jpg", "b.jpg"});
  REQUIRE(
      run_tfrec({"build", "images", "-o", "shards", "--name", "f", "-q"}, in(project.scratch)).exit_code ==
      0);
  const RunResult again = run_tfrec(
      {"build", "images", "-o", "shards", "--name", "f", "--depfile", "shards/set.d"}, in(project.scratch));
  CHECK(again.exit_code == 0);
  CHECK_THAT(again.out, ContainsSubstring("up to date"));
  CHECK_THAT(project.scratch.read("shards/set.d"), ContainsSubstring("images/b.jpg:\n"));
}

TEST_CASE("Names with signs that mean something to make") {
  std::vector<std::string> images;
  for (const char* sign :
       {" ", "!", "\"", "#", "$", "%", "&", "'", "(", ")", "*", "+", ",", ":",    ";",
        "<", "=", ">",  "?", "@", "[", "]", "^", "`", "{", "|", "}", "~", "\x01", "\xff"}) {
    for (const char* before : {"", "x"}) {
      for (const char* after : {"", sign})
        images.push_back("all/" + std::string(before) + sign + after + "y.jpg");
    }
  }
  images.emplace_back("class=rose & tulip/photo (1).jpg");
  images.emplace_back("$(shell touch ran) (1)/a.jpg");
  const std::string folder = GENERATE("images", "all=of them", "~", "x;y|z#");
  INFO(folder);
  const Project project(images, folder);
  project.settle();
  CHECK_FALSE(fs::exists(project.scratch / "ran"));
  // Each alone is noticed, asked for in every fifth case: the other folders ask for others.
  static std::size_t first = 0;
  for (std::size_t i = first++; i < images.size(); i += 5) {
    const std::string image = folder + "/" + images[i];
    INFO(image);
    project.touch(image);
    CHECK_FALSE(project.is_settled());
    project.age(image);
    CHECK(project.is_settled());
  }
  for (const auto& entry : fs::directory_iterator(project.scratch / folder)) fs::remove_all(entry);
  CHECK_FALSE(project.is_settled());  // and no complaint
}

TEST_CASE("Names that make can't express are left out with a warning") {
  const Project project({"k/a.jpg", "k/b\nc.jpg", "k/d\\e.jpg", "k/f\tg.jpg", "sub /h.jpg"});
  std::this_thread::sleep_for(k_tick);
  const RunResult result = run_tfrec({"build", "images", "-o", "shards", "--name", "f", "--depfile", "set.d"},
                                     in(project.scratch));
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err,
             ContainsSubstring("tfrec: warning: set.d leaves out 3 names that make can't express, the "
                               "first is 'images/k/b\\nc.jpg'\n"));
  const std::string rules = project.scratch.read("set.d");
  CHECK_THAT(rules, ContainsSubstring("images/k/a.jpg:\n"));
  CHECK_THAT(rules, ContainsSubstring("images/sub\\ /h.jpg:\n"));
  CHECK_THAT(rules, !ContainsSubstring("c.jpg"));
  CHECK(project.is_settled());
}

TEST_CASE("ninja reads the rule, too") {
  if (!fs::exists("/usr/bin/ninja")) return;
  const Project project({"k/a.jpg", "k/b c.jpg", "k/d#e$f.jpg", "sub (1)/g.jpg"});
  project.scratch.write("build.ninja", "rule build\n  command = " + tfrec_binary().string() +
                                           " build images -o shards --name f -q --overwrite --depfile set.d\n"
                                           "  depfile = set.d\nbuild shards/manifest.json: build\n");
  const auto ninja = [&] { return run_program("/usr/bin/ninja", {}, in(project.scratch)); };
  std::this_thread::sleep_for(k_tick);
  CHECK(ninja().exit_code == 0);
  CHECK_THAT(ninja().out, ContainsSubstring("no work to do"));
  for (const char* image : {"k/b c.jpg", "k/d#e$f.jpg", "sub (1)/g.jpg"}) {
    INFO(image);
    project.touch("images/" + std::string(image));
    std::this_thread::sleep_for(k_tick);
    CHECK_THAT(ninja().out, ContainsSubstring("[1/1]"));
    CHECK_THAT(ninja().out, ContainsSubstring("no work to do"));
  }
}

TEST_CASE("Folders that change with every build are no prerequisites: make settles") {
  const Project project({"sub/a.jpg", "sub/b.jpg"});
  const RunResult result = run_tfrec(
      {"build", ".", "-o", "shards", "--name", "f", "-q", "--depfile", "images/set.d"}, in(project.scratch));
  INFO(result.err);
  CHECK(result.exit_code == 0);
  const std::string rules = project.scratch.read("images/set.d");
  CHECK_THAT(rules, ContainsSubstring("./images/sub/:\n"));
  CHECK_THAT(rules, !ContainsSubstring("./images/:\n"));
  CHECK_THAT(rules, !ContainsSubstring("\n./:\n"));
}

TEST_CASE("A dependency file that can't be written is reported before anything is made") {
  const Project project({"a.jpg"});
  const auto build = [&](const std::string& depfile, const std::string& out = "shards") {
    return run_tfrec({"build", "images", "-o", out, "--name", "f", "-q", "--depfile", depfile},
                     in(project.scratch));
  };
  for (const auto& [depfile, message] : {std::pair{"missing/set.d", "missing: does not exist"},
                                         {"images", "images: is a folder"},
                                         {"images/", "images/: is a folder"}}) {
    const RunResult result = build(depfile);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::StartsWith("tfrec: error: " + std::string(message)));
    CHECK_FALSE(fs::exists(project.scratch / "shards"));
  }
  CHECK(build("set.d", "a\nb").exit_code == 2);
  CHECK(build("/proc/set.d").exit_code == 3);
  CHECK_FALSE(fs::exists(project.scratch / "shards"));
}
