// SPDX-License-Identifier: Apache-2.0
// Holds the #include lines of src/ to the dependencies that docs/architecture.md promises, and the project's
// other structural rules: a page and tests per command, file lengths, licence lines.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "support/build_paths.hpp"
#include "support/catch.hpp"

namespace fs = std::filesystem;

namespace {

const fs::path k_root = tfrec::test::k_source_folder;

// Which folders a folder may include from, beside itself and what is in it.
const std::map<std::string, std::set<std::string>> k_may_include{
    {"base", {}},
    {"tfrecord", {"base"}},
    {"example", {"base"}},
    {"image", {"base"}},
    {"dataset", {"base"}},
    {"shards", {"tfrecord", "base"}},
    {"records", {"dataset", "image", "example", "shards", "tfrecord", "base"}},
    {"sets", {"records", "dataset", "image", "example", "shards", "tfrecord", "base"}},
    {"operations", {"sets", "records", "dataset", "image", "example", "shards", "tfrecord", "base"}},
    {"cli", {"operations", "sets", "records", "dataset", "example", "shards", "base"}},
    {"", {"cli", "base"}},  // main.cpp
};

// The same for the rooms of a folder: which others of the folder a room may include from. "." is the folder's
// own files.
const std::map<std::string, std::set<std::string>> k_rooms{
    {"base/text", {"."}},
    {"base/names", {"text"}},
    {"base/files", {".", "text"}},
    {"base/concurrency", {".", "text"}},
    {"base/sandbox", {".", "files"}},
    {"tfrecord/source", {"."}},
    {"tfrecord/reading", {".", "source"}},
    {"shards/names", {}},
    {"shards/manifest", {"names"}},
    {"shards/publish", {"manifest", "names"}},
    {"dataset/table", {"."}},
    {"dataset/order", {"."}},
    {"dataset/boxes", {"table", "samples"}},
    {"dataset/classes", {"table"}},
    {"dataset/splits", {".", "table", "order"}},
    {"dataset/folder", {"table", "splits"}},
    {"dataset/join", {"table", "folder"}},
    {"dataset/repeats", {"classes", "join"}},
    {"dataset/samples", {".", "table", "folder", "join"}},
    {"image/facts", {}},
    {"image/npy", {}},
    {"image/png", {"facts"}},
    {"image/jpeg", {"facts"}},
    {"image/opencv", {".", "facts", "jpeg"}},
    {"records/masks", {}},
    {"records/layout", {"masks"}},
    {"records/image", {"layout"}},
    {"records/boxes", {"layout", "image"}},
    {"records/make", {"layout", "image", "boxes", "masks"}},
    {"records/copy", {}},
    {"records/visit", {}},
    {"sets/options", {}},
    {"sets/input", {"options"}},
    {"sets/strata", {"options"}},
    {"sets/splits", {"options", "input", "strata"}},
    {"sets/plan", {"options", "input", "splits"}},
    {"sets/cards", {"options", "input", "plan"}},
    {"sets/making", {"options", "input", "plan", "cards"}},
    {"sets/merge", {"options"}},
    {"sets/summaries", {}},
    {"operations/build", {}},
    {"operations/inspect", {}},
    {"operations/reader", {}},
    {"operations/report", {"report/findings", "report/shown"}},
    {"operations/report/findings", {"report"}},
    {"operations/report/shown", {"report", "report/findings"}},
    {"operations/verify", {"verify/masks"}},
    {"operations/verify/masks", {"verify"}},
    {"operations/verify/listing", {"verify"}},
    {"operations/repair", {}},
    {"operations/reshard", {}},
    {"operations/extract", {"extract/files"}},
    {"operations/extract/files", {}},
    {"cli/terminal", {}},
    {"cli/options", {}},
    {"cli/flags", {"options", "terminal"}},
    {"cli/settings", {".", "options"}},
    {"cli/pages", {".", "options", "terminal"}},
    {"cli/reports", {"terminal"}},
    {"cli/reports/html", {"reports"}},
    {"cli/reports/reader", {}},
    {"cli/commands", {".", "options", "flags", "reports", "reports/html", "reports/reader", "terminal"}},
};

struct Include {
  std::string file;    // relative to src/
  std::string header;  // as written in the #include
};

std::vector<fs::path> sources() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(k_root / "src")) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".cpp" || extension == ".hpp") found.push_back(entry.path());
  }
  return found;
}

std::vector<Include> includes() {
  static const std::regex pattern(R"(^\s*#\s*include\s*["<]([^">]+)[">])");
  std::vector<Include> found;
  for (const fs::path& path : sources()) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      std::smatch match;
      if (std::regex_search(line, match, pattern)) {
        found.push_back({fs::relative(path, k_root / "src").generic_string(), match[1]});
      }
    }
  }
  return found;
}

/// "dataset/table" of "dataset/table/csv_cell.hpp", "dataset" of "dataset/x.hpp".
std::string room_of(const std::string& path) {
  return fs::path(path).parent_path().generic_string();
}

/// The first folder of a path, "" where it has none.
std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

bool starts_with(const std::string& text, const std::string& prefix) {
  return text.rfind(prefix, 0) == 0;
}

}  // namespace

TEST_CASE("Includes point the way the architecture defines") {
  const std::vector<Include> all = includes();
  REQUIRE(all.size() > 100);
  for (const Include& include : all) {
    const std::string from = folder_of(include.file);
    const std::string to = folder_of(include.header);
    if (to == from || !k_may_include.contains(to) || to.empty()) continue;
    INFO(include.file << " includes " << include.header);
    CHECK(k_may_include.at(from).count(to) == 1);
  }
}

