// SPDX-License-Identifier: Apache-2.0
// Columns of numbers that number the classes of another column otherwise.
#include "records/layout/other_numbers.hpp"

#include <string>
#include <vector>

#include "records/layout/bind_features.hpp"
#include "support/catch.hpp"
#include "support/layout_table.hpp"

using namespace tfrec;
using Catch::ContainsSubstring;
using test::LayoutTable;

namespace {

/// What is printed about rows of a class and a number after the name of an image.
std::string printed(const std::vector<std::string>& rows) {
  std::string csv = "id,kind,number\n";
  for (const std::string& row : rows) csv += "a.jpg," + row + "\n";
  LayoutTable table(csv);
  table.input.missing.of_column = {{1, "daisy"}, {2, "5"}};
  bind_features(table.input, {parse_feature_spec("class=index:kind"), parse_feature_spec("n=int64:number")},
                table.listener);
  return table.listener.printed;
}

}  // namespace

TEST_CASE("Numbers that are not the ids of classes get a warning that names one of each") {
  CHECK_THAT(printed({"daisy,7", "rose,3", "daisy,7"}),
             ContainsSubstring("features 'n' and 'class' seem to number the same classes differently: "
                               "class 'daisy' is 7 and 0") &&
                 ContainsSubstring("--classes FILE"));
  CHECK_THAT(printed({"daisy,-7", "rose,3", "daisy,-7"}),
             ContainsSubstring("class 'daisy' is -7 and 0") && !ContainsSubstring("--classes FILE"));
  CHECK_THAT(printed({"daisy,0", "rose,2", "rose,2"}), ContainsSubstring("class 'rose' is 2 and 1"));
}

TEST_CASE("The ids of classes, and numbers that are not of classes, get no warning") {
  const auto warning = ContainsSubstring("seem to number the same classes");
  CHECK_THAT(printed({"daisy,0", "rose,1", "rose,1"}), !warning);
  CHECK_THAT(printed({"daisy,7", "rose,3", "daisy,3", "rose,7"}), !warning);  // two numbers of a class
  CHECK_THAT(printed({"daisy,7", "rose,7", "daisy,3"}), !warning);            // two classes of a number
  CHECK_THAT(printed({"daisy,7", "daisy,7"}), !warning);
}

TEST_CASE("A row that lacks the class or the number changes nothing") {
  const auto warning = ContainsSubstring("class 'daisy' is 7 and 0");
  CHECK_THAT(printed({"daisy,7", "rose,3", "daisy,"}), warning);
  CHECK_THAT(printed({"daisy,7", "rose,3", "daisy,7", ",3"}), warning);
}
