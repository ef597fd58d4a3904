// SPDX-License-Identifier: Apache-2.0
// Features bound to columns, and the classes made for them.
#include "records/layout/bind_features.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/layout_table.hpp"

using namespace tfrec;
using Catch::ContainsSubstring;
using test::error_of;
using test::LayoutTable;
using Names = std::vector<std::string>;

namespace {

RecordLayout bound(LayoutTable& rows, const Names& features) {
  std::vector<FeatureSpec> specs;
  for (const std::string& feature : features) specs.push_back(parse_feature_spec(feature));
  return bind_features(rows.input, std::move(specs), rows.listener);
}

std::string error(LayoutTable& rows, const Names& features) {
  return error_of([&] { bound(rows, features); });
}

}  // namespace

TEST_CASE("A column's classes are made once for all its features, sorted, by value where all are numbers") {
  LayoutTable rows("id,kind,n\na,rose,10\nb,daisy,9\nc,rose,2\n");
  const RecordLayout layout = bound(rows, {"a=index:kind", "b=onehot:kind", "c=index:n", "d=int64:n"});
  REQUIRE(layout.classes.size() == 2);
  CHECK(layout.classes[0]->classes.names() == Names{"daisy", "rose"});
  CHECK(layout.classes[1]->classes.names() == Names{"2", "9", "10"});
  CHECK(layout.features[0].classes == layout.features[1].classes);
  CHECK(layout.features[3].classes == nullptr);
  CHECK(layout.features[3].columns == std::vector<std::size_t>{2});
}

TEST_CASE("Classes of more than 1,000 values, which a profile does not hold, are read from the table") {
  std::string csv = "id,kind\n";
  for (int i = 0; i < 1500; ++i) csv += "i,k" + std::to_string(i % 1200) + "\n";
  LayoutTable rows(csv);
  REQUIRE(rows.profiles[1].distinct_overflow);
  CHECK(bound(rows, {"a=index:kind"}).classes[0]->classes.size() == 1200);
  rows.input.known_classes["kind"] = ClassList({"k0", "k1"});
  CHECK_THAT(error(rows, {"a=index:kind"}),
             ContainsSubstring("labels.csv:4: column 'kind': unknown class 'k2'"));
}

TEST_CASE("Several labels in a cell: the separator is guessed and reported, blanks don't count") {
  LayoutTable rows("id,tags\na,sun | wind\nb,\nc,sun|rain|sun\n");
  const RecordLayout layout = bound(rows, {"a=multihot:tags", "b=indices:tags", "c=bytes:tags"});
  REQUIRE(layout.classes.size() == 1);
  CHECK(layout.classes[0]->separator == "|");
  CHECK(layout.classes[0]->classes.names() == Names{"rain", "sun", "wind"});
  CHECK(rows.listener.printed ==
        "column 'tags': labels are separated by '|' (--label-separator)\n"
        "column 'tags': 1 cell is empty and stored as no label\n");
  CHECK(value_count(layout.features[1], layout).least == 0);
  CHECK(value_count(layout.features[1], layout).most == 3);
}

TEST_CASE("Several labels in a cell: cells with different separators are pointed out") {
  LayoutTable rows("id,tags\na,cat|dog\nb,dog;emu\nc,\"cat, emu\"\nd,\"x,y\"\ne,\"y,z\"\n");
  bound(rows, {"a=multihot:tags"});
  CHECK_THAT(rows.listener.printed,
             ContainsSubstring("column 'tags': labels are separated by '|', and 4 classes contain another "
                               "separator: 'cat, emu', 'dog;emu', 'x,y', …; write all cells alike, or give "
                               "--label-separator '|' if these are classes"));
  LayoutTable confirmed("id,tags\na,cat|dog\nb,dog;emu\n");
  confirmed.input.label_separator = "|";
  bound(confirmed, {"a=multihot:tags"});
  CHECK(confirmed.listener.printed.empty());
}

TEST_CASE("Several labels in a cell: where none of the usual separators is there, that is reported") {
  LayoutTable rows("id,tags\na,sun wind\nb,rain\n");
  CHECK(bound(rows, {"a=multihot:tags"}).classes[0]->classes.names() == Names{"rain", "sun wind"});
  CHECK(rows.listener.printed ==
        "column 'tags': no cell contains '|', ';' or ',', so each cell is one label (--label-separator)\n");
}