TEST_CASE("Rooms of a folder include one another only as the architecture allows") {
  for (const Include& include : includes()) {
    const std::string from = room_of(include.file);
    const std::string to = room_of(include.header);
    const std::string folder = folder_of(include.file);
    if (from == to || from == folder || folder != folder_of(include.header)) continue;
    INFO(include.file << " includes " << include.header);
    REQUIRE(k_rooms.count(from) == 1);
    CHECK(k_rooms.at(from).count(to == folder ? "." : to.substr(folder.size() + 1)) == 1);
  }
}

TEST_CASE("No folder of the sources has more than 25 files") {
  std::map<std::string, int> files;
  for (const fs::path& path : sources()) ++files[path.parent_path().string()];
  for (const auto& [folder, count] : files) {
    INFO(folder);
    CHECK(count <= 25);
  }
}

TEST_CASE("A library is included only by the folder that owns it") {
  for (const Include& include : includes()) {
    INFO(include.file << " includes " << include.header);
    const std::string folder = folder_of(include.file);
    if (starts_with(include.header, "opencv2/")) CHECK(starts_with(include.file, "image/opencv/"));
    if (starts_with(include.header, "CLI/"))
      CHECK(include.file == "cli/options/parse.cpp");  // 8 s to compile
    if (starts_with(include.header, "spdlog/")) CHECK(folder == "cli");
    const bool inflates = folder == "tfrecord" || starts_with(include.file, "image/png/");
    if (starts_with(include.header, "isa-l/"))
      CHECK((inflates || include.file == "image/facts/png_checksum.cpp"));
    if (starts_with(include.header, "nettle/") || include.header == "utf8proc.h") CHECK(folder == "base");
    if (starts_with(include.header, "zlib.h")) CHECK(folder == "tfrecord");
    if (include.header == "png.h") CHECK(starts_with(include.file, "image/png/"));
    if (starts_with(include.header, "jpeglib.h"))
      CHECK((starts_with(include.file, "image/jpeg/") || starts_with(include.file, "image/opencv/")));
    if (include.header == "example.pb.h" || include.header == "feature.pb.h") CHECK(folder == "example");
  }
}

TEST_CASE("A value in a printed command goes through the functions that quote it") {
  // What is joined to a literal that ends in "--option ", " -o " or "tfrec command ".
  static const std::regex pattern(
      R"re((--[a-z][a-z-]*[ =]| -o |\btfrec [a-z]+ )"\s*\+\s*(?!shell_|std::to_string\(|format_)([\w:(]+))re");
  for (const fs::path& path : sources()) {
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
      if ((*match)[1] == "--missing ") continue;  // a sentence about a value, which is in its own quotes
      FAIL_CHECK(path << ": " << match->str() << " is not quoted: use base/text/shell_word.hpp");
    }
  }
}

namespace {

/// Behind the parenthesis that closes the one at `open`.
std::size_t end_of_call(const std::string& text, std::size_t open) {
  bool in_literal = false;
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (in_literal && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      in_literal = !in_literal;
    } else if (!in_literal && text[i] == '(') {
      ++depth;
    } else if (!in_literal && text[i] == ')' && --depth == 0) {
      return i + 1;
    }
  }
  return text.size();
}

}  // namespace

TEST_CASE("A printed option is followed by a blank or a line break, so that it can be pasted") {
  static const std::regex sticks(R"re(^\s*\+\s*"(?! |\\n)[^"]*")re");
  for (const fs::path& path : sources()) {
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::string call = "shell_option(";
    for (std::size_t at = text.find(call); at != std::string::npos; at = text.find(call, at + 1)) {
      const std::string rest = text.substr(end_of_call(text, at + call.size() - 1), 200);
      std::smatch match;
      if (std::regex_search(rest, match, sticks))
        FAIL_CHECK(path << ": " << match.str() << " sticks to a printed option");
    }
  }
}

TEST_CASE("Thread-local data of the image module ended a process without memory with exit code 127") {
  static const std::regex declared(R"re((^|\n)[ ]*(static |inline )*thread_local\b)re");
  for (const fs::path& path : sources()) {
    if (path.string().find("/image/opencv/") == std::string::npos) continue;
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    INFO(path);
    CHECK_FALSE(std::regex_search(text, declared));
  }
}

TEST_CASE("No source file passes 400 lines and each starts with its licence") {
  for (const fs::path& path : sources()) {
    INFO(path);
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    CHECK(line == "// SPDX-License-Identifier: Apache-2.0");
    int lines = 1;
    while (std::getline(file, line)) ++lines;
    CHECK(lines <= 400);
  }
}

TEST_CASE("Every command has a source file, a page and tests through the binary") {
  for (const tfrec::cli::Command& command : tfrec::cli::commands()) {
    const std::string name(command.name);
    INFO(name);
    CHECK(fs::exists(k_root / "src/cli/commands" / (name + ".cpp")));
    const fs::path operations = k_root / "src/operations";
    CHECK((fs::exists(operations / (name + ".hpp")) || fs::exists(operations / name / (name + ".hpp")) ||
           fs::exists(operations / "build" / (name + ".hpp"))));
    CHECK(fs::exists(k_root / "docs/commands" / (name + ".md")));
    CHECK(fs::exists(k_root / "tests/cli" / name / (name + "_test.cpp")));
  }
}
