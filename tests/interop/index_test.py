# SPDX-License-Identifier: Apache-2.0
"""Index files: the lines of the tools that define them, and their readers find every record by them."""

import unittest

from tfrecord.reader import tfrecord_iterator, tfrecord_loader
from tfrecord.tools.tfrecord2idx import create_index

from support import InteropTest, run_tfrec


class Indexes(InteropTest):
    image_count = 15

    def setUp(self):
        self.shards = self.build(self.id(), self.rows, "--shards", 2)
        self.folder = self.shards[0].parent

    def index(self, *arguments):
        result = run_tfrec("index", self.folder, *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_lines_are_those_of_the_package(self):
        self.index("--format", "tfindex")
        for shard in self.shards:
            theirs = self.scratch / "theirs"
            create_index(str(shard), str(theirs))
            self.assertEqual(shard.with_suffix(".tfindex").read_bytes(), theirs.read_bytes())

    def test_workers_share_the_records_without_a_gap(self):
        self.index("--format", "tfindex")
        for shard in self.shards:
            everything = [bytes(record) for record in tfrecord_iterator(str(shard))]
            index = str(shard.with_suffix(".tfindex"))
            parts = [
                bytes(record)
                for worker in range(3)
                for record in tfrecord_iterator(str(shard), index, (worker, 3))
            ]
            self.assertEqual(parts, everything)
            names = {"image_name": "byte"}
            some = list(tfrecord_loader(str(shard), index, names))  # from a random record on, round to it again
            self.assertEqual(len(some), len(everything))

    def test_dali_reads_whole_frames_at_the_offsets(self):
        """DALI itself needs a GPU driver; its loader takes `offset size` pairs and reads such stretches of the file."""
        self.index()
        for shard in self.shards:
            data = shard.read_bytes()
            pairs = [tuple(map(int, line.split())) for line in shard.with_name(shard.name + ".idx").read_text().splitlines()]
            frames = [data[offset : offset + size] for offset, size in pairs]
            self.assertEqual(b"".join(frames), data)
            self.assertEqual([frame[12:-4] for frame in frames], [bytes(record) for record in tfrecord_iterator(str(shard))])


if __name__ == "__main__":
    unittest.main()
