// SPDX-License-Identifier: Apache-2.0
#include "image/png/prefix_code.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>

namespace tfrec {

namespace {

/// A symbol, or two nodes that share the first bits of their codes.
struct Node {
  std::uint64_t count = 0;
  std::size_t symbol = 0;
  std::size_t parent = 0;
  std::uint32_t depth = 0;
};

/// Huffman's tree: the symbols by their counts, then the nodes above them; the last one is the root. Both
/// parts ascend, so that the two smallest nodes are at the fronts of what is left.
std::vector<Node> tree_of(std::span<const std::uint32_t> counts) {
  std::vector<Node> nodes;
  nodes.reserve(2 * static_cast<std::size_t>(std::ranges::count_if(counts, std::identity{})));
  for (std::size_t symbol = 0; symbol < counts.size(); ++symbol) {
    if (counts[symbol] > 0) nodes.push_back({counts[symbol], symbol});
  }
  std::ranges::stable_sort(nodes, {}, &Node::count);
  const std::size_t symbols = nodes.size();
  std::size_t leaf = 0;
  std::size_t inner = symbols;
  const auto take_smallest = [&](std::size_t parent) {
    const bool is_leaf = leaf < symbols && (inner == nodes.size() || nodes[leaf].count <= nodes[inner].count);
    Node& smallest = nodes[is_leaf ? leaf++ : inner++];
    smallest.parent = parent;
    return smallest.count;
  };
  for (std::size_t parent = symbols; parent + 1 < 2 * symbols; ++parent) {
    const std::uint64_t first = take_smallest(parent);
    nodes.push_back({first + take_smallest(parent)});
  }
  for (std::size_t i = nodes.size() - 1; i-- > 0;) nodes[i].depth = nodes[nodes[i].parent].depth + 1;
  nodes.resize(symbols);
  return nodes;
}

std::uint32_t reversed(std::uint32_t bits, std::uint32_t length) {
  std::uint32_t turned = 0;
  for (; length > 0; --length, bits >>= 1U) turned = turned << 1U | (bits & 1U);
  return turned;
}

/// Codes of one length follow each other, in the order of their symbols, after the shorter ones.
void number_codes(std::vector<PrefixCode>& codes, std::uint32_t longest) {
  std::uint32_t next = 0;
  for (std::uint32_t length = 1; length <= longest; ++length, next <<= 1U) {
    for (PrefixCode& code : codes) {
      if (code.length == length) code.bits = reversed(next++, length);
    }
  }
}

}  // namespace

std::vector<PrefixCode> prefix_codes(std::span<const std::uint32_t> counts, std::uint32_t longest) {
  std::vector<std::uint32_t> flattened(counts.begin(), counts.end());
  std::vector<Node> symbols = tree_of(flattened);
  // Counts that are nearer to each other make a flatter tree. With all at 1 it is as flat as can be.
  while (symbols.front().depth > longest) {
    for (std::uint32_t& count : flattened) count = count / 2 + count % 2;
    symbols = tree_of(flattened);
  }
  std::vector<PrefixCode> codes(counts.size());
  for (const Node& node : symbols) codes[node.symbol].length = node.depth;
  number_codes(codes, longest);
  return codes;
}

}  // namespace tfrec
