// SPDX-License-Identifier: Apache-2.0
#include "records/layout/expand_preset.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/layout_table.hpp"

using namespace tfrec;
using Catch::ContainsSubstring;
using test::error_of;
using test::LayoutTable;
using Specs = std::vector<std::string>;

namespace {

Specs expanded(const std::string& preset, LayoutTable& rows) {
  Specs specs;
  for (const FeatureSpec& spec : expand_preset(preset_named(preset), rows.input, rows.listener))
    specs.push_back(to_string(spec));
  return specs;
}

}  // namespace

TEST_CASE("Columns of decimal commas and the like do not become classes in silence") {
  LayoutTable comma("id,price\na,\"0,5\"\nb,\"1,5\"\nc,\"0,5\"\n");
  CHECK(expanded("auto", comma)[2] == "price=index:price");
  CHECK(comma.listener.printed ==
        "column 'price': '0,5' (" + (comma.scratch / "labels.csv").string() +
            ":2) looks like a number but has a decimal comma, so the column is stored as "
            "class ids; to store numbers, write a decimal point\n");
  LayoutTable percent("id,share\na,1\nb,12%\nc,\n");
  CHECK(expanded("auto", percent)[2] == "share=bytes:share");
  CHECK_THAT(
      percent.listener.printed,
      ContainsSubstring("has a percent sign, so the column is stored as text; to store numbers, leave out "
                        "the '%'\n"));
  LayoutTable words("id,word\na,rose\nb,rose\nc,\"1,5\"\n");
  expanded("auto", words);
  CHECK(words.listener.printed.empty());
}

TEST_CASE("auto takes every column but the image column, typed by what is in it") {
  LayoutTable rows("id,n,x,word,once,code\na,1,1,oak,p,007\nb,2,2.5,oak,q,008\nc,3,1e3,elm,r,007\n");
  CHECK(expanded("auto", rows) == Specs{"image=jpeg", "image_name=bytes:id", "n=int64:n", "x=float:x",
                                        "word=index:word", "once=bytes:once", "code=index:code"});
  CHECK(rows.listener.printed.empty());
}

TEST_CASE(
    "auto: columns set aside are no features, an empty column is text, a text with a line break no class") {
  LayoutTable rows("id,split,none,story\na,train,,\"x\ny\"\nb,test,,\"x\ny\"\n");
  rows.input.set_aside = {1};
  CHECK(expanded("auto", rows) ==
        Specs{"image=jpeg", "image_name=bytes:id", "none=bytes:none", "story=bytes:story"});
}

TEST_CASE("auto reports a column of classes whose values all differ, which is stored as text") {
  LayoutTable rows("id,class,other\na,oak,x\nb,elm,y\n");
  CHECK(expanded("auto", rows)[2] == "class=bytes:class");
  CHECK(rows.listener.printed ==
        "column 'class': all values differ, so it is stored as text; to store class ids: --layout auto "
        "--feature class=index:class\n");
}

TEST_CASE("auto stores the ids of a text column twice, or its text, by whether one value repeats") {
  for (const char* last : {"b,elm\n", "b,oak\n"}) {
    LayoutTable rows(std::string("id,class\na,oak\n") + last);
    rows.input.given = {"label"};
    rows.input.given_classes = {"class"};
    CHECK(expanded("auto", rows) == Specs{"image=jpeg", "image_name=bytes:id", "class=bytes:class"});
    CHECK(rows.listener.printed.empty());  // no hint how to store ids
  }
  LayoutTable numbers("id,n\na,1\nb,1\n");
  numbers.input.given_classes = {"n"};
  CHECK(expanded("auto", numbers)[2] == "n=int64:n");
}

