// SPDX-License-Identifier: Apache-2.0
// Any bytes as a journal and as the record of a finished shard. A journal is carried out in a folder where
// others have files, which stay as they are, or is refused with an Error, and all of the old set is there.
// A record is refused, or describes the files that are there; it is also tried with its own checksum, plan
// and sizes put right. What others left in the staging folder, the lock and the folder itself included, may
// be files, links, folders and pipes of any name.
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files/real_path.hpp"
#include "fuzz/victims.hpp"
#include "records/make/shard_store.hpp"
#include "shards/manifest/json_field.hpp"
#include "shards/manifest/manifest.hpp"
#include "shards/publish/existing_set.hpp"
#include "shards/publish/journal.hpp"
#include "shards/publish/publication.hpp"
#include "shards/publish/staging.hpp"
#include "tfrecord/crc32c.hpp"
#ifdef TFREC_FUZZER
#include "fuzz/json_mutator.hpp"
#endif

using namespace tfrec;
using fuzz::expect;
using fuzz::scratch;
using fuzz::write;
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

const std::string& old_manifest() {
  static const std::string text = [] {
    Manifest set;
    set.totals = {{"", "", 1, 2, 4, 4}};
    set.shards = {{"f00-2.tfrec", "", "", 2, 4, 0, ""}};
    return manifest_json(set);
  }();
  return text;
}

constexpr const char* k_old_shard = "out/f00-2.tfrec";
constexpr std::array k_files_of_tool{k_old_shard, "out/.tfrec-build/x", "out/.tfrec-build/y",
                                     "out/.tfrec-build/manifest.json"};

/// OUT with files of a set and of others, and a staging folder with finished files.
void lay_out() {
  fuzz::lay_out_victims();
  fs::create_directories(scratch() / "out/.tfrec-build/test");
  write(scratch() / "out/manifest.json", old_manifest());
  for (const char* file : k_files_of_tool) write(scratch() / file, "tool");
  fs::create_symlink("../../victim", scratch() / "out/.tfrec-build/link");
}

void expect_old_set() {
  expect(read_whole(scratch() / "out/manifest.json") == old_manifest(), "the old set keeps its manifest");
  expect(read_whole(scratch() / k_old_shard) == "tool", "the old set keeps its shard");
}

void expect_nothing_done() {
  expect_old_set();
  for (const char* file : k_files_of_tool)
    expect(read_whole(scratch() / file) == "tool", "files of the old set and finished ones stay");
}

void carry_out(std::string_view journal) {
  lay_out();
  const fs::path staging = scratch() / "out/.tfrec-build";
  write(staging / k_journal_name, journal);
  try {
    finish_interrupted_publication(staging, scratch() / "out");
  } catch (const Error& error) {
    expect(!error.message().empty(), "a message");
    expect_nothing_done();
  }
  fuzz::expect_unharmed();
}

void check_journal(std::string_view text) {
  try {
    const PublicationPlan plan = parse_journal(text, k_journal_name);
    for (const std::string& name : plan.removed) {
      expect(stays_in_folder(name) && !name.starts_with(std::string(k_staging_name) + "/"),
             "a name to remove stays in OUT");
    }
    for (const Publication& file : plan.files) {
      expect(stays_in_folder(file.name) && stays_in_folder(file.staged), "a name stays in its folder");
      const bool is_shard = is_file_of_set(file.name) && file.name.find('/') == std::string::npos;
      expect(file.name.front() != '.' || is_shard, "a new file is not hidden but for shards");
    }
    const std::string written = journal_json(plan);
    expect(journal_json(parse_journal(written, "written")) == written, "what is written is read as the same");
  } catch (const Error& error) {
    expect(error.kind() == ErrorKind::bad_data && error.path() == k_journal_name, "what is written is sound");
    return;
  }
  carry_out(text);
}

std::string put_right(std::string_view text) {
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return std::string(text);
  json["plan"] = "plan";
  json["versions"] = "versions";
  if (json.contains("files") && json["files"].is_array()) {
    for (std::size_t i = 0; i < json["files"].size(); ++i) {
      if (json["files"][i].is_object()) json["files"][i]["bytes"] = i + 1;
    }
  }
  json.erase("crc32c");
  std::string right = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::string sum = std::to_string(crc32c(right));
  right.back() = ',';
  return right + "\"crc32c\":" + sum + "}";
}

