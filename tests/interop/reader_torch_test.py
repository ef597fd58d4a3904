# SPDX-License-Identifier: Apache-2.0
"""The code that `tfrec reader --framework torch` prints, for all layouts."""

import collections
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "reader"))
from printed_reader import python_of  # noqa: E402  pylint: disable=wrong-import-position
from reader_cases import ReaderCases  # noqa: E402  pylint: disable=wrong-import-position

PROCESS = """
import sys

import torch.distributed

import {reader} as reader

rank, store = int(sys.argv[1]), sys.argv[2]
torch.distributed.init_process_group("gloo", init_method=f"file://{{store}}", rank=rank, world_size=2)
for batch in reader.dataset(batch_size=3, training=False, num_workers=2):
    print(*batch["image_name"], sep="\\n")
"""


class Reader(ReaderCases):
    framework = "torch"

    def test_two_processes_of_torch_distributed_read_each_record_once(self):
        stored = self.build_set("leaves", "--labels", "train.csv", "--shards", "5", "--size", "32")
        script = self.scratch / "process.py"
        script.write_text(PROCESS.format(reader=self.program("set").stem), encoding="utf-8")
        command = [python_of("torch"), script]
        processes = [
            subprocess.Popen([*command, str(rank), self.scratch / "store"], cwd=self.scratch, stdout=subprocess.PIPE, text=True)
            for rank in range(2)
        ]
        printed = [process.communicate(timeout=120)[0].split() for process in processes]
        self.assertEqual([process.returncode for process in processes], [0, 0])
        self.assertTrue(all(printed))
        self.assertEqual(sorted(sum(printed, [])), sorted(one["image_name"][0].decode() for one in stored))

    def test_in_training_each_record_comes_as_often_where_workers_do_not_divide_the_files(self):
        stored = self.build_set("flowers", "--layout", "auto", "--shards", "3", "--size", "32")
        epochs = 3
        read = self.read(self.program("set"), batch_size=5, training=True, batches=4 * epochs, num_workers=2)
        times = collections.Counter(one["image_name"] for one in read["records"])
        self.assertEqual(times, {one["image_name"][0].decode(): epochs for one in stored})

    def test_batches_are_mixed_where_workers_have_a_file_each(self):
        stored = self.build_set("flowers", "--folds", "2", "--size", "32", "--layout", "auto", "--shards", "1")
        folds = self.program("set")
        file_of = {}
        for split in ("fold0", "fold1"):
            for one in self.read(folds, batch_size=5, training=False, split=split)["records"]:
                file_of[one["image_name"]] = split
        self.assertEqual(len(file_of), len(stored))
        code = (
            f"import {folds.stem} as reader; reader.FILES['all'] = reader.FILES['fold0'] + reader.FILES['fold1']\n"
            "for _, batch in zip(range(2), reader.dataset(10, num_workers=2, split='all')): print(*batch['image_name'], sep=';')"
        )
        batches = subprocess.run([python_of("torch"), "-c", code], cwd=self.scratch, stdout=subprocess.PIPE, text=True, timeout=60, check=True)
        for batch in batches.stdout.splitlines():
            self.assertEqual({file_of[name] for name in batch.split(";")}, {"fold0", "fold1"})

    def test_workers_without_a_record_end(self):
        self.build_set("flowers", "--layout", "auto", "--shards", "1", "--size", "32")
        program = self.program("set")
        code = f"import glob, {program.stem} as reader; print(list(reader.stream([(*glob.glob(reader.FILES[0]), 20, 21)], True)))"
        ended = subprocess.run([python_of("torch"), "-c", code], cwd=self.scratch, stdout=subprocess.PIPE, text=True, timeout=60, check=True)
        self.assertEqual(ended.stdout, "[]\n")


del ReaderCases  # its cases run as those of the class above

if __name__ == "__main__":
    unittest.main()
