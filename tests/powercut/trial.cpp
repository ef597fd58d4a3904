// SPDX-License-Identifier: Apache-2.0
#include "powercut/trial.hpp"

#include <algorithm>
#include <cstdio>
#include <random>
#include <stdexcept>
#include <utility>

#include "base/text/unique_name.hpp"
#include "support/run_tfrec.hpp"

namespace tfrec::test {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t k_cut_again_every = 20;  // after one of so many states, while the command runs again,
constexpr std::uint64_t k_second_cuts = 10;      // so often
constexpr int k_refused = 2;                     // exit code of a command that changes nothing
constexpr std::uint64_t k_defects_described = 3;  // more of them are counted

bool is_draft(const fs::path& path) {
  return !name_of_draft(path.filename().string()).empty();
}

bool is_staged(const fs::path& path) {
  return std::ranges::find(path, fs::path(".tfrec-build")) != path.end();
}

/// What readers see.
Tree final_files(const Tree& tree) {
  Tree files;
  for (const auto& [path, file] : tree) {
    if (file && !is_staged(path) && !is_draft(path)) files.emplace(path, file);
  }
  return files;
}

const DiskFile* file_in(const Tree& tree, const std::string& path) {
  const auto found = tree.find(path);
  return found == tree.end() ? nullptr : found->second.get();
}

bool holds(const Tree& tree, const std::string& path, const std::string& bytes) {
  const DiskFile* found = file_in(tree, path);
  return found != nullptr && found->bytes == bytes;
}

RunSettings settings_in(const fs::path& folder) {
  RunSettings settings;
  settings.folder = folder;
  settings.seconds = 60;
  return settings;
}

}  // namespace

Trial::Trial(const Scene& scene, fs::path inputs, const fs::path& folder)
    : m_scene(scene),
      m_worker{0, 1, folder},
      m_words(words_of(scene.command, inputs)),
      m_again(words_of(scene.command + scene.again, inputs)) {
  write_tree({}, folder);
  for (const std::string& command : scene.before) {
    const RunResult result = run_tfrec(words_of(command, inputs), settings_in(folder));
    if (result.exit_code > 1) throw std::runtime_error(command + ": " + result.err);
  }
  m_before = read_tree(folder);
  m_operations = record(m_words);
  m_expected = read_tree(folder);
  m_whole = final_files(m_expected);
  const Crashes crashes(m_before, m_operations);
  const std::string unseen = difference(m_expected, crashes.tree_after(crashes.no_cut()));
  if (!unseen.empty())
    throw std::runtime_error(scene.name + ": the recording gives another folder: " + unseen);
  m_result.operations = m_operations.size();
}

std::vector<Operation> Trial::record(const Words& words) const {
  const fs::path log = m_worker.folder.string() + ".log";
  fs::remove(log);
  RunSettings settings = settings_in(m_worker.folder);
  settings.environment = {"LD_PRELOAD=" POWERCUT_RECORDER, "POWERCUT_UNDER=" + m_worker.folder.string(),
                          "POWERCUT_LOG=" + log.string()};
  const RunResult result = run_tfrec(words, settings);
  if (result.exit_code != 0) throw std::runtime_error(m_scene.name + ": recorded run: " + result.err);
  return read_recording(log);
}

TrialResult Trial::run(Worker worker, std::uint64_t states, std::uint64_t seed) {
  m_worker = std::move(worker);
  const Crashes crashes(m_before, m_operations);
  for (std::uint64_t number = 0; number < states; ++number) {
    const PowerCut cut = crashes.cut(number, seed);
    const Tree found = crashes.tree_after(cut);
    ++m_result.states;
    const bool is_done = cut.operations == m_operations.size();
    const bool is_ours = hash_of(found) % m_worker.workers == m_worker.number;
    if (!is_ours || !is_new(found, is_done)) continue;
    ++m_result.distinct;
    const std::string what = "state " + std::to_string(number);
    check(crashes, m_before, cut, what);
    if (m_result.distinct % k_cut_again_every == 1) cut_again(found, seed + number, what);
  }
  return m_result;
}

bool Trial::is_new(const Tree& found, bool is_done) {
  return m_known.insert(hash_of(found) + (is_done ? 1 : 0)).second;
}

void Trial::report_defect(const std::string& problem) {
  if (++m_result.defects <= k_defects_described)
    std::fprintf(stderr, "DEFECT: %s, %s\n", m_scene.name.c_str(), problem.c_str());
}

