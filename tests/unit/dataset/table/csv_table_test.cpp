// SPDX-License-Identifier: Apache-2.0
#include "dataset/table/csv_table.hpp"

#include <string>
#include <string_view>
#include <sys/stat.h>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using tfrec::CsvOptions;
using tfrec::Error;
using tfrec::ErrorKind;
using tfrec::read_csv_table;
using tfrec::Table;
using tfrec::test::ScratchFolder;

namespace {

using Row = std::vector<std::string>;
using Rows = std::vector<Row>;

Rows rows_on_demand(const Table& table) {
  Rows rows;
  for (const tfrec::RowIndex row : tfrec::IndexRange<tfrec::RowIndex>(table.rows()))
    rows.push_back(table.cells(row));
  return rows;
}

Rows rows_in_one_pass(const Table& table) {
  Rows rows;
  table.for_each([&](tfrec::RowIndex row, std::span<const std::string_view> cells) {
    REQUIRE(row.value() == rows.size());
    rows.emplace_back(cells.begin(), cells.end());
  });
  return rows;
}

std::vector<std::uint64_t> numbers(const Table& table) {
  std::vector<std::uint64_t> all;
  for (const tfrec::RowIndex row : tfrec::IndexRange<tfrec::RowIndex>(table.rows()))
    all.push_back(table.line(row).value());
  return all;
}

struct Good {
  std::string what;
  std::string content;
  Row columns;
  Rows rows;
  std::vector<std::uint64_t> numbers;
};

struct Bad {
  std::string what;
  std::string content;
  std::string place;  // behind the file's folder
  std::string message;
  std::string hint;
};

Error error_of(const std::filesystem::path& file, const CsvOptions& options = {}) {
  try {
    read_csv_table(file, options);
  } catch (const Error& error) {
    return error;
  }
  FAIL("no error for " << file);
  throw std::logic_error("unreachable");
}

const std::string k_nul("\0", 1);

}  // namespace

