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
    def __init__(self, parts, training):
        self.parts, self.training = parts, training

    def __iter__(self):
        worker, parts = get_worker_info(), self.parts
        if worker:  # a few files each, or batches would not be mixed
            parts = share_of(parts, worker.id, worker.num_workers, least=8)
        return map(parse, stream(parts, self.training))


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
    """All records once, in batches. In training, full shuffled batches, repeated:
    keep one iterator, and take the batches of an epoch from it with itertools.islice().

    Each process of torch.distributed reads its share, and each worker of that.
%if splits
    split: a name in FILES
%end
    """
    files = [name for pattern in $globs for name in sorted(glob.glob(pattern))]
    if not files:
        raise FileNotFoundError($globs)
    parts = [(file, 0, 1) for file in files]
    if distributed.is_available() and distributed.is_initialized():
        parts = share_of(parts, distributed.get_rank(), distributed.get_world_size())
    return DataLoader(
        Records(parts, training),
        batch_size=batch_size,
        num_workers=num_workers,
        collate_fn=collate,
    )


if __name__ == "__main__":  # what a batch has
    batch = next(iter(dataset(training=False, num_workers=0)))
    $print_batch
)py";

}  // namespace

std::string torch_code(const ReaderFacts& facts) {
  return numpy_code({"PyTorch",
                     k_torch,
                     {"batch_size=BATCH_SIZE", "training=True", "num_workers=4"},
                     ".transpose(2, 0, 1)",
                     "tuple(values.shape)"},
                    facts);
}

}  // namespace tfrec::cli
