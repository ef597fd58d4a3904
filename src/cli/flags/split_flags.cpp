// SPDX-License-Identifier: Apache-2.0
#include "cli/flags/split_flags.hpp"

#include <CLI/CLI.hpp>

#include "cli/flags/choice_option.hpp"
#include "cli/flags/validators.hpp"
#include "dataset/repeats/duplicates.hpp"
#include "dataset/splits/splits.hpp"

namespace tfrec::cli {

namespace {

constexpr const char* k_group = "Splits";

}  // namespace

void add_split_options(CLI::App& app, BuildOptions& options) {
  SplitOptions& splits = options.splits;
  auto* shares = app.add_option("--split", splits.shares, "Deal rows to splits: train=0.8,val=0.1,test=0.1")
                     ->group(k_group)
                     ->type_name("NAME=SHARE,…");
  auto* column = app.add_option("--split-column", splits.column, "Column that holds each row's split")
                     ->group(k_group)
                     ->type_name("NAME");
  auto* folds = app.add_option("--folds", splits.folds, "Deal rows to K equal splits: fold0 … foldK-1")
                    ->group(k_group)
                    ->type_name("K")
                    ->check(whole_number(2, static_cast<std::int64_t>(k_most_splits)));
  shares->excludes(column)->excludes(folds);
  column->excludes(folds);
  app.add_flag("!--no-split-folders", splits.folders, "Take train/ val/ test/ in IMAGES for classes")
      ->group(k_group);
  app.add_option("--stratify", splits.stratify,
                 "Spread this column's values evenly over the splits, repeatable")
      ->group(k_group)
      ->type_name("COLUMN")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
  app.add_option("--group", splits.group, "Rows of one value in this column never cross a split")
      ->group(k_group)
      ->type_name("COLUMN");
  add_choice(app, k_group, "--dedupe", splits.dedupe, dedupe_words(),
             "Images that are equal or look so: refused, kept in one split, or not looked for "
             "[group with --split and --folds, else ignore]");
  app.add_option("--dedupe-distance", splits.dedupe_distance,
                 "Bits of 64 in which the hashes of look-alikes may differ [3]")
      ->group(k_group)
      ->type_name("BITS")
      ->check(whole_number(0, k_most_hash_distance));
  app.add_option("--test", options.test, "Folder of unlabelled images: the split test of the same set")
      ->group(k_group)
      ->type_name("IMAGES");
  app.add_option("--batch", options.batch, "Say how many training steps of N records an epoch has")
      ->group(k_group)
      ->type_name("N")
      ->check(whole_number(1));
}

}  // namespace tfrec::cli