TEST_CASE("a CSV as RFC 4180 has it is read cell by cell", "[csv]") {
  const Good good = GENERATE(values<Good>({
      {"plain",
       "image,label\na.jpg,rose\nb.jpg,tulip\n",
       {"image", "label"},
       {{"a.jpg", "rose"}, {"b.jpg", "tulip"}},
       {2, 3}},
      {"no line break at the end", "a,b\n1,2", {"a", "b"}, {{"1", "2"}}, {2}},
      {"CRLF", "a,b\r\n1,2\r\n3,4\r\n", {"a", "b"}, {{"1", "2"}, {"3", "4"}}, {2, 3}},
      {"CRLF without the last", "a,b\r\n1,2", {"a", "b"}, {{"1", "2"}}, {2}},
      {"mixed line ends", "a,b\r\n1,2\n3,4\r\n", {"a", "b"}, {{"1", "2"}, {"3", "4"}}, {2, 3}},
      {"byte order mark",
       "\xEF\xBB\xBF"
       "a,b\n1,2\n",
       {"a", "b"},
       {{"1", "2"}},
       {2}},
      {"byte order mark before a quote", "\xEF\xBB\xBF\"a\",b\n1,2\n", {"a", "b"}, {{"1", "2"}}, {2}},
      {"quoted comma", "a,b\n\"x,y\",2\n", {"a", "b"}, {{"x,y", "2"}}, {2}},
      {"quoted line break", "a,b\n\"x\ny\",2\nz,3\n", {"a", "b"}, {{"x\ny", "2"}, {"z", "3"}}, {2, 4}},
      {"quoted CRLF stays",
       "a,b\r\n\"x\r\ny\",2\r\nz,3\r\n",
       {"a", "b"},
       {{"x\r\ny", "2"}, {"z", "3"}},
       {2, 4}},
      {"quoted carriage return", "a\n\"x\ry\"\n", {"a"}, {{"x\ry"}}, {2}},
      {"doubled quotes", "a,b\n\"5\"\" disc\",\"\"\"\"\n", {"a", "b"}, {{"5\" disc", "\""}}, {2}},
      {"only doubled quotes", "a,b\n\"\"\"\"\"\",\"\"\n", {"a", "b"}, {{"\"\"", ""}}, {2}},
      {"empty cells", "a,b,c\n,,\n1,,3\n", {"a", "b", "c"}, {{"", "", ""}, {"1", "", "3"}}, {2, 3}},
      {"quoted header",
       "\"a,1\",\"b\"\"2\"\"\",\"c\n3\"\n1,2,3\n",
       {"a,1", "b\"2\"", "c\n3"},
       {{"1", "2", "3"}},
       {3}},
      {"blanks are data", " a, b\n 1 ,\t2\n", {" a", " b"}, {{" 1 ", "\t2"}}, {2}},
      {"semicolons", "a;b\n1;2,5\n", {"a", "b"}, {{"1", "2,5"}}, {2}},
      {"tabs", "a\tb\n1\t2,5;\n", {"a", "b"}, {{"1", "2,5;"}}, {2}},
      {"delimiter found from the header outside quotes",
       "\"a,b,c,d\";e\n1;2\n",
       {"a,b,c,d", "e"},
       {{"1", "2"}},
       {2}},
      {"one column", "image\na.jpg\nb.jpg\n", {"image"}, {{"a.jpg"}, {"b.jpg"}}, {2, 3}},
      {"one column, quoted", "\"image\"\n\"a,1.jpg\"\n", {"image"}, {{"a,1.jpg"}}, {2}},
      {"one column, a blank line is an empty cell",
       "image\na\n\nb\n",
       {"image"},
       {{"a"}, {""}, {"b"}},
       {2, 3, 4}},
      {"one column, empty cell in quotes", "image\n\"\"\nb\n", {"image"}, {{""}, {"b"}}, {2, 3}},
      {"blank lines at the end", "a,b\n1,2\n\n\r\n\n", {"a", "b"}, {{"1", "2"}}, {2}},
      {"one column, blank lines at the end", "a\n1\n\n\n", {"a"}, {{"1"}}, {2}},
      {"bytes that are no UTF-8", "a,b\n\xE9\xFF,\xC3\n", {"a", "b"}, {{"\xE9\xFF", "\xC3"}}, {2}},
      {"non-ASCII", "größe,b\nrosé 薔薇.jpg,2\n", {"größe", "b"}, {{"rosé 薔薇.jpg", "2"}}, {2}},
      {"leading dash, equals sign", "a,b\n-rf,=1+1\n", {"a", "b"}, {{"-rf", "=1+1"}}, {2}},
  }));
  CAPTURE(good.what);
  const ScratchFolder folder;
  const auto table = read_csv_table(folder.write("labels.csv", good.content));
  CHECK(table->columns() == good.columns);
  CHECK(rows_on_demand(*table) == good.rows);
  CHECK(rows_in_one_pass(*table) == good.rows);
  CHECK(numbers(*table) == good.numbers);
  CHECK(table->place(tfrec::RowIndex(0)) ==
        (folder / "labels.csv").string() + ":" + std::to_string(good.numbers[0]));
}

