// SPDX-License-Identifier: Apache-2.0
// HTML as a browser reads it, by an HTML5 parser.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <gumbo.h>
#include <string>
#include <string_view>
#include <vector>

namespace tfrec::test {

inline void require(bool holds) {
  if (!holds) std::abort();
}

inline void add_piece(const GumboStringPiece& piece, std::string& shape) {
  // Up to the name's end: "<rect width=…" of an element that gumbo does not know.
  for (std::size_t i = 0; i < piece.length && piece.data[i] != ' ' && piece.data[i] != '>'; ++i)
    shape += piece.data[i];
}

/// The names of elements and attributes in their order; addresses too, but for those of images.
inline void add_shape(const GumboNode& node, std::string& shape) {
  if (node.type == GUMBO_NODE_DOCUMENT) {
    for (unsigned i = 0; i < node.v.document.children.length; ++i)
      add_shape(*static_cast<const GumboNode*>(node.v.document.children.data[i]), shape);
    return;
  }
  require(node.type != GUMBO_NODE_COMMENT && node.type != GUMBO_NODE_CDATA);
  if (node.type != GUMBO_NODE_ELEMENT) return;
  const GumboElement& element = node.v.element;
  add_piece(element.original_tag, shape);
  for (unsigned i = 0; i < element.attributes.length; ++i) {
    const auto& attribute = *static_cast<const GumboAttribute*>(element.attributes.data[i]);
    const std::string_view name = attribute.name;
    shape += ' ';
    shape += name;
    if (name == "src") require(std::string_view(attribute.value).starts_with("data:image/jpeg;base64,"));
    if (name == "href" || name == "class" || name == "id") shape += attribute.value;
  }
  shape += '{';
  for (unsigned i = 0; i < element.children.length; ++i)
    add_shape(*static_cast<const GumboNode*>(element.children.data[i]), shape);
  shape += '}';
}

/// The parser's memory, given back as a whole: it asks for so many pieces that they take most of the time.
class Arena {
 public:
  void* take(std::size_t bytes) {
    constexpr std::size_t k_alignment = alignof(std::max_align_t);
    bytes = (bytes + k_alignment - 1) / k_alignment * k_alignment;
    require(bytes <= m_memory.size() - m_taken);
    m_taken += bytes;
    return m_memory.data() + (m_taken - bytes);
  }
  void clear() { m_taken = 0; }

 private:
  std::vector<std::byte> m_memory = std::vector<std::byte>(64U << 20U);
  std::size_t m_taken = 0;
};

/// A parsed page. One at a time: they share their memory.
class ParsedHtml {
 public:
  explicit ParsedHtml(const std::string& page) {
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = [](void*, std::size_t bytes) { return arena().take(bytes); };
    options.deallocator = [](void*, void*) {};
    m_document = gumbo_parse_with_options(&options, page.data(), page.size())->document;
  }
  ~ParsedHtml() { arena().clear(); }
  ParsedHtml(const ParsedHtml&) = delete;
  ParsedHtml& operator=(const ParsedHtml&) = delete;

  const GumboNode& document() const { return *m_document; }
  std::string shape() const {
    std::string shape;
    add_shape(*m_document, shape);
    return shape;
  }

 private:
  static Arena& arena() {
    static Arena arena;
    return arena;
  }
  const GumboNode* m_document = nullptr;
};

}  // namespace tfrec::test