TEST_CASE("A column that a few values keep from being numbers is reported, with what would refuse them") {
  LayoutTable rows("id,v,w,big\na,1.5,1,9223372036854775808\nb,NaN,2,1\nc,1.5,x,2\nd,2,2,3\n");
  CHECK(expanded("auto", rows) ==
        Specs{"image=jpeg", "image_name=bytes:id", "v=index:v", "w=index:w", "big=float:big"});
  CHECK_THAT(rows.listener.printed, ContainsSubstring("column 'v': stored as class ids, because 'NaN' ("));
  CHECK_THAT(rows.listener.printed,
             ContainsSubstring("labels.csv:3) is not a number, as 3 of 4 values are; to store numbers: "
                               "fix the cell, or give --missing v=VALUE or --drop-missing v with --layout "
                               "auto --feature v=float:v\n"));
  CHECK_THAT(rows.listener.printed, ContainsSubstring("--feature w=int64:w\n"));
  CHECK_THAT(rows.listener.printed, ContainsSubstring("'9223372036854775808' ("));
  CHECK_THAT(rows.listener.printed, ContainsSubstring("--feature big=bytes:big keeps them all"));
}

TEST_CASE("auto: --missing COLUMN=NUMBER makes a column of mostly numbers one of numbers") {
  const auto kinds = [](const std::string& value, const std::string& any = "") {
    LayoutTable rows("id,n,half,less,zip,word\na,1,2,x,007,oak\nb,2,?,1,008,oak\nc,,,y,007,elm\n");
    for (std::size_t column = 1; column <= 5 && !value.empty(); ++column)
      rows.input.missing.of_column[column] = value;
    if (!any.empty()) rows.input.missing.any = any;
    Specs specs = expanded("auto", rows);
    specs.erase(specs.begin(), specs.begin() + 2);
    return specs;
  };
  const Specs others{"less=bytes:less", "zip=index:zip", "word=index:word"};
  const auto with = [&](Specs specs) {
    specs.insert(specs.end(), others.begin(), others.end());
    return specs;
  };
  CHECK(kinds("NaN") == with({"n=float:n", "half=float:half"}));
  CHECK(kinds("0.5") == with({"n=float:n", "half=float:half"}));
  CHECK(kinds("0") == with({"n=int64:n", "half=int64:half"}));
  CHECK(kinds("none") == with({"n=int64:n", "half=bytes:half"}));
  CHECK(kinds("", "nan") == with({"n=int64:n", "half=bytes:half"}));
}

TEST_CASE("Names of columns are filled in as they are: commas, quotes, at signs, equals signs") {
  LayoutTable rows("@label,\"a,b\",\"c\"\"d\",@each,e=f:g\nx,1,2,3,4\n");
  CHECK(expanded("columns", rows) == Specs{"image=jpeg", "a,b=int64:\"a,b\"", "\"c\"\"d\"=int64:\"c\"\"d\"",
                                           "@each=int64:@each", "\"e=f:g\"=int64:e=f:g",
                                           "image_name=bytes:@label"});
  CHECK(expanded("target", rows) ==
        Specs{"image=jpeg", "target=int64:\"a,b\",\"c\"\"d\",@each,e=f:g", "image_name=bytes:@label"});
}

TEST_CASE(
    "The one label column: the given one, the usual name, the only one; several candidates are an error") {
  LayoutTable usual("id,n,Label\na,1,x\nb,2,x\n");
  CHECK(expanded("flowers", usual) == Specs{"image=jpeg", "class=index:Label", "one_hot_class=onehot:Label"});
  usual.input.label_columns = {"n"};
  CHECK(expanded("flowers", usual)[1] == "class=index:n");
  usual.input.label_columns = {"n", "n"};
  CHECK(error_of([&] { expanded("flowers", usual); }) ==
        ": --label-column n is given twice (give each column once)");
  usual.input.label_columns = {"nn"};
  CHECK_THAT(error_of([&] { expanded("flowers", usual); }),
             ContainsSubstring("--label-column: no column 'nn'"));
  LayoutTable only("id,kind\na,x\nb,x\n");
  CHECK(expanded("slim", only)[7] == "image/class/label=index:kind");
  LayoutTable several("id,k,l\na,1,2\n");
  CHECK(error_of([&] { expanded("flowers", several); }) ==
        ": layout 'flowers' takes one label column; there are k, l (choose with --label-column k)");
}

