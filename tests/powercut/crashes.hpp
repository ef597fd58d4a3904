// SPDX-License-Identifier: Apache-2.0
// The states of a disk that a power cut may leave. The model is weaker than any journaling file system, and
// what a program may rely on with it is what POSIX promises:
//
// - fsync of a file makes its bytes, size and time durable, and not its name; fsync of a folder makes the
// names in it
//   durable, and not those of the folder itself; syncfs makes all durable.
// - Of what was written since, each block of 512 or 4096 bytes is there or not, in any order; so is each
// change of the
//   size, and bytes that were not written are zeros.
// - A rename is whole: both names change, or none does.
// - Names that are not durable change in the order of the calls, in that order within each folder, or in any
// order.
//   A folder that lost its name is lost with all that is in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "powercut/recording.hpp"
#include "powercut/tree.hpp"

namespace tfrec::test {

enum class NameOrder { of_calls, in_folders, any };

/// When the power is cut, and how much of what is not durable then reaches the disk.
struct PowerCut {
  std::size_t operations = 0;  // that were done
  NameOrder order = NameOrder::of_calls;
  double names = 1;  // chance of a name to change, of bytes and sizes to be written
  double bytes = 1;
  double sizes = 1;
  std::size_t block = 4096;
  std::uint64_t seed = 0;
};

class Crashes {
 public:
  Crashes(const Tree& before, std::vector<Operation> operations);

  const std::vector<Operation>& operations() const { return m_operations; }

  /// The cut with a number. Every other one is one of those at each operation that keep all, nothing, or one
  /// kind of what is not durable, as long as there are some; the rest is chosen by `seed`.
  PowerCut cut(std::uint64_t number, std::uint64_t seed) const;
  /// That of a machine that is shut down.
  PowerCut no_cut() const;
  /// What it leaves.
  Tree tree_after(const PowerCut& cut) const;
  /// The operations before the cut that it may undo, for people.
  std::string describe(const PowerCut& cut) const;

 private:
  using Node = std::size_t;
  using Entries = std::map<std::string, Node>;
  struct Place {
    Node folder = 0;
    std::string name;
  };
  struct Change {
    std::size_t at = 0;       // the operation that makes it
    std::size_t durable = 0;  // the operation that makes it durable
    bool is_name = false;
    bool removes = false;
    bool sets = false;
    Place from;     // if it removes a name
    Place to;       // if it sets one
    Node node = 0;  // what gets the name, or is written to
  };
  /// A file as it comes back: its bytes and its size are kept or lost one by one.
  struct DataOnDisk {
    DiskFile file;
    std::size_t size = 0;
  };
  struct Kept;

  Place place_of(const std::string& path) const;
  Node node_of(const std::string& path) const;
  Node add_node(std::shared_ptr<const DiskFile> file);
  void resolve(std::size_t at);
  void change_names(Change change);
  void make_durable(std::size_t at, bool names, Node node);
  void add_tree(const Tree& before);
  bool keeps_name(const Change& change, const PowerCut& cut, Kept& kept) const;
  void apply_data(const Change& change, const PowerCut& cut, Kept& kept) const;
  std::size_t first_undoable(const PowerCut& cut) const;

  std::vector<Operation> m_operations;
  std::vector<std::shared_ptr<const DiskFile>> m_files;  // by node; null for folders
  std::vector<Entries> m_before;                         // by node
  std::vector<Entries> m_now;                            // while the operations are resolved
  std::map<std::uint64_t, Node> m_inodes;
  std::vector<Change> m_changes;
};

}  // namespace tfrec::test