TEST_CASE("--classes fixes the order and is the label column's; an unknown class names row and nearest") {
  LayoutTable rows("id,class,other\na,x,p\nb,y,q\n");
  rows.input.classes_file = rows.scratch.write("classes.txt", "y\nx\nz\n");
  rows.input.class_columns = 2;
  const RecordLayout layout = bound(rows, {"a=index:class", "b=index:other"});
  CHECK(layout.classes[0]->classes.names() == Names{"y", "x", "z"});
  CHECK(layout.classes[1]->classes.names() == Names{"p", "q"});
  rows.scratch.write("classes.txt", "y\nX\n");
  CHECK_THAT(error(rows, {"a=index:class"}),
             ContainsSubstring(
                 "labels.csv:2: column 'class': unknown class 'x' (nearest: 'X') (fix the row, or add "
                 "the class to the list given with --classes FILE, which is that of this column; for that "
                 "of another: --label-column NAME and --feature class=index:class)"));
}

TEST_CASE("Unknown classes are listed together, four by name") {
  std::string csv = "id,class\na,q\n";
  for (const char* unknown : {"v", "w", "x", "y", "z"}) csv += "b," + std::string(unknown) + "\n";
  LayoutTable rows(csv);
  rows.input.known_classes["class"] = ClassList({"q"});
  const std::string file = (rows.scratch / "labels.csv").string();
  CHECK_THAT(error(rows, {"a=index:class"}),
             ContainsSubstring(":3: column 'class': unknown class 'v'") &&
                 ContainsSubstring("; also unknown: 'w' (" + file + ":4), 'x' (" + file + ":5), 'y' (" +
                                   file + ":6) and 1 other"));
}

TEST_CASE("Cells without a label are counted where a profile does not hold all values") {
  for (const int cells : {10, 1500}) {
    std::string csv = "id,tags\n";
    for (int i = 0; i < cells; ++i) csv += "i,k" + std::to_string(i) + "|s\n";
    LayoutTable rows(csv + "i,\ni,|\ni,|\n");
    REQUIRE(rows.profiles[1].distinct_overflow == (cells > 1000));
    rows.input.label_separator = "|";
    bound(rows, {"a=multihot:tags"});
    CHECK_THAT(rows.listener.printed,
               ContainsSubstring("column 'tags': 3 cells are empty and stored as no label"));
  }
}

TEST_CASE("Look-alike classes and ids that differ from numbers are pointed out") {
  LayoutTable rows("id,kind,digit\na,Rose,0\nb,rose,2\n");
  bound(rows, {"a=index:kind", "b=index:digit"});
  CHECK_THAT(rows.listener.printed,
             ContainsSubstring("column 'kind' has classes that look alike: 'Rose' (") &&
                 ContainsSubstring("labels.csv:2), 'rose' (") &&
                 ContainsSubstring("labels.csv:3); if they are one class, write them alike\n"));
  CHECK_THAT(rows.listener.printed,
             ContainsSubstring("column 'digit': records do not store these numbers but class ids"));
  LayoutTable several("id,kinds\na,oak|Rose\nb,elm|rose\n");
  bound(several, {"a=multihot:kinds"});
  CHECK_THAT(several.listener.printed, ContainsSubstring("classes that look alike: 'Rose' (") &&
                                           ContainsSubstring("labels.csv:2), 'rose' (") &&
                                           ContainsSubstring("labels.csv:3); if they"));
}

TEST_CASE("Missing and malformed cells: row, column and what to type") {
  LayoutTable rows("id,n,x,kind\na,1,1.5,k\nb,,inf,\nc,1.5,2,k\nd,99999999999999999999,1e39,k\n");
  CHECK_THAT(error(rows, {"n=int64:n"}), ContainsSubstring("labels.csv:3: column 'n': is empty"));
  CHECK_THAT(error(rows, {"x=float:x"}),
             ContainsSubstring("labels.csv:3: column 'x': 'inf' is not a number that a float32 can hold"));
  CHECK_THAT(error(rows, {"k=index:kind"}),
             ContainsSubstring("name a value to store with --missing kind=VALUE"));
  CHECK_THAT(error(rows, {"k=float:kind"}), ContainsSubstring("is empty"));
  CHECK(error(rows, {"k=bytes:kind"}).empty());
  rows.input.missing.any = "0";
  CHECK_THAT(error(rows, {"n=int64:n"}), ContainsSubstring("to store floats: --feature n=float:n"));
  CHECK(error(rows, {"x=float:x"}).empty());
  CHECK_THAT(rows.listener.printed,
             ContainsSubstring("column 'x': 2 malformed cells stored as '0' (--missing)"));
  CHECK(bound(rows, {"k=index:kind"}).classes[0]->classes.names() == Names{"0", "k"});
  rows.input.missing.any = "";
  CHECK(error(rows, {"x=float:x"}) == ": --missing '' is not a number, but feature 'x' is float ()");
  CHECK_THAT(error(rows, {"k=index:kind"}), ContainsSubstring("--missing '' is not a class"));
}