TEST_CASE("Layouts with labels refuse a table without any; auto and unlabelled don't") {
  LayoutTable rows("id\na\n");
  for (const char* layout : {"flowers", "columns", "target", "xy", "raw", "slim"}) {
    INFO(layout);
    CHECK_THAT(
        error_of([&] { expanded(layout, rows); }),
        ContainsSubstring("needs a label column, and there is none (the table has only the image column"));
  }
  CHECK(expanded("auto", rows) == Specs{"image=jpeg", "image_name=bytes:id"});
  CHECK(expanded("unlabelled", rows) == Specs{"image=jpeg", "image_name=bytes:id"});
}

TEST_CASE(
    "raw stores whole numbers as they are, any other label as class id; folders are classes whatever their "
    "names") {
  LayoutTable whole("id,digit\na,3\nb,4\n");
  CHECK(expanded("raw", whole)[1] == "label=int64:digit");
  LayoutTable real("id,digit\na,3.5\nb,4\n");
  CHECK(expanded("raw", real)[1] == "label=index:digit");
  LayoutTable folders("image,class\n1/a,1\n2/b,2\n");
  folders.input.folders_are_classes = true;
  CHECK(expanded("raw", folders)[1] == "label=index:class");
  CHECK(expanded("auto", folders)[2] == "class=index:class");
}

TEST_CASE("detection stores the columns of boxes that a table has, under their names or with 'Is' before") {
  LayoutTable rows("id,label,xmin,difficult,IsOccluded,is_crowd\na,x,1,0,1,0\n");
  rows.input.label_columns = {"label"};
  const Specs specs = expanded("detection", rows);
  REQUIRE(specs.size() == 16);
  CHECK(Specs(specs.begin() + 13, specs.end()) == Specs{"image/object/difficult=int64:difficult",
                                                        "image/object/is_crowd=int64:is_crowd",
                                                        "image/object/occluded=int64:IsOccluded"});
}

TEST_CASE("A layout with boxes takes a class column by its usual name, and no other column for it") {
  for (const char* name : {"class_name", "LabelName", "category", "Category Name"}) {
    LayoutTable rows("id,other," + std::string(name) + ",xmin\na,1,x,1\n");
    rows.input.set_aside = {3};
    CHECK_THAT(expanded("detection", rows),
               Catch::Matchers::VectorContains("image/object/class/label=index:" + std::string(name)));
  }
  LayoutTable unusual("id,source,xmin\na,arvalis,1\n");
  unusual.input.set_aside = {2};
  CHECK(error_of([&] { expanded("detection", unusual); }) ==
        ": layout 'detection' needs a column with the class of each box, and none has a usual name (add a "
        "column 'class'; if 'source' is the class: --label-column source)");
  unusual.input.set_aside = {1, 2};
  CHECK(error_of([&] { expanded("detection", unusual); }) ==
        ": layout 'detection' needs a label column, and there is none (add a column with the class of each "
        "box)");
}

TEST_CASE("The label column that is suggested: one to stratify by, or one of few classes that have names") {
  const auto suggestion = [](LayoutTable& rows) {
    const std::string refusal = error_of([&] { expanded("flowers", rows); });
    return refusal.substr(refusal.find("(choose with"));
  };
  LayoutTable rows("id,once,n,word,many\na,p,1,x,h\nb,q,2,x,i\nc,r,1,y,j\nd,s,2,y,j\n");
  CHECK(suggestion(rows) == "(choose with --label-column word)");
  rows.input.stratify = {"absent", "many"};
  CHECK(suggestion(rows) == "(choose with --label-column many)");
  LayoutTable wide("id,a,b,c,d,e,f,g,h,i,j,k,l,m\nx,1,2,3,4,5,6,7,8,9,10,11,12,13\n");
  CHECK_THAT(error_of([&] { expanded("flowers", wide); }),
             ContainsSubstring("there are a, b, c, d, e, f, g, h, i, j, k, l, … (13 in all) ("));
}

TEST_CASE("A folder without sub-folders has no classes: the hint is a table or a folder per class") {
  LayoutTable rows("image\na\n");
  rows.input.folders_are_classes = true;
  CHECK_THAT(error_of([&] { expanded("flowers", rows); }),
             ContainsSubstring("(give --labels FILE.csv, or a folder per class)"));
}
