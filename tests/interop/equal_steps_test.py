# SPDX-License-Identifier: Apache-2.0
"""--equal gives all hosts that take whole shards the same number of steps: tf.data's shard(), and PyTorch's DDP."""

import collections
import os
import pathlib
import subprocess
import unittest

import tensorflow as tf

from support import InteropTest

HOSTS = 2
BATCH = 2
TORCH_PYTHON = os.environ.get("TFREC_TORCH_PYTHON", "/usr/bin/python3")  # Debian's python3-torch is there
TRAIN = pathlib.Path(__file__).resolve().parent / "equal" / "train_ddp.py"


def has_torch():
    try:
        return subprocess.run([TORCH_PYTHON, "-c", "import torch"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


class EqualSteps(InteropTest):
    image_count = 23

    def build_equal(self, how):
        return self.build(how, self.rows, "--shards", 6, "--hosts", HOSTS, "--equal", how)

    def names(self, dataset):
        spec = {"image_name": tf.io.FixedLenFeature([], tf.string)}
        return [tf.io.parse_single_example(raw, spec)["image_name"].numpy().decode() for raw in dataset]

    def test_shard_of_tf_data_gives_each_host_the_same_steps(self):
        for how, each, distinct in (("drop", 9, 18), ("repeat", 12, 23)):
            with self.subTest(how=how):
                shards = [str(shard) for shard in self.build_equal(how)]
                seen = collections.Counter()
                steps = []
                for host in range(HOSTS):
                    files = tf.data.Dataset.from_tensor_slices(shards).shard(HOSTS, host)
                    records = files.interleave(tf.data.TFRecordDataset, cycle_length=3)
                    seen.update(self.names(records))
                    steps.append(sum(1 for _ in records.batch(BATCH, drop_remainder=True)))
                self.assertEqual(steps, [each // BATCH] * HOSTS)
                self.assertEqual(sum(seen.values()), each * HOSTS)
                self.assertEqual(len(seen), distinct)

    def train(self, name, shards, batch):
        """Exit codes and steps of the two processes."""
        meeting = self.scratch / f"{name}.meeting"
        environment = {**os.environ, "GLOO_SOCKET_IFNAME": "lo", "OMP_NUM_THREADS": "1"}
        processes = []
        for rank in range(HOSTS):
            command = [TORCH_PYTHON, TRAIN, rank, HOSTS, batch, meeting, *shards]
            processes.append(subprocess.Popen(
                list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment))
        outputs = [process.communicate(timeout=120) for process in processes]
        return [process.returncode for process in processes], [out.strip() for out, _ in outputs], outputs

    def test_processes_of_pytorch_ddp_end_together(self):
        if not has_torch():
            if os.environ.get("CI") == "true":
                self.fail(f"{TORCH_PYTHON} has no PyTorch: apt-get install python3-torch")
            self.skipTest(f"{TORCH_PYTHON} has no PyTorch")
        for how, steps in (("drop", "4"), ("repeat", "6")):
            with self.subTest(how=how):
                codes, counts, outputs = self.train(how, self.build_equal(how), BATCH)
                self.assertEqual(codes, [0, 0], outputs)
                self.assertEqual(counts, [steps, steps])
        with self.subTest("without --equal a process waits for one that has ended"):
            plain = self.build("plain", self.rows, "--shards", 2)
            codes, _, outputs = self.train("plain", plain, 1)
            self.assertNotEqual(codes, [0, 0], outputs)


if __name__ == "__main__":
    unittest.main()
