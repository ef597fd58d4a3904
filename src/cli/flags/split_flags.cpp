// SPDX-License-Identifier: Apache-2.0
#include "cli/flags/split_flags.hpp"

#include "cli/flags/choice_option.hpp"
#include "dataset/repeats/duplicates.hpp"
#include "dataset/splits/splits.hpp"

namespace tfrec::cli {

void add_split_options(OptionList& list, BuildOptions& options) {
  SplitOptions& splits = options.splits;
  list.topic("Splits");
  Option& shares =
      list.value("--split", "NAME=SHARE,…", splits.shares, "Deal rows to splits: train=0.8,val=0.1,test=0.1");
  shares.common();
  Option& column = list.value("--split-column", "NAME", splits.column,
                              "Column with the split of each row. Add --split to deal the rows whose cell "
                              "is empty");
  Option& keep = list.value("--keep-splits", "SET", splits.keep,
                            "Keep each image in the split that it has in this set, which may be OUT. "
                            "Add --split or --folds to deal the other images");
  const Option& folds =
      list.number("--folds", "K", splits.folds, "Deal rows to K equal splits, fold0 to foldK-1", 2,
                  static_cast<std::int64_t>(k_most_splits));
  shares.exclude(folds);
  column.exclude(folds);
  keep.exclude(column);
  list.flag_off("--no-split-folders", splits.folders, "Treat train/, val/ and test/ in IMAGES as classes");
  list.list("--stratify", "COLUMN", splits.stratify, "Spread this column evenly over splits; repeatable")
      .common();
  list.value("--group", "COLUMN", splits.group, "Keep rows with the same value in this column in one split");
  add_choice(list, "--dedupe", splits.dedupe, dedupe_words(),
             "Images that are equal or look alike (not mirrored): refuse them, keep them in one split, or "
             "don't look for them "
             "[with --split or --folds: group; without: ignore]");
  list.number("--dedupe-distance", "BITS", splits.dedupe_distance,
              "Bits of 64 in which the hashes of look-alikes may differ, 0 to 8 [3]", 0,
              k_most_hash_distance);
  list.value("--test", "IMAGES", options.test, "Folder of unlabelled images, stored as split test");
  list.number("--batch", "N", options.batch, "Report how many steps of N records an epoch has", 1);
}

}  // namespace tfrec::cli
