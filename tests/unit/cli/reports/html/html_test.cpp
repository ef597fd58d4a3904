// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/html/html.hpp"

#include <string>

#include "cli/reports/html/base64.hpp"
#include "support/catch.hpp"

using namespace tfrec::cli;

TEST_CASE("Text and attributes are escaped, so that values stay values") {
  Html html;
  html.add("<p title=\"{}\">{}</p>", "\"><script>", "a < b & 'c'");
  CHECK(html.text() == "<p title=\"&quot;&gt;&lt;script&gt;\">a &lt; b &amp; &apos;c&apos;</p>");
}

TEST_CASE("Control characters and bytes that are not UTF-8 become escapes") {
  Html html;
  html.add("<p>{}</p>", std::string("a\x01\xFF\xE2\x80\xAE"));
  CHECK(html.text() == "<p>a\\x01\\xFF\\u{202E}</p>");
}

TEST_CASE("Numbers have no zeros at their end") {
  Html html;
  html.add("{} {} {} {} {}", 12, Decimal{1.5}, Decimal{2}, Decimal{-0.001}, Decimal{1.0 / 0.0});
  CHECK(html.text() == "12 1.5 2 0 -");
}

TEST_CASE("Markup goes into text as it is, images into URLs") {
  Html inner;
  inner.add("<b>{}</b>", "<");
  Html html;
  html.add("<p>{}</p><img src=\"{}\"><a href=\"{}\">x</a>", inner, DataUri{DataUri::Type::jpeg, "\xFF\xD8"},
           PageLink{"odd"});
  CHECK(html.text() == "<p><b>&lt;</b></p><img src=\"data:image/jpeg;base64,/9g=\"><a href=\"#odd\">x</a>");
}

TEST_CASE("base64 has the values of RFC 4648") {
  const auto base64 = [](std::string_view bytes) {
    std::string text;
    append_base64(bytes, text);
    return text;
  };
  CHECK(base64("").empty());
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foo") == "Zm9v");
  CHECK(base64("foobar") == "Zm9vYmFy");
}

TEST_CASE("A policy allows a script by the hash of what is between its tags") {
  // printf abc | openssl dgst -sha256 -binary | base64
  CHECK(policy_hash("abc") == "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
}