void check_record(std::string_view text) {
  static const ShardStore store = [] {
    fs::create_directory(scratch() / "store");
    write(scratch() / "store/0-0.tfrec", "1");
    write(scratch() / "store/0-1.tfrec", "22");
    return ShardStore(scratch() / "store", {"plan", "versions"});
  }();
  write(scratch() / "store/0.json", text);
  const auto found = store.find(0);
  expect(!found || store.versions_of(0) == "versions", "a finished shard has its versions");
  if (!found) return;
  expect(found->files.size() <= 2, "a file for each variant");
  for (const StagedFile& file : found->files) {
    expect(file.file.parent_path() == store.folder(), "a shard lies in the store");
    expect(fs::file_size(file.file) == file.facts.bytes, "a shard has its size");
  }
  sources_crc32c(*found);
}

/// Whether a path leads into a folder of the scratch folder: what is made or linked stays there, and a defect
/// of what is tested harms nothing else.
bool leads_into(const fs::path& path, const char* folder) {
  return lies_in(real_path(path), real_path(scratch() / folder));
}

/// `leftover` is [name, kind, content or target]; one that can't be made is skipped.
void leave(const Json& leftover) {
  if (!leftover.is_array() || leftover.size() != 3) return;
  for (const Json& part : leftover) {
    if (!part.is_string()) return;
  }
  const fs::path staging = scratch() / "out" / k_staging_name;
  const auto name = leftover[0].get<std::string>();
  const auto kind = leftover[1].get<std::string>();
  const auto content = leftover[2].get<std::string>();
  const fs::path file = name == "." ? staging : staging / name;
  if (name != "." && (!stays_in_folder(name) || !leads_into(file.parent_path(), "out/.tfrec-build"))) return;
  std::error_code failed;
  fs::create_directories(file.parent_path(), failed);
  if (!failed) fs::remove_all(file, failed);
  if (failed) return;
  if (kind == "folder") fs::create_directory(file, failed);
  // What such a path leads to does not change with a link that is made later.
  const bool is_settled = fs::path(content).lexically_normal() == fs::path(content);
  if (kind == "link" && is_settled && leads_into(file.parent_path() / content, ""))
    fs::create_symlink(content, file, failed);
  if (kind == "hard link") fs::create_hard_link(scratch() / "out/notes.txt", file, failed);
  if (kind == "pipe") ::mkfifo(file.c_str(), 0666);
  if (kind == "file") std::ofstream(file) << content;
}

/// The next commands take the staging folder over, or refuse it with an Error.
void check_leftovers(const Json& leftovers) {
  for (const auto keep : {Staging::Leftovers::remove, Staging::Leftovers::keep}) {
    lay_out();
    for (const Json& leftover : leftovers) leave(leftover);
    const bool has_journal = is_publication_interrupted(scratch() / "out" / k_staging_name);
    try {
      const Staging staging(scratch() / "out", keep);
      staging.start_anew();
      write(staging.folder() / "new", "new");
    } catch (const Error& error) {
      expect(!error.message().empty(), "a message");
    }
    if (!has_journal) expect_old_set();
    fuzz::expect_unharmed();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const bool has_leftovers = text.starts_with("{\"leftovers\"");
  const Json json = has_leftovers ? Json::parse(text, nullptr, false) : Json();
  if (json.is_object()) {
    check_leftovers(json["leftovers"]);
  } else if (text.find("\"removed\"") != std::string_view::npos) {
    check_journal(text);
  } else {
    check_record(text);
    const std::string right = put_right(text);
    if (right != text) check_record(right);
  }
  return 0;
}

#ifdef TFREC_FUZZER

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  std::vector<std::string> texts = fuzz::hostile_names();
  texts.insert(texts.end(), {"f00-2.tfrec", "f00-2.tfrec.idx", "manifest.json", "f00-3.tfrec",
                             "sub/f00-2.tfrec", "x", "y", "link", "inner", "test", "files", "sums", "shape",
                             "mask_pixels", "bad", "pictures", "sources", "65535", "70000"});
  texts.insert(texts.end(), {".", "lock", "lock/lock", k_journal_name, k_planned_name, "0.json", "0-0.tfrec",
                             "test/0.json", "test/0-0.tfrec", "..", "../..", "../sub", "../notes.txt"});
  texts.insert(texts.end(),
               {"file", "folder", "link", "hard link", "pipe", "../../victim", "../../victim/notes.txt"});
  texts.emplace_back(R"({"removed":["manifest.json","f00-2.tfrec"],"files":[["lock","notes.txt",4]]})");
  texts.emplace_back(R"({"removed":[],"files":[["link","f00-3.tfrec",4]]})");
  fuzz::JsonMutator mutator(seed, std::move(texts));
  return mutator.mutate(data, size, max_size);
}

#endif
