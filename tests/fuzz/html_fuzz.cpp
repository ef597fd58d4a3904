// SPDX-License-Identifier: Apache-2.0
// Any text in each kind of place that a template of HTML has: an HTML5 parser reads back what printable()
// makes of the text, and no element or attribute more.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text/printable.hpp"
#include "base/text/utf8.hpp"
#include "cli/reports/html/base64.hpp"
#include "cli/reports/html/html.hpp"
#include "parsed_html.hpp"

namespace {

using namespace tfrec;
using cli::DataUri;
using cli::Html;
using cli::PageLink;

std::string page_with(std::string_view text) {
  Html inner;
  inner.add("<b title=\"{}\">{}</b>", text, text);
  Html page;
  page.add("<!DOCTYPE html><title>{}</title>", text);
  page.add("<p id=\"{}\">{}{}{}</p>", text, text, text, inner);
  page.add("<a href=\"{}\"><img src=\"{}\" alt=\"a {} z\"></a>", PageLink{text},
           DataUri{DataUri::Type::jpeg, text}, text);
  return page.text();
}

/// What printable() makes of the text; the parser reads noncharacters of Unicode as U+FFFD.
std::string shown(std::string_view text) {
  const std::string all = printable(text);
  std::string out;
  for (const Utf8Character& c : Utf8Characters(all)) {
    const bool is_noncharacter = (c.code & 0xFFFEU) == 0xFFFEU || (c.code >= 0xFDD0 && c.code <= 0xFDEF);
    out += is_noncharacter ? "\xEF\xBF\xBD" : c.bytes;
  }
  return out;
}

/// The page's elements with their attributes and texts.
std::string outline(const GumboNode& node) {
  if (node.type == GUMBO_NODE_TEXT || node.type == GUMBO_NODE_WHITESPACE)
    return std::string("[") + node.v.text.text + "]";
  const bool is_document = node.type == GUMBO_NODE_DOCUMENT;
  test::require(is_document || node.type == GUMBO_NODE_ELEMENT);
  std::string out;
  if (!is_document) {
    out += gumbo_normalized_tagname(node.v.element.tag);
    const GumboVector& attributes = node.v.element.attributes;
    for (unsigned i = 0; i < attributes.length; ++i) {
      const auto& attribute = *static_cast<const GumboAttribute*>(attributes.data[i]);
      out += std::string(" ") + attribute.name + "='" + attribute.value + "'";
    }
  }
  const GumboVector& children = is_document ? node.v.document.children : node.v.element.children;
  out += '{';
  for (unsigned i = 0; i < children.length; ++i)
    out += outline(*static_cast<const GumboNode*>(children.data[i]));
  return out + '}';
}

std::string expected_outline(std::string_view text) {
  const std::string s = shown(text);
  const std::string in_text = s.empty() ? "" : "[" + s + "]";
  const std::string twice = s.empty() ? "" : "[" + s + s + "]";
  std::string jpeg;
  cli::append_base64(text, jpeg);
  return "{html{head{title{" + in_text + "}}body{p id='" + s + "'{" + twice + "b title='" + s + "'{" +
         in_text + "}}a href='#" + s + "'{img src='data:image/jpeg;base64," + jpeg + "' alt='a " + s +
         " z'{}}}}}";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string page = page_with(text);
  test::require(outline(test::ParsedHtml(page).document()) == expected_outline(text));
  return 0;
}
