# SPDX-License-Identifier: Apache-2.0
"""One process of PyTorch's DDP, trained on its shards: train_ddp.py RANK WORLD BATCH MEETING SHARD...

It takes every WORLD-th shard, makes a step of each full batch, and prints the number of steps. A step waits for the
other process, so processes with fewer steps leave others waiting until the timeout.
"""

import datetime
import struct
import sys

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


def records(path):
    with open(path, "rb") as file:
        while header := file.read(12):
            (length,) = struct.unpack("<Q", header[:8])
            yield file.read(length)
            file.read(4)


def main():
    rank, world, batch = map(int, sys.argv[1:4])
    meeting, shards = sys.argv[4], sys.argv[5:]
    dist.init_process_group(
        "gloo", init_method="file://" + meeting, rank=rank, world_size=world, timeout=datetime.timedelta(seconds=20))
    model = DistributedDataParallel(torch.nn.Linear(1, 1))
    sizes = [len(record) / 1000 for shard in shards[rank::world] for record in records(shard)]
    steps = 0
    for begin in range(0, len(sizes) - batch + 1, batch):
        model(torch.tensor(sizes[begin:begin + batch]).reshape(-1, 1)).sum().backward()
        steps += 1
    print(steps)


main()