TEST_CASE("a malformed CSV is refused with line, column and what to do", "[csv]") {
  const Bad bad = GENERATE(values<Bad>({
      {"quote never closed", "a,b\n1,2\n3,\"x\ny\nz\n", ":3",
       "column 2 'b': the quote that opens this cell is never closed", "close it"},
      {"quote never closed, second line of the row", "a,b\n\"1\n\",\"x\n", ":3",
       "column 2 'b': the quote that opens this cell is never closed", ""},
      {"quote never closed in the header", "a,\"b\n1,2\n", ":1",
       "column 2: the quote that opens this cell is never closed", ""},
      {"only a quote", "\"", ":1", "column 1: the quote that opens", ""},
      {"text after the closing quote", "a,b\n\"x\"y,2\n", ":2", "column 1 'a': text after the closing quote",
       "double the quotes"},
      {"blank after the closing quote", "a,b\n\"x\" ,2\n", ":2", "column 1 'a': text after the closing quote",
       ""},
      {"text after a quote that another line opened", "a,b\n1,\"x\n2,\"y\n", ":3",
       "column 2 'b': text after the closing quote (the cell begins on line 2)", ""},
      {"stray quote", "a,b\n1,5\" disc\n", ":2",
       "column 2 'b': a quote inside a cell that does not begin with one", "double"},
      {"stray quote at the end", "a,b\n1,x\"", ":2", "column 2 'b': a quote inside a cell", ""},
      {"blank before the quote", "a,b\n1, \"x\"\n", ":2", "column 2 'b': a blank before the opening quote",
       "remove the blank"},
      {"too few cells", "a,b,c\n1,2,3\n1,2\n", ":3",
       "2 cells where the header has 3: column 3 'c' is missing", ""},
      {"too many cells", "a,b\n1,2,3\n", ":2", "3 cells where the header has 2: column 3 is one too many",
       "the delimiter ',' must be quoted"},
      {"one cell", "a,b\nx\n", ":2", "1 cell where the header has 2: column 2 'b' is missing", ""},
      {"blank line amid", "a,b\n1,2\n\n3,4\n", ":3", "a blank line between rows", "remove the line"},
      {"blank CRLF line amid", "a,b\r\n1,2\r\n\r\n3,4\r\n", ":3", "a blank line between rows", ""},
      {"blank first line", "\na,b\n1,2\n", ":1", "column 1 has no name", ""},
      {"NUL byte", "a,b\n1,x" + k_nul + "\n", ":2", "column 2 'b': a NUL byte", "iconv -f UTF-16"},
      {"NUL byte in quotes", "a,b\n1,\"x\n" + k_nul + "\"\n", ":3",
       "column 2 'b': a NUL byte, which text can't contain (the cell begins on line 2)", ""},
      {"old Mac line ends", "a,b\r1,2\r3,4\r", ":1", "column 2: a carriage return without a line feed",
       "tr '\\r' '\\n'"},
      {"carriage return in a cell", "a,b\n1\rx,2\n", ":2",
       "column 1 'a': a carriage return without a line feed", ""},
      {"carriage return after a quote", "a,b\n1,\"x\"\ry\n", ":2",
       "column 2 'b': a carriage return without a line feed", ""},
      {"duplicate names", "a,b,a\n1,2,3\n", ":1", "columns 1 and 3 are both called 'a'", "rename"},
      {"empty name, as pandas writes it", ",image\n0,a.jpg\n", ":1", "column 1 has no name", "index=False"},
      {"empty name", "image,,b\n0,1,2\n", ":1", "column 2 has no name", ""},
      {"blank name", "image, \n0,1\n", ":1", "column 2 has no name", ""},
      {"no bytes", "", "", "is empty", "the first line names the columns"},
      {"byte order mark only", "\xEF\xBB\xBF", "", "is empty", ""},
      {"line breaks only", "\n\r\n\n", "", "is empty", ""},
      {"header only", "a,b\n", "", "has no rows", ""},
      {"header only, no line break", "a,b", "", "has no rows", ""},
      {"UTF-16 little-endian",
       std::string("\xFF\xFE"
                   "a\0,\0",
                   6),
       "", "is UTF-16 text", "iconv -f UTF-16 -t UTF-8"},
      {"UTF-16 big-endian", std::string("\xFE\xFF\0a", 4), "", "is UTF-16 text", "iconv"},
      {"UTF-32", std::string("\xFF\xFE\0\0a\0\0\0", 8), "", "is UTF-32 text", "iconv"},
      {"UTF-16 without a mark", std::string("a\0,\0b\0\n\0", 8), ":1", "column 1: a NUL byte", "iconv"},
      {"Excel workbook", "PK\x03\x04xxxx", "", "Excel workbook", "save the sheet as CSV"},
      {"old Excel workbook", "\xD0\xCF\x11\xE0xxxx", "", "Excel workbook", ""},
      {"gzip", "\x1F\x8B\x08xxxx", "", "compressed with gzip", "gunzip"},
      {"Git LFS pointer", "version https://git-lfs.github.com/spec/v1\noid x\n", "", "Git LFS pointer",
       "git lfs pull"},
  }));
  CAPTURE(bad.what);
  const ScratchFolder folder;
  const Error error = error_of(folder.write("labels.csv", bad.content));
  CHECK(error.kind() == ErrorKind::bad_data);
  CHECK(error.path() == (folder / "labels.csv").string() + bad.place);
  CHECK_THAT(error.message(), Catch::ContainsSubstring(bad.message));
  CHECK_THAT(error.hint(), Catch::ContainsSubstring(bad.hint));
}

TEST_CASE("control characters in names do not reach messages", "[csv]") {
  const ScratchFolder folder;
  const Error error = error_of(folder.write("labels.csv", "a,\x1B[31mred\n1,x\"y\n"));
  CHECK_THAT(error.message(), Catch::ContainsSubstring("column 2 '\\x1B[31mred'"));
}

