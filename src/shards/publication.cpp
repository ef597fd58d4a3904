// SPDX-License-Identifier: Apache-2.0
#include "shards/publication.hpp"

#include <cerrno>
#include <set>
#include <system_error>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "shards/json_field.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

constexpr const char* k_plan_name = "publication.json";
constexpr std::uint64_t k_max_plan_bytes = 1'000'000'000;

void remove_file(const fs::path& file) {
  if (::unlink(file.c_str()) != 0 && errno != ENOENT)
    throw system_error(errno, file.string(), "cannot remove");
}

/// Renames; where the source is gone, an earlier try has done it.
void rename_once(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) == 0) return;
  const int reason = errno;
  std::error_code failed;
  if (reason == ENOENT && fs::exists(to, failed)) return;
  throw system_error(reason, to.string(), "cannot rename into place");
}

void make_folder(const fs::path& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) throw system_error(failed.value(), folder.string(), "cannot make the folder");
}

std::string plan_json(const PublicationPlan& plan) {
  nlohmann::ordered_json json{{"removed", plan.removed}, {"files", nlohmann::ordered_json::array()}};
  for (const Publication& file : plan.files) json["files"].push_back({file.staged, file.name});
  return json.dump();
}

PublicationPlan read_plan(const fs::path& file) {
  const InputFile input(file);
  const nlohmann::ordered_json json = read_json(input, k_max_plan_bytes);
  const JsonField root(json, input.name(), "");
  PublicationPlan plan;
  root.member("removed").for_each(
      [&](const JsonField& name) { plan.removed.push_back(path_in_folder(name)); });
  root.member("files").for_each([&](const JsonField& entry) {
    std::vector<std::string> names;
    entry.for_each([&](const JsonField& name) { names.push_back(path_in_folder(name)); });
    if (names.size() != 2) entry.fail("is no pair");
    plan.files.push_back({names[0], names[1]});
  });
  return plan;
}

void carry_out(const fs::path& staging, const fs::path& out, const PublicationPlan& plan) {
  for (const std::string& name : plan.removed) remove_file(out / name);
  std::set<fs::path> folders{out};
  for (std::size_t i = 0; i < plan.files.size(); ++i) {
    const fs::path target = out / plan.files[i].name;
    if (folders.insert(target.parent_path()).second) make_folder(target.parent_path());
    if (i + 1 == plan.files.size()) {  // the manifest: everything else is safe before it appears
      for (const fs::path& folder : folders) sync_folder(folder);
    }
    rename_once(staging / plan.files[i].staged, target);
  }
  sync_folder(out);
}

/// Whatever could stop a rename half-way is looked for before anything is removed.
void check_targets(const fs::path& out, const PublicationPlan& plan) {
  for (const Publication& file : plan.files) {
    std::error_code failed;
    if (fs::is_directory(out / file.name, failed)) {
      throw Error(ErrorKind::usage, (out / file.name).string(),
                  "is a folder where a file of the set must stand",
                  "move it away, or name another folder with -o");
    }
  }
}

}  // namespace

Publication stage_file(const fs::path& staging, const std::string& name, std::string_view content) {
  write_file_atomically(staging / name, content);
  return {name, name};
}

void publish(const fs::path& staging, const fs::path& out, const PublicationPlan& plan) {
  check_targets(out, plan);
  write_file_atomically(staging / k_plan_name, plan_json(plan));
  carry_out(staging, out, plan);
  remove_file(staging / k_plan_name);
}

bool is_publication_interrupted(const fs::path& staging) {
  std::error_code failed;
  return fs::exists(staging / k_plan_name, failed);
}

void finish_interrupted_publication(const fs::path& staging, const fs::path& out) {
  if (!is_publication_interrupted(staging)) return;
  carry_out(staging, out, read_plan(staging / k_plan_name));
  remove_file(staging / k_plan_name);
}

}  // namespace tfrec
