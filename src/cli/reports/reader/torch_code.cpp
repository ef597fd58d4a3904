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
        self.rank, self.processes = 0, 1
        if distributed.is_available() and distributed.is_initialized():
            self.rank = distributed.get_rank()
            self.processes = distributed.get_world_size()

    def __iter__(self):
        worker = get_worker_info()
        worker_id, workers = (worker.id, worker.num_workers) if worker else (0, 1)
        share, shares = self.rank * workers + worker_id, self.processes * workers
        return map(parse, stream(share_of(self.files, share, shares), self.training))


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

    Each worker of each process of torch.distributed reads its share: whole files if
    they divide evenly, which is faster, else some records of each.
    """
    files = [name for pattern in $globs for name in sorted(glob.glob(pattern))]
    if not files:
        raise FileNotFoundError($globs)
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