TEST_CASE("a labels file that is not there, or no file, is a usage error", "[csv]") {
  const ScratchFolder folder;
  CHECK(error_of(folder / "none.csv").kind() == ErrorKind::usage);
  CHECK(error_of(folder / "none.csv").message() == "no such file");
  CHECK(error_of(folder.write("file", "x") / "below.csv").kind() == ErrorKind::usage);
  CHECK(error_of(folder.path()).kind() == ErrorKind::usage);
  CHECK(error_of(folder.path()).message() == "is a folder, not a CSV file");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK(error_of(folder / "pipe").kind() == ErrorKind::usage);
  CHECK_THAT(error_of(folder / "pipe").hint(), Catch::ContainsSubstring("save it to a file"));
}

TEST_CASE("a given delimiter wins over the sniffed one", "[csv]") {
  const ScratchFolder folder;
  CsvOptions options;
  options.delimiter = '|';
  const auto table = read_csv_table(folder.write("labels.csv", "a,1|b\nx|y\n"), options);
  CHECK(table->columns() == Row{"a,1", "b"});
  CHECK(table->cells(tfrec::RowIndex(0)) == Row{"x", "y"});
}

TEST_CASE("rows longer than a block are read whole", "[csv]") {
  const ScratchFolder folder;
  const std::string big(1'000'000, 'x');
  const std::string quoted = "\"" + std::string(1'500'000, ',') + "\n\"\"\"";
  const auto table =
      read_csv_table(folder.write("labels.csv", "a,b\n" + big + "," + quoted + "\n" + big + ",2\n3,4\n"));
  const Rows expected{{big, std::string(1'500'000, ',') + "\n\""}, {big, "2"}, {"3", "4"}};
  CHECK((rows_on_demand(*table) == expected));
  CHECK((rows_in_one_pass(*table) == expected));
  CHECK(numbers(*table) == std::vector<std::uint64_t>{2, 4, 5});
}

TEST_CASE("a row over the limit is refused instead of filling the memory", "[csv]") {
  const ScratchFolder folder;
  CsvOptions options;
  options.max_row_bytes = 3'000'000;
  const std::string filler(2'000'000, 'x');
  const Error open =
      error_of(folder.write("open.csv", "a,b\n1,2\n3,\"" + filler + "\n" + filler + filler), options);
  CHECK(open.path() == (folder / "open.csv").string() + ":3");
  CHECK_THAT(
      open.message(),
      Catch::ContainsSubstring("column 2 'b': the quote that opens this cell is not closed within 3.00 MB"));
  const Error line = error_of(folder.write("line.csv", "a,b\n1,2\n3," + filler + filler + filler), options);
  CHECK(line.path() == (folder / "line.csv").string() + ":3");
  CHECK_THAT(line.message(), Catch::ContainsSubstring("a row of more than 3.00 MB"));
}

