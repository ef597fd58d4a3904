// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/progress_view.hpp"
#include "cli/terminal/text_wrap.hpp"
#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("Text is wrapped behind its label, within 80 columns, without trailing blanks") {
  CHECK(cli::wrapped("  --a", "short text", 10) == "  --a     short text\n");
  CHECK(cli::wrapped("  --a-very-long-option", "text", 10) == "  --a-very-long-option\n          text\n");
  const std::string words(60, 'x');
  CHECK(cli::wrapped("  --a", words + " y " + words, 10) ==
        "  --a     " + words + " y\n          " + words + "\n");
  CHECK(cli::wrapped("", "", 4) == "\n");
}

TEST_CASE("Progress tells share, speed, shard and time left") {
  ProgressState state;
  state.done = 500;
  state.total = 2000;
  state.bytes_in = 50'000'000;
  state.shard = 2;
  state.shards = 4;
  CHECK(cli::progress_text(state, 10) ==
        "25%  500/2,000 images  50 images/s  5.0 MB/s  shard 2/4  30 s left");
  CHECK(cli::progress_text(state, 0) == "25%  500/2,000 images");
}
