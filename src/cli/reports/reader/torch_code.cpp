// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "cli/reports/reader/framework_code.hpp"
#include "cli/reports/reader/numpy_code.hpp"

namespace tfrec::cli {

namespace {

constexpr std::string_view k_torch = R"py($imports

import numpy as np
import torch
%if pillow
from PIL import Image
%end
from torch import distributed
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

$functions


class Records(IterableDataset):
    def __init__(self, files, training):
        self.files, self.training = files, training

    def __iter__(self):
        worker = get_worker_info()
        files = self.files[worker.id :: worker.num_workers] if worker else self.files
        return map(parse, stream(files, self.training)) if files else iter(())


def collate(samples):
    """$collate_text"""
    batch = {name: [sample[name] for sample in samples] for name in samples[0]}
    $stack
        batch[name] = torch.from_numpy(np.stack(batch[name]))
%if lists
    $each_list
        batch[name] = [torch.tensor(values) for values in batch[name]]
%end
    return batch


$signature
    """Batches of all records once; in training shuffled full batches without end.

    With torch.distributed, each process reads its share of the files, and so does each
    worker: let num_workers divide the number of files, or some come more often.
    """
    files = [name for pattern in $globs for name in sorted(glob.glob(pattern))]
    if distributed.is_available() and distributed.is_initialized():
        files = files[distributed.get_rank() :: distributed.get_world_size()]
    if not files:
        raise FileNotFoundError("no file for this process")
    return DataLoader(
        Records(files, training),
        batch_size=batch_size,
        num_workers=num_workers,
        collate_fn=collate,
    )
)py";

}  // namespace

std::string torch_code(const ReaderFacts& facts) {
  return numpy_code({"PyTorch",
                     k_torch,
                     {"batch_size=BATCH_SIZE", "training=True", "num_workers=4"},
                     ".transpose(2, 0, 1)"},
                    facts);
}

}  // namespace tfrec::cli
