// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/html/html.hpp"

#include <cmath>
#include <cstdio>

#include "base/sha256.hpp"
#include "base/text/printable.hpp"
#include "cli/reports/html/base64.hpp"

namespace tfrec::cli {

namespace {

unsigned char hex_digit(char c) {
  return static_cast<unsigned char>(c <= '9' ? c - '0' : c - 'a' + 10);
}

std::string bytes_of_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(hex_digit(hex[i]) << 4U | hex_digit(hex[i + 1]));
  return bytes;
}

}  // namespace

void Html::put(std::string_view text) {
  m_text += xml_escaped(text);
}

void Html::put(const DataUri& uri) {
  m_text += "data:image/jpeg;base64,";
  append_base64(uri.bytes, m_text);
}

void Html::put(const PageLink& link) {
  m_text += '#';
  m_text += xml_escaped(link.id);
}

void Html::put(const Decimal& number) {
  if (!std::isfinite(number.value)) {
    m_text += '-';
    return;
  }
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", number.digits, number.value);
  std::string_view text(buffer);
  if (text.find('.') != std::string_view::npos) {
    while (text.ends_with('0')) text.remove_suffix(1);
    if (text.ends_with('.')) text.remove_suffix(1);
  }
  m_text += text == "-0" ? "0" : text;
}

void Html::add_style(HtmlLiteral style) {
  m_text += "<style>";
  m_text += style.text();
  m_text += "</style>\n";
}

void Html::add_script(HtmlLiteral script) {
  m_text += "<script>";
  m_text += script.text();
  m_text += "</script>\n";
}

std::string policy_hash(HtmlLiteral content) {
  std::string hash = "sha256-";
  append_base64(bytes_of_hex(sha256_hex(content.text())), hash);
  return hash;
}

}  // namespace tfrec::cli
