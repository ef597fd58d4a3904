// SPDX-License-Identifier: Apache-2.0
#include "powercut/crashes.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <stdexcept>

namespace tfrec::test {

namespace {

constexpr std::size_t k_never = SIZE_MAX;
constexpr std::uint64_t k_plain_cuts = 5;  // at each operation
constexpr std::uint64_t k_stride = 7919;   // a prime: each of the plain cuts comes once

std::shared_ptr<const DiskFile> empty_file() {
  return std::make_shared<DiskFile>();
}

}  // namespace

/// What a power cut leaves, while it is put together.
struct Crashes::Kept {
  std::vector<Entries> entries;
  std::map<Node, DataOnDisk> data;
  std::map<Node, std::size_t> until;  // names in this folder change up to this operation
  std::mt19937_64 random;

  bool by_chance(double chance) { return static_cast<double>(random() >> 11U) * 0x1p-53 < chance; }
  std::size_t between(std::size_t first, std::size_t last) { return first + random() % (last - first + 1); }
};

Crashes::Crashes(const Tree& before, std::vector<Operation> operations)
    : m_operations(std::move(operations)) {
  add_node(nullptr);  // the folder itself
  add_tree(before);
  m_before = m_now;
  for (std::size_t at = 0; at < m_operations.size(); ++at) resolve(at);
  m_before.resize(m_files.size());
}

void Crashes::add_tree(const Tree& before) {
  std::map<const DiskFile*, Node> known;
  for (const auto& [path, file] : before) {
    const Place place = place_of(path);
    const bool is_known = file && known.contains(file.get());
    const Node node = is_known ? known[file.get()] : add_node(file);
    m_now[place.folder][place.name] = node;
    if (!file) continue;
    known[file.get()] = node;
    m_inodes[file->inode] = node;
  }
}

Crashes::Node Crashes::add_node(std::shared_ptr<const DiskFile> file) {
  m_files.push_back(std::move(file));
  m_now.emplace_back();
  return m_files.size() - 1;
}

Crashes::Place Crashes::place_of(const std::string& path) const {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {0, path};
  return {node_of(path.substr(0, slash)), path.substr(slash + 1)};
}

Crashes::Node Crashes::node_of(const std::string& path) const {
  if (path.empty()) return 0;
  const Place place = place_of(path);
  const auto found = m_now[place.folder].find(place.name);
  if (found == m_now[place.folder].end()) throw std::runtime_error("recording: nothing is known of " + path);
  return found->second;
}

void Crashes::change_names(Change change) {
  change.is_name = true;
  change.durable = k_never;
  if (change.removes) m_now[change.from.folder].erase(change.from.name);
  if (change.sets) m_now[change.to.folder][change.to.name] = change.node;
  m_changes.push_back(std::move(change));
}

/// Of a folder, its names; of a file, its data; of all, both.
void Crashes::make_durable(std::size_t at, bool names, Node node) {
  const bool all = m_operations[at].kind == OperationKind::sync_all;
  for (Change& change : m_changes) {
    const Node of = change.is_name ? (change.sets ? change.to.folder : change.from.folder) : change.node;
    const bool is_meant = all || (change.is_name == names && of == node);
    if (is_meant) change.durable = std::min(change.durable, at);
  }
}

void Crashes::resolve(std::size_t at) {
  const Operation& operation = m_operations[at];
  Change change;
  change.at = at;
  switch (operation.kind) {
    case OperationKind::make_file:
    case OperationKind::make_folder:
      change.sets = true;
      change.node = add_node(operation.kind == OperationKind::make_file ? empty_file() : nullptr);
      change.to = place_of(operation.path);
      if (operation.kind == OperationKind::make_file) m_inodes[operation.inode] = change.node;
      return change_names(change);
    case OperationKind::link:
    case OperationKind::rename:
      change.node = node_of(operation.path);
      change.removes = operation.kind == OperationKind::rename;
      change.from = place_of(operation.path);
      change.sets = true;
      change.to = place_of(operation.other);
      return change_names(change);
    case OperationKind::remove:
      change.removes = true;
      change.from = place_of(operation.path);
      return change_names(change);
    case OperationKind::write:
    case OperationKind::resize:
    case OperationKind::set_time:
      change.node = m_inodes.at(operation.inode);
      change.durable = k_never;
      return m_changes.push_back(change);
    case OperationKind::sync_file:
      return make_durable(at, false, m_inodes.at(operation.inode));
    case OperationKind::sync_folder:
      return make_durable(at, true, node_of(operation.path));
    case OperationKind::sync_all:
      return make_durable(at, false, 0);
  }
}

PowerCut Crashes::cut(std::uint64_t number, std::uint64_t seed) const {
  PowerCut cut;
  cut.seed = seed * 1'000'003 + number;
  const std::uint64_t plain = k_plain_cuts * (m_operations.size() + 1);
  if (number % 2 == 0 && number / 2 < plain) {
    const std::uint64_t chosen = (number / 2 * k_stride + seed) % plain;  // few of them are from all places
    constexpr std::array<std::array<double, 3>, k_plain_cuts> k_chances{
        {{1, 1, 1}, {0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 1, 1}}};
    const auto& chances = k_chances[chosen % k_plain_cuts];
    cut.operations = chosen / k_plain_cuts;
    cut.order = NameOrder::any;
    cut.names = chances[0];
    cut.bytes = chances[1];
    cut.sizes = chances[2];
    return cut;
  }
  std::mt19937_64 random(cut.seed);
  const auto chance = [&] { return std::array{0.1, 0.5, 0.9, 1.0}[random() % 4]; };
  cut.operations = random() % (m_operations.size() + 1);
  cut.order = std::array{NameOrder::of_calls, NameOrder::in_folders, NameOrder::any}[random() % 3];
  cut.names = chance();
  cut.bytes = chance();
  cut.sizes = chance();
  cut.block = random() % 2 == 0 ? 512 : 4096;
  return cut;
}

PowerCut Crashes::no_cut() const {
  PowerCut none;
  none.operations = m_operations.size();
  none.order = NameOrder::any;  // with a chance of 1
  return none;
}

/// In the order of the calls, whatever comes before a durable change has happened as well.
std::size_t Crashes::first_undoable(const PowerCut& cut) const {
  std::size_t first = 0;
  for (const Change& change : m_changes) {
    if (change.is_name && change.durable < cut.operations) first = change.at + 1;
  }
  return first;
}

bool Crashes::keeps_name(const Change& change, const PowerCut& cut, Kept& kept) const {
  if (change.durable < cut.operations) return true;
  if (cut.order == NameOrder::any) return kept.by_chance(cut.names);
  const bool is_one = cut.order == NameOrder::of_calls;
  const Node folder = is_one ? 0 : (change.sets ? change.to : change.from).folder;
  const auto known = kept.until.find(folder);
  if (known != kept.until.end()) return change.at < known->second;
  const std::size_t first = is_one ? first_undoable(cut) : change.at;
  return change.at < (kept.until[folder] = kept.between(first, cut.operations));
}

void Crashes::apply_data(const Change& change, const PowerCut& cut, Kept& kept) const {
  const auto [found, fresh] = kept.data.try_emplace(change.node);
  DataOnDisk& data = found->second;
  if (fresh) {
    data.file = *m_files[change.node];
    data.size = data.file.bytes.size();
  }
  const Operation& operation = m_operations[change.at];
  const bool is_durable = change.durable < cut.operations;
  const auto keeps = [&](double chance) { return is_durable || kept.by_chance(chance); };
  if (operation.kind == OperationKind::set_time) {
    if (keeps(cut.names)) data.file.modified_ns = static_cast<std::int64_t>(operation.number);
    return;
  }
  const auto begin = static_cast<std::size_t>(operation.number);
  if (operation.kind == OperationKind::resize) {
    if (!keeps(cut.sizes)) return;
    data.size = begin;
    data.file.bytes.resize(begin);
    return;
  }
  data.file.modified_ns = 0;
  const std::size_t end = begin + operation.bytes.size();
  if (data.file.bytes.size() < end) data.file.bytes.resize(end);
  for (std::size_t at = begin; at < end;) {
    const std::size_t to = std::min(end, (at / cut.block + 1) * cut.block);
    if (keeps(cut.bytes)) std::copy_n(&operation.bytes[at - begin], to - at, &data.file.bytes[at]);
    at = to;
  }
  if (keeps(cut.sizes)) data.size = std::max(data.size, end);
}

Tree Crashes::tree_after(const PowerCut& cut) const {
  Kept kept{m_before, {}, {}, std::mt19937_64(cut.seed ^ 0x5bd1e995U)};
  for (const Change& change : m_changes) {
    if (change.at >= cut.operations) break;
    if (!change.is_name) {
      apply_data(change, cut, kept);
    } else if (keeps_name(change, cut, kept)) {
      if (change.removes) kept.entries[change.from.folder].erase(change.from.name);
      if (change.sets) kept.entries[change.to.folder][change.to.name] = change.node;
    }
  }
  std::map<Node, std::shared_ptr<const DiskFile>> files;
  for (auto& [node, data] : kept.data) {
    data.file.bytes.resize(data.size);
    files[node] = std::make_shared<DiskFile>(std::move(data.file));
  }
  Tree tree;
  const std::function<void(Node, const std::string&)> visit = [&](Node folder, const std::string& path) {
    for (const auto& [name, node] : kept.entries[folder]) {
      const auto changed = files.find(node);
      tree[path + name] = changed == files.end() ? m_files[node] : changed->second;
      if (!m_files[node]) visit(node, path + name + "/");
    }
  };
  visit(0, "");
  return tree;
}

std::string Crashes::describe(const PowerCut& cut) const {
  std::string text;
  for (std::size_t at = 0; at < cut.operations; ++at) {
    const auto change = std::ranges::find(m_changes, at, &Change::at);
    const bool is_safe = change == m_changes.end() || change->durable < cut.operations;
    text += (is_safe ? "    " : "  ? ") + test::describe(m_operations[at]) + "\n";
  }
  return text;
}

}  // namespace tfrec::test