TEST_CASE("100,000 columns are fine", "[csv]") {
  std::string content;
  for (int i = 0; i < 100'000; ++i) content += (i == 0 ? "c" : ",c") + std::to_string(i);
  content += "\n" + std::string(99'999, ',') + "\n";
  const ScratchFolder folder;
  const auto table = read_csv_table(folder.write("labels.csv", content));
  CHECK(table->columns().size() == 100'000);
  CHECK((table->cells(tfrec::RowIndex(0)) == Row(100'000)));
}

TEST_CASE("cells can be read from several threads", "[csv]") {
  std::string content = "a,b\n";
  for (int i = 0; i < 2000; ++i) content += std::to_string(i) + ",\"x\n" + std::to_string(i) + "\"\n";
  const ScratchFolder folder;
  const auto table = read_csv_table(folder.write("labels.csv", content));
  std::vector<int> wrong(4);
  std::vector<std::thread> threads;
  for (int& count : wrong) {
    threads.emplace_back([&] {
      for (std::size_t row = 0; row < 2000; ++row) {
        count += table->cells(tfrec::RowIndex(row)) == Row{std::to_string(row), "x\n" + std::to_string(row)}
                     ? 0
                     : 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == std::vector<int>{0, 0, 0, 0});
}

TEST_CASE("several rows are read at once, in any order", "[csv]") {
  const ScratchFolder scratch;
  const auto table = read_csv_table(scratch.write("labels.csv", "image,n\na,0\nb,1\nc,\"2\n\"\nd,3\ne,4\n"));
  const std::vector<tfrec::RowIndex> rows{tfrec::RowIndex(1), tfrec::RowIndex(2), tfrec::RowIndex(4),
                                          tfrec::RowIndex(0), tfrec::RowIndex(1)};
  const auto cells = table->cells_of(rows);
  REQUIRE(cells.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) CHECK(cells[i] == table->cells(rows[i]));
  CHECK(table->cells_of({}).empty());
}

TEST_CASE("a CSV that changes after it was read is reported", "[csv]") {
  const ScratchFolder folder;
  const auto table = read_csv_table(folder.write("labels.csv", "a,b\n1,2\n3,4\n"));
  folder.write("labels.csv", "a,b\n1,2\n3,4\n5,6\n");
  const auto is_refused = [&](const auto& act) {
    try {
      act();
      FAIL("no error");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::machine);
      CHECK(error.path() == (folder / "labels.csv").string());
      CHECK(error.message() == "changed while it was read");
    }
  };
  is_refused([&] { table->cells(tfrec::RowIndex(1)); });
  is_refused([&] { table->for_each([](tfrec::RowIndex, std::span<const std::string_view>) {}); });
  folder.write("labels.csv", "a,b\n");
  is_refused([&] { table->cells(tfrec::RowIndex(1)); });
  is_refused([&] { table->for_each([](tfrec::RowIndex, std::span<const std::string_view>) {}); });
}

TEST_CASE("a column is found by its name, or the nearest one is named", "[csv]") {
  const ScratchFolder folder;
  const auto table = read_csv_table(folder.write("labels.csv", "image,rating\n1,2\n"));
  CHECK(column_named(*table, "rating", "--label-column") == 1);
  try {
    column_named(*table, "ratings", "--label-column");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    CHECK(error.message() == "--label-column: no column 'ratings'; the columns are 'image', 'rating'");
    CHECK(error.hint() == "--label-column rating");
  }
}

TEST_CASE("a CSV that changes and keeps size and time is never read as two versions", "[csv]") {
  const ScratchFolder scratch;
  const auto file = scratch.write("labels.csv", "image,label\na.jpg,cat\nb.jpg,dog\n");
  const auto time = std::filesystem::last_write_time(file);
  const auto table = read_csv_table(file);
  const std::string changed =
      GENERATE("image,label\na.jpg,cat\nb.jpg,pig\n", "image,value\na.jpg,cat\nb.jpg,dog\n",
               "image,label\na.jpg,cat,b.jpg,dog\n", "image,label\na.jpg,cat\n\"b.jp,dog\n",
               "image,label\na.jpg,cat\nb.jpg,d\n\n\n", "image,label\nb.jpg,dog\na.jpg,cat\n");
  INFO(changed);
  scratch.write("labels.csv", changed);
  std::filesystem::last_write_time(file, time);
  CHECK_THROWS_WITH(require_unchanged(*table),
                    Catch::ContainsSubstring("labels.csv: changed while it was read"));
  CHECK_THROWS_WITH(rows_in_one_pass(*table),
                    Catch::ContainsSubstring("labels.csv: changed while it was read"));
  if (changed.find("value") == std::string::npos) {
    CHECK_THROWS_WITH(rows_on_demand(*table),
                      Catch::ContainsSubstring("labels.csv: changed while it was read"));
  }
}

TEST_CASE("csv table: apostrophes that extract added change classes and columns") {
  const ScratchFolder folder;
  folder.write("marked.csv", "image,'=x,class,tfrec_escaped\na,\"''-1\",'-ve,2\nb,'c,-5,\n");
  const auto marked = read_csv_table(folder / "marked.csv");
  CHECK(marked->restores_cells());
  CHECK(marked->columns() == Row{"image", "=x", "class"});
  const Rows wanted{{"a", "'-1", "-ve"}, {"b", "'c", "-5"}};
  CHECK(rows_on_demand(*marked) == wanted);
  CHECK(rows_in_one_pass(*marked) == wanted);
  CHECK(marked->line(tfrec::RowIndex(1)) == tfrec::FileLine(3));
  folder.write("plain.csv", "image,'=x,Tfrec_escaped\na,'-ve,1\n");
  const auto plain = read_csv_table(folder / "plain.csv");
  CHECK_FALSE(plain->restores_cells());
  CHECK(plain->columns() == Row{"image", "'=x", "Tfrec_escaped"});
  CHECK(rows_on_demand(*plain) == Rows{{"a", "'-ve", "1"}});
  folder.write("twice.csv", "=x,'=x,tfrec_escaped\na,b,0\n");
  CHECK_THROWS_AS(read_csv_table(folder / "twice.csv"), Error);
}
