// SPDX-License-Identifier: Apache-2.0
#include "dataset/join/image_column.hpp"

#include <string>
#include <vector>

#include "base/error.hpp"
#include "dataset/table/csv_table.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using tfrec::test::ScratchFolder;

namespace {

ImageFolder images() {
  ImageFolder folder;
  folder.root = "images";
  folder.paths = {"1.jpg", "2.jpg", "a.jpg", "b.jpg"};
  return folder;
}

ImageColumn guess(const std::string& csv, const std::optional<std::string>& named = std::nullopt) {
  const ScratchFolder folder;
  return find_image_column(*read_csv_table(folder.write("labels.csv", csv)), images(), named);
}

Error error_of(const std::string& csv, const std::optional<std::string>& named = std::nullopt) {
  try {
    guess(csv, named);
  } catch (const Error& error) {
    return error;
  }
  FAIL("no error for " << csv);
  throw std::logic_error("unreachable");
}

}  // namespace

TEST_CASE("the image column is guessed by its usual names", "[column]") {
  for (const std::string name : {"image", "Image", "image_id", "ImageID", "image id", "file_name", "filename",
                                 "file", "path", "filepath", "img", "img-path", "photo", "id", "name"}) {
    CAPTURE(name);
    const ImageColumn found = guess("label," + name + "\nrose,a\nrose,b\n");
    CHECK(found.column == 1);
    CHECK(found.note ==
          "column '" + name + "' names the images (guessed by its name; --image-column names another)");
  }
}

TEST_CASE("a usual name whose values match no image gives way", "[column]") {
  CHECK(guess("id,path\n7,a.jpg\n8,b.jpg\n").column == 1);
  CHECK(guess("image,file\nx,a.jpg\ny,b.jpg\n").column == 1);
  CHECK(guess("id,where\n7,a.jpg\n8,b.jpg\n").column == 1);
  CHECK_THAT(guess("id,where\n7,a.jpg\n8,b.jpg\n").note, Catch::ContainsSubstring("guessed by its values"));
}

TEST_CASE("of several usual names the likelier one is taken", "[column]") {
  CHECK(guess("id,image\n1,a\n2,b\n").column == 1);
  CHECK(guess("name,image_id\n1,a\n2,b\n").column == 1);
}

TEST_CASE("a usual name is kept where nothing matches, for the audit to tell", "[column]") {
  CHECK(guess("label,image\nrose,x\ntulip,y\n").column == 1);
  CHECK(guess("whatever\nx\ny\n").column == 0);
}

TEST_CASE("a named column is taken without a word", "[column]") {
  CHECK(guess("image,other\na,x\n", "other").column == 1);
  CHECK(guess("image,other\na,x\n", "other").note.empty());
  const Error error = error_of("image,other\na,x\n", "othr");
  CHECK(error.kind() == ErrorKind::usage);
  CHECK(error.message() == "--image-column: no column 'othr'; the columns are 'image', 'other'");
  CHECK(error.hint() == "--image-column other");
}

TEST_CASE("where no column or several qualify, the user is asked", "[column]") {
  const Error none = error_of("x,y\nfoo,bar\n");
  CHECK(none.kind() == ErrorKind::bad_data);
  CHECK_THAT(none.message(), Catch::ContainsSubstring(
                                 "no column contains names of images in images; the columns are 'x', 'y'"));
  CHECK_THAT(none.hint(), Catch::ContainsSubstring("--image-column NAME"));
  const Error several = error_of("left,right\na,b\nb,a\n");
  CHECK_THAT(several.message(),
             Catch::ContainsSubstring("columns 'left' and 'right' both contain names of images"));
}

TEST_CASE("a CSV without header is reported so", "[column]") {
  for (const std::optional<std::string>& named :
       {std::optional<std::string>(), std::optional<std::string>("a.jpg")}) {
    const Error error = error_of("a.jpg,0\nb.jpg,1\n", named);
    CHECK(error.kind() == ErrorKind::bad_data);
    CHECK_THAT(error.path(), Catch::ContainsSubstring("labels.csv:1"));
    CHECK(error.message() == "the first line looks like a row, not like column names: 'a.jpg' is an image");
    CHECK_THAT(error.hint(), Catch::ContainsSubstring("image,label"));
  }
  CHECK(error_of("a,0\nb,1\n").message() ==
        "the first line looks like a row, not like column names: 'a' is an image");
  CHECK(guess("a,label\na,rose\n").column == 0);  // an image called like the column is no reason
}

TEST_CASE("image column: a column called like an image is refused although another is named", "[column]") {
  CHECK(guess("file,a\na,b\nb,a\n", "file").column == 0);
  CHECK(guess("a,n\nb,1\na,2\n", "a").column == 0);
}
