// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/reader/fill_template.hpp"

#include "support/catch.hpp"

using namespace tfrec::cli;

TEST_CASE("A template's holes and conditions are filled line by line") {
  TemplateValues values;
  values.holes = {{"name", "f"}, {"lines", "a = 1\n\nb = \"$name\"\n"}, {"empty", ""}};
  values.state("known", true);
  values.state("unknown", false);
  CHECK(fill_template("def $name($name_):\n", {{{"name", "f"}, {"name_", "x"}}, {}}) == "def f(x):\n");
  CHECK(fill_template("$name = 1\n    $lines\n    $empty\nend\n", values) ==
        "f = 1\n    a = 1\n\n    b = \"$name\"\nend\n");
  CHECK(fill_template("%if known\na\n%end\n%if unknown\nb\n%end\n%if not unknown\nc\n%end\nd\n", values) ==
        "a\nc\nd\n");
  CHECK_THROWS(fill_template("$nothing\n", values));
}
