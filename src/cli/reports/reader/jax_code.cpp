// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "cli/reports/reader/framework_code.hpp"
#include "cli/reports/reader/numpy_code.hpp"

namespace tfrec::cli {

namespace {

constexpr std::string_view k_jax = R"py($imports
from concurrent.futures import ThreadPoolExecutor

import jax
import numpy as np
%if pillow
from PIL import Image
%end

$functions


def collate(samples):
    """$collate_text"""
    batch = {name: [sample[name] for sample in samples] for name in samples[0]}
    $stack
        batch[name] = np.stack(batch[name])
    return batch


$signature
    """All records once, in batches. In training, full shuffled batches, repeated:
    keep one iterator, and take the batches of an epoch from it with itertools.islice().

    Each JAX process reads its share.
%if splits
    split: a name in FILES
%end
    """
    files = [name for pattern in $globs for name in sorted(glob.glob(pattern))]
    if not files:
        raise FileNotFoundError($globs)
    parts = [(file, 0, 1) for file in files]
    parts = share_of(parts, jax.process_index(), jax.process_count())
    records = stream(parts, training)
    with ThreadPoolExecutor() as pool:
        while batch := list(itertools.islice(records, batch_size)):
            yield collate(list(pool.map(parse, batch)))


if __name__ == "__main__":  # what a batch has
    batch = next(dataset(training=False))
    $print_batch
)py";

}  // namespace

std::string jax_code(const ReaderFacts& facts) {
  return numpy_code({"JAX", k_jax, {"batch_size=BATCH_SIZE", "training=True"}, "", "values.shape"}, facts);
}

}  // namespace tfrec::cli