TEST_CASE(
    "An empty cell in a column of class ids: where others hold several labels, the hint is to store lists") {
  const std::string lists = "store several labels with --label-separator '|' as multihot or indices";
  LayoutTable rows("id,tags\na,sun|wind\nb,\nc,rain|sun\nd,wind|rain\ne,sun\nf,rain\ng,wind\n");
  CHECK_THAT(error(rows, {"t=index:tags"}), ContainsSubstring(lists));
  CHECK_THAT(error(rows, {"t=onehot:tags"}), ContainsSubstring(lists));
  CHECK_THAT(error(rows, {"t=int64:tags"}), !ContainsSubstring(lists));
  LayoutTable one("id,tag\na,sun\nb,\nc,rain\n");
  CHECK_THAT(error(one, {"t=index:tag"}), !ContainsSubstring("--label-separator"));
}

TEST_CASE("A column with one class is pointed out from two rows on, unless its classes are given") {
  const std::string note = "column 'kind': has one class, 'rose', in all rows; --label-column NAME selects";
  LayoutTable two("id,kind\na,rose\nb,rose\n");
  bound(two, {"k=index:kind"});
  CHECK_THAT(two.listener.printed, ContainsSubstring(note));
  LayoutTable one("id,kind\na,rose\n");
  bound(one, {"k=index:kind"});
  CHECK(one.listener.printed.empty());
  LayoutTable given("id,kind\na,rose\nb,rose\n");
  given.input.given_classes = {"kind"};
  bound(given, {"k=index:kind"});
  CHECK(given.listener.printed.empty());
}

TEST_CASE("A column of text where numbers are wanted: the hint is how to store it") {
  LayoutTable rows("id,kind,n,price\na,rose,1,\"1,5\"\nb,tulip,2,\"2,5\"\n");
  CHECK_THAT(error(rows, {"kind=int64:kind"}),
             ContainsSubstring("for class ids: --feature kind=index:kind; to store other columns alone: "
                               "--label-column NAME, repeated"));
  LayoutTable alone("id,kind\na,rose\nb,tulip\n");
  CHECK_THAT(error(alone, {"kind=int64:kind"}),
             ContainsSubstring("for class ids: --layout flowers or --feature kind=index:kind"));
  CHECK_THAT(error(rows, {"t=int64:kind,n"}),
             ContainsSubstring("select the columns of numbers with --label-column"));
  CHECK_THAT(error(rows, {"p=float:price"}), ContainsSubstring("write a decimal point"));
}

TEST_CASE("A column of captions where numbers are wanted: the hint made a class of each caption") {
  LayoutTable rows("id,bird,text\na,1,A hen\nb,0,A cod\nc,1,A cow\n");
  CHECK_THAT(error(rows, {"bird=int64:bird", "text=int64:text"}),
             ContainsSubstring("(to store its text: --feature text=bytes:text; to store other columns alone: "
                               "--label-column NAME, repeated)"));
  CHECK_THAT(error(rows, {"t=int64:bird,text"}),
             ContainsSubstring("add the text with --feature NAME=bytes:text"));
  rows.input.given = {"text"};
  CHECK_THAT(error(rows, {"text=int64:text"}),
             ContainsSubstring("(to store its text: --feature text=bytes:text)"));
}

TEST_CASE("Hints under --like name no option that it decides about") {
  LayoutTable rows("id,kind,n,m\na,rose,x,\n");
  rows.input.like_earlier = true;
  rows.input.known_classes["kind"] = ClassList({"tulip"});
  for (const char* feature : {"f=index:kind", "f=int64:n", "f=int64:m", "f=index:m"}) {
    const std::string problem = error(rows, {feature});
    INFO(problem);
    CHECK_FALSE(problem.empty());
    for (const char* decided : {"--classes", "=VALUE", "--drop-missing", "--layout", "--label-"})
      CHECK(problem.find(decided) == std::string::npos);
  }
}

