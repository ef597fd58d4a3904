// SPDX-License-Identifier: Apache-2.0
#include "cli/pages/examples.hpp"

#include <array>

namespace tfrec::cli {

namespace {

constexpr std::array k_program{
    Example{"tfrec build photos --labels train.csv -o shards", "Shards of a folder and a table"},
    Example{"tfrec count shards", "How many records there are"},
    Example{"tfrec verify shards", "Whether all of them are intact"},
};

constexpr std::array k_build{
    Example{"tfrec build photos --labels train.csv -o shards", "Every column of the table becomes a feature"},
    Example{"tfrec build photos -o shards --layout flowers --sizes 192,224,331,512",
            "Sub-folders are the classes; one set per size, for TPU code of the flowers sets"},
    Example{"tfrec build photos --labels train.csv -o shards --size 224 --fit crop "
            "--split train=0.8,val=0.2 --stratify class",
            "Images of one size in two splits with the same share of each class"},
    Example{"tfrec build photos --labels train.csv -o shards --feature image=jpeg "
            "--feature labels=multihot:tags",
            "Features by hand: several labels in one cell"},
    Example{"tfrec build photos --labels train.csv -o shards --print-config > set.toml",
            "Keep the options; 'tfrec build --config set.toml' repeats the run"},
};

constexpr std::array k_plan{
    Example{"tfrec plan photos --labels train.csv --hosts 8",
            "Whether the set gives each of 8 hosts files enough"},
    Example{"tfrec plan --config set.toml", "What the build of that file would write"},
    Example{"tfrec plan photos --labels train.csv -o set.plan",
            "A plan to build in parts: 'tfrec build photos --plan set.plan --part 1/16 -o shards'"},
};

constexpr std::array k_finish{
    Example{"tfrec finish set.plan -o shards", "Publish what the parts of the plan have built"},
    Example{"tfrec finish set.plan -o shards --max-bad 1%", "The same, leaving out more bad images"},
};

constexpr std::array k_count{
    Example{"tfrec count shards", "Records per shard, and of all"},
    Example{"tfrec count 'shards/train*.tfrec' --json", "Of a quoted glob, for a script"},
};

constexpr std::array k_inspect{
    Example{"tfrec inspect shards", "Features, images, labels, and the first record"},
    Example{"tfrec inspect shards/flowers00-230.tfrec --record 17", "One record of one shard"},
};

constexpr std::array k_verify{
    Example{"tfrec verify shards", "Checksums, counts, examples; exit code 1 where something is wrong"},
    Example{"tfrec verify shards --pixels --expect 224x224x3 --report verify.xml",
            "The images, too, with a report for CI"},
};

constexpr std::array k_repair{
    Example{"tfrec repair shards -o repaired", "All intact records, in shards with true counts"},
    Example{"tfrec repair shards -o repaired --from photos --labels train.csv",
            "Lost shards made again from the images"},
};

constexpr std::array k_index{
    Example{"tfrec index shards", "NAME.tfrec.idx beside each shard, for DALI"},
    Example{"tfrec index shards --format tfindex --check", "Whether the indexes for PyTorch still fit"},
};

constexpr std::array k_reshard{
    Example{"tfrec reshard old -o new --shard-size 100MB", "The same records in shards of another size"},
    Example{"tfrec reshard 2019 2020 -o both --shuffle --seed 7", "Two sets merged in a random order"},
    Example{"tfrec reshard shards -o roses --filter class=2 --drop tags", "Some records, without a feature"},
};

constexpr std::array k_extract{
    Example{"tfrec extract shards -o extracted", "extracted/images/ and extracted/labels.csv"},
    Example{"tfrec extract mnist.tfrecord -o digits --shape 28x28x1", "Raw pixels become PGM images"},
};

}  // namespace

std::span<const Example> examples_of(std::string_view command) {
  if (command == "build") return k_build;
  if (command == "plan") return k_plan;
  if (command == "finish") return k_finish;
  if (command == "count") return k_count;
  if (command == "inspect") return k_inspect;
  if (command == "verify") return k_verify;
  if (command == "repair") return k_repair;
  if (command == "index") return k_index;
  if (command == "reshard") return k_reshard;
  if (command == "extract") return k_extract;
  return k_program;
}

}  // namespace tfrec::cli
