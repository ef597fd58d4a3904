// SPDX-License-Identifier: Apache-2.0
#include "base/files/safe_path.hpp"

#include <utility>
#include <vector>

#include "base/text/printable.hpp"
#include "base/text/utf8.hpp"
#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("safe_relative_path leaves sound paths as they are") {
  for (const char* path : {"a.jpg", "train/roses/10090824183_d02c613f10_m.jpg", "Köln ä.png", "日本/語.jpg",
                           "a b.jpg", "x:y?*.jpg", "CONSOLE.jpg", "com10.png", "a..b.jpg", "...a"}) {
    const std::string expected = std::string(path) == "...a" ? "_...a" : path;
    CHECK(safe_relative_path(path) == expected);
  }
}

TEST_CASE("safe_relative_path keeps names below their folder") {
  using Pair = std::pair<std::string, std::string>;
  const std::vector<Pair> cases{
      {"../../etc/passwd", "etc/passwd"},
      {"/etc/cron.d/x", "etc/cron.d/x"},
      {"a/../../b.jpg", "a/b.jpg"},
      {"a//./b.jpg/", "a/b.jpg"},
      {"", ""},
      {"..", ""},
      {"/", ""},
      {std::string("a\0b.jpg", 7), "a_b.jpg"},
      {"a\nb\x1b[2J.jpg", "a_b_[2J.jpg"},
      {"a\xff.jpg", "a_.jpg"},
      {"C:\\x\\a.jpg", "C:_x_a.jpg"},
      {"-rf", "_-rf"},
      {".hidden/.x.jpg", "_.hidden/_.x.jpg"},
      {"=1+1.jpg", "_=1+1.jpg"},
      {"@SUM(A1).jpg", "_@SUM(A1).jpg"},
      {"nul", "_nul"},
      {"Com1.jpg", "_Com1.jpg"},
      {"a/aux.x/b", "a/_aux.x/b"},
      {"__MACOSX/a.jpg", "___MACOSX/a.jpg"},
      {"a./b .jpg", "a_/b .jpg"},
      {"a ", "a_"},
      {"a\xe2\x80\xae"
       "gpj.exe",
       "a_gpj.exe"},
      {"1/2/3/4/5/6/7/8/9/10.jpg", "3/4/5/6/7/8/9/10.jpg"},
  };
  for (const auto& [text, path] : cases) CHECK(safe_relative_path(text) == path);
}

TEST_CASE("safe_relative_path: long parts keep their ends, whole characters") {
  std::string name;
  for (int i = 0; i < 200; ++i) name += "ä";
  const std::string path = safe_relative_path(name + ".jpg");
  CHECK(path.size() <= 180);
  CHECK(path.size() >= 178);
  CHECK(path.ends_with("ä.jpg"));
  CHECK(is_utf8(path));
}

TEST_CASE("safe_relative_path is safe whatever it is given") {
  for (unsigned seed = 1; seed < 20'000; ++seed) {
    std::string text;
    unsigned state = seed * 2654435761U;
    for (unsigned i = 0; i < seed % 24; ++i) {
      state = state * 1664525U + 1013904223U;
      static constexpr char k_bytes[] = "./\\-=~ aN\xc3\xa4\x80\0\n";
      text += k_bytes[(state >> 16U) % (sizeof k_bytes - 1)];
    }
    const std::string path = safe_relative_path(text);
    CHECK(printable(path) == path);
    CHECK(("/" + path + "/").find("/../") == std::string::npos);
    CHECK(("/" + path).find("/.") == std::string::npos);
    CHECK(path.find("//") == std::string::npos);
    CHECK((path.empty() || (path.front() != '/' && path.back() != '/')));
    CHECK(safe_relative_path(path) == path);
  }
}