TEST_CASE("Unknown columns: the feature is shown as it would have to be typed") {
  LayoutTable rows("id,\"c,d\",Rating,two words\na,1,2,3\n");
  CHECK_THAT(error(rows, {"x=int64:c,d"}),
             ContainsSubstring("no column 'c'; the columns are 'id', 'c,d', 'Rating'"));
  CHECK_THAT(error(rows, {"x=int64:c,d"}), ContainsSubstring(R"((--feature 'x=int64:"c,d"'))"));
  CHECK_THAT(error(rows, {"x=int64:Rating,c,d"}), ContainsSubstring(R"((--feature 'x=int64:Rating,"c,d"'))"));
  CHECK_THAT(error(rows, {"x=int64:rating"}), ContainsSubstring("(--feature x=int64:Rating)"));
  CHECK_THAT(error(rows, {"x=int64:two_words"}), ContainsSubstring("(--feature 'x=int64:two words')"));
  CHECK_THAT(error(rows, {"x=int64:nothing_like_it"}), ContainsSubstring("()"));
}

TEST_CASE("A record per image: columns that differ within an image are lists, and no onehot") {
  LayoutTable rows("id,kind,place\na,rose,x\na,daisy,x\nb,rose,y\n");
  rows.input.row_lists = RowLists{0, {true, false, true}};
  const RecordLayout layout = bound(rows, {"kind=bytes:kind", "place=bytes:place"});
  CHECK(layout.features[0].is_list);
  CHECK_FALSE(layout.features[1].is_list);
  CHECK(bound(rows, {"kind=index:kind", "place=onehot:place"}).features.size() == 2);
  CHECK_THAT(error(rows, {"kind=onehot:kind"}), ContainsSubstring("feature 'kind' is onehot"));
  rows.input.row_lists->has_unlisted = true;
  CHECK_THAT(error(rows, {"place=onehot:place"}), ContainsSubstring("feature 'place' is onehot"));
  CHECK(bound(rows, {"kind=bytes:kind"}).features.size() == 1);
}

TEST_CASE("Names of features: distinct, and UTF-8 as protobuf wants") {
  LayoutTable rows("id,n\na,1\n");
  CHECK_THAT(error(rows, {"x=int64:n", "x=float:n"}), ContainsSubstring("two features are called 'x'"));
  CHECK_THAT(error(rows, {"\xFF=int64:n"}), ContainsSubstring("is not UTF-8"));
}

TEST_CASE("More columns with classes than anyone has are refused, not worked on for minutes") {
  std::string header = "id";
  std::string row = "a";
  Names features;
  for (int i = 0; i <= 1000; ++i) {
    const std::string name = "c" + std::to_string(i);
    header += "," + name;
    row += ",x";
    features.push_back(name + "=index:" + name);
  }
  LayoutTable rows(header + "\n" + row + "\n");
  CHECK_THAT(error(rows, features), ContainsSubstring("more than 1,000 columns would have classes"));
  features.pop_back();
  CHECK(bound(rows, features).classes.size() == 1000);
}

TEST_CASE("Several columns of words where numbers are wanted: the hint is what to write in them") {
  LayoutTable rows("id,indoor,night\na,yes,no\nb,no,no\n");
  CHECK_THAT(error(rows, {"t=int64:indoor,night"}),
             ContainsSubstring("feature 't' is int64; write numbers in its columns, for instance 1 and 0"));
}

TEST_CASE("An unknown class under --like that looks like several: the hint is how to build the earlier set") {
  LayoutTable rows("id,kind\na,rose|tulip\n");
  rows.input.like_earlier = true;
  rows.input.known_classes["kind"] = ClassList({"rose", "tulip"});
  CHECK_THAT(
      error(rows, {"f=index:kind"}),
      ContainsSubstring("if cells contain several labels, build that set again with --label-separator"));
}

TEST_CASE("Numbers beside classes are compared with the ids only if each class has one number") {
  const auto message = [](const std::string& cells) {
    LayoutTable rows("id,kind,number\n" + cells);
    rows.input.missing.any = "7";
    bound(rows, {"k=index:kind", "n=int64:number"});
    return rows.listener.printed;
  };
  const std::string differ = "features 'n' and 'k' seem to number the same classes differently";
  CHECK_THAT(message("a,rose,1\nb,tulip,0\nc,rose,1\n"), ContainsSubstring(differ));
  for (const char* odd : {"a,rose,1\nb,tulip,0\nc,rose,0\n", "a,rose,1\nb,tulip,0\nc,rose,x\n"})
    CHECK_THAT(message(odd), !ContainsSubstring(differ));
}