/// The power comes back, the command is run again, and the power is cut once more.
void Trial::cut_again(const Tree& before, std::uint64_t seed, const std::string& what) {
  write_tree(before, m_worker.folder);
  const Tree start = read_tree(m_worker.folder);
  std::vector<Operation> operations;
  try {
    operations = record(m_again);
  } catch (const std::runtime_error& error) {
    report_defect(what + ", run again: " + error.what());
    return;
  }
  const Crashes crashes(start, std::move(operations));
  const std::string unseen = difference(read_tree(m_worker.folder), crashes.tree_after(crashes.no_cut()));
  if (!unseen.empty()) report_defect(what + ", run again: the recording gives another folder: " + unseen);
  std::mt19937_64 random(seed);
  for (std::uint64_t i = 0; i < k_second_cuts; ++i) {
    const PowerCut cut = crashes.cut(random() % 1'000'000, seed);
    if (!is_new(crashes.tree_after(cut), cut.operations == crashes.operations().size())) continue;
    ++m_result.second;
    check(crashes, start, cut, what + ", second cut " + std::to_string(i));
  }
}

void Trial::check(const Crashes& crashes, const Tree& before, const PowerCut& cut, const std::string& what) {
  const Tree found = crashes.tree_after(cut);
  std::string problem = problem_of(before, found, cut.operations == crashes.operations().size());
  if (problem.empty()) problem = problem_after_run(found);
  if (problem.empty()) return;
  std::string files;
  for (const auto& [path, file] : found)
    files += "    " + path + (file ? " " + std::to_string(file->bytes.size()) : "/") + "\n";
  report_defect(what + ": " + problem + "\n  done before the cut (?: not durable):\n" +
                crashes.describe(cut) + "  what it left:\n" + files);
}

/// What the disk must not look like, whoever reads it now.
std::string Trial::problem_of(const Tree& before, const Tree& found, bool is_done) const {
  const Tree old = final_files(before);
  const Tree files = final_files(found);
  for (const auto& [path, file] : files) {
    if (!holds(old, path, file->bytes) && !holds(m_whole, path, file->bytes)) return "torn: " + path;
  }
  std::string problem = problem_of_complete(old, files);
  if (problem.empty() && &before == &m_before) problem = problem_of_time(files);
  if (!problem.empty() || !is_done) return problem;
  problem = difference(m_whole, files);
  return problem.empty() ? "" : "the command had ended, but " + problem;
}

std::string Trial::problem_of_complete(const Tree& old, const Tree& files) const {
  const DiskFile* marker = file_in(files, m_scene.marker);
  if (marker == nullptr || difference(old, files).empty()) return {};
  const std::string other = difference(m_whole, files);
  return other.empty() ? "" : "complete, but " + other;
}

/// A build compares the images that are newer than the manifest.
std::string Trial::problem_of_time(const Tree& files) const {
  const DiskFile* marker = file_in(files, m_scene.marker);
  const DiskFile* wanted = file_in(m_whole, m_scene.marker);
  const bool has_time = m_words.front() == "build" || m_words.front() == "finish";
  if (!has_time || marker == nullptr || marker->bytes != wanted->bytes) return {};
  return marker->modified_ns == wanted->modified_ns ? "" : m_scene.marker + " has lost its time";
}

/// A command that refuses an OUT with files may do so after a cut, if all files with final names are whole.
/// Then it must end with its option that replaces them.
std::string Trial::problem_after_run(const Tree& found) const {
  write_tree(found, m_worker.folder);
  RunResult result = run_tfrec(m_words, settings_in(m_worker.folder));
  if (result.exit_code == k_refused && m_again != m_words) {
    for (const auto& [path, file] : final_files(read_tree(m_worker.folder))) {
      if (!holds(m_whole, path, file->bytes)) return "run again, it is refused and leaves torn: " + path;
    }
    result = run_tfrec(m_again, settings_in(m_worker.folder));
  }
  if (result.exit_code != 0)
    return "run again, it ends with " + std::to_string(result.exit_code) + ": " + result.err;
  Tree after = read_tree(m_worker.folder);
  if (m_scene.leaves_drafts) std::erase_if(after, [](const auto& entry) { return is_draft(entry.first); });
  const std::string other = difference(m_expected, after);
  return other.empty() ? "" : "run again, " + other;
}

}  // namespace tfrec::test