TEST_CASE("Numbers that differ from class ids are reported with both, and with what stores the numbers") {
  const auto message = [](const std::string& cells, const std::string& number = "n=int64:number",
                          bool like_earlier = false) {
    LayoutTable rows("id,kind,number,more\n" + cells);
    rows.input.like_earlier = like_earlier;
    bound(rows, {"k=index:kind", number});
    return rows.listener.printed;
  };
  CHECK(
      message("a,rose,1,5\nb,tulip,0,5\nc,rose,1,5\n") ==
      "features 'n' and 'k' seem to number the same classes differently: class 'rose' is 1 and 0; --classes "
      "FILE with lines id,name sets the ids, --feature k=bytes:kind stores the names\n");
  CHECK(message("a,rose,-1,5\nb,tulip,1,5\nc,rose,-1,5\n") ==
        "features 'n' and 'k' seem to number the same classes differently: class 'rose' is -1 and 0; "
        "--feature k=bytes:kind stores the names\n");
  CHECK(message("a,rose,0,5\nb,tulip,1,5\nc,rose,0,5\n").empty());  // the ids
  CHECK(message("a,rose,9,5\nb,tulip,0,5\n").empty());              // each row has a value of its own
  CHECK(message("a,rose,9,5\nb,tulip,9,5\nc,rose,8,5\n").empty());  // one number for two classes
  CHECK(message("a,rose,1,5\nb,tulip,0,5\nc,rose,1,5\n", "n=int64:number,more").empty());
  CHECK(message("a,rose,1,5\nb,tulip,0,5\nc,rose,1,5\n", "n=float:number").empty());
}

TEST_CASE("Of several columns with classes, none of which --classes can mean, the first is suggested") {
  LayoutTable rows("id,kind,site\na,x,p\nb,y,q\n");
  rows.input.classes_file = rows.scratch.write("classes.txt", "x\ny\n");
  rows.input.class_columns = 2;
  CHECK(error(rows, {"a=index:kind", "b=index:site"}) ==
        ": --classes lists the classes of one column, and several have classes: 'kind', 'site' (beside "
        "--layout, add --feature NAME=index:COLUMN for each other column to store; choose the column of the "
        "list: --label-column kind)");
  rows.input.label_columns = {"kind"};
  CHECK(bound(rows, {"a=index:kind", "b=index:site"}).classes[0]->classes.names() == Names{"x", "y"});
}

TEST_CASE("Ids that --classes gives can't be shifted, others begin with --label-base") {
  LayoutTable rows("id,kind\na,x\nb,y\n");
  rows.input.classes_file = rows.scratch.write("classes.txt", "x\ny\n");
  rows.input.label_base = 1;
  rows.input.has_label_base = true;
  CHECK(bound(rows, {"a=index:kind"}).classes[0]->classes.ids().at(0) == 1);
  rows.scratch.write("classes.txt", "id,name\n7,x\n9,y\n");
  CHECK(error(rows, {"a=index:kind"}) ==
        rows.input.classes_file.string() +
            ": contains the class ids, and --label-base would change them (leave out --label-base)");
  rows.input.has_label_base = false;
  const RecordLayout layout = bound(rows, {"a=index:kind"});
  CHECK(layout.classes[0]->has_ids_of_file);
  CHECK(layout.classes[0]->classes.ids().at(1) == 9);
}

TEST_CASE("A class that --missing adds is reported with its id, and with the ids that it moves") {
  LayoutTable rows("id,kind\na,rose\nb,\nc,tulip\n");
  rows.input.missing.any = "none";
  CHECK(bound(rows, {"k=index:kind"}).classes[0]->classes.names() == Names{"none", "rose", "tulip"});
  CHECK_THAT(rows.listener.printed,
             ContainsSubstring("column 'kind': --missing adds the class 'none' with id 0, and the ids of the "
                               "classes after it grow by 1\n"));
  LayoutTable last("id,kind\na,rose\nb,\nc,tulip\n");
  last.input.missing.any = "zzz";
  last.input.label_base = 1;
  bound(last, {"k=index:kind"});
  CHECK_THAT(last.listener.printed, ContainsSubstring("--missing adds the class 'zzz' with id 3\n"));
  LayoutTable whole("id,kind\na,rose\nb,rose\nc,tulip\n");
  whole.input.missing.any = "none";
  CHECK(bound(whole, {"k=index:kind"}).classes[0]->classes.size() == 2);
}

TEST_CASE("Classes that look like missing values are reported") {
  LayoutTable one("id,kind\na,rose\nb,NA\n");
  bound(one, {"k=index:kind"});
  CHECK_THAT(
      one.listener.printed,
      ContainsSubstring("column 'kind': 'NA' looks like a missing value; to store another class, empty "
                        "the cells and use --missing; to skip such rows: --drop-missing kind\n"));
}
