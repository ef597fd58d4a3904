# SPDX-License-Identifier: Apache-2.0
"""TensorFlow reads every record that repair saved, with the options that fitted the damaged shards."""

import json
import unittest

import tensorflow as tf

from support import InteropTest, run_tfrec


def noise(seed):
    return tf.cast(tf.random.stateless_uniform([500], [seed, seed], maxval=256, dtype=tf.int32), tf.uint8).numpy().tobytes()


class Repaired(InteropTest):
    image_count = 15

    def repair(self, name, *arguments):
        out = self.scratch / f"repaired_{self.id()}"
        result = run_tfrec("repair", self.scratch / name, "-o", out, "--json", *arguments)
        file = json.loads(result.stdout)["files"][0]
        return result.returncode, file

    def write(self, name, compression):
        """Twenty records by TensorFlow, of noise, which does not compress."""
        path = self.scratch / name
        records = [f"record {i:02}".encode() + noise(i) for i in range(20)]
        with tf.io.TFRecordWriter(str(path), options=compression) as writer:
            for record in records:
                writer.write(record)
        return path, records

    def test_plain(self):
        path, records = self.write("plain00-20.tfrec", None)
        data = bytearray(path.read_bytes())
        frame = len(data) // 20
        data[7 * frame + 100] ^= 4  # a payload
        data[11 * frame + 9] ^= 4  # a header's checksum
        path.write_bytes(data)
        with self.assertRaises(tf.errors.DataLossError):
            list(tf.data.TFRecordDataset(str(path)))
        code, file = self.repair(path.name)
        self.assertEqual(code, 1)
        self.assertEqual([(gap["offset"], gap["length"]) for gap in file["lost_ranges"]], [(7 * frame, frame)])
        self.assertEqual([gap["record"] for gap in file["mended"]], [11])
        self.assertTrue(file["output"].endswith("plain00-19.tfrec"))
        read = [record.numpy() for record in tf.data.TFRecordDataset(file["output"])]
        self.assertEqual(read, records[:7] + records[8:])

    def test_compressed(self):
        for compression in ("GZIP", "ZLIB"):
            path, records = self.write(f"{compression}.tfrecord", compression)
            data = path.read_bytes()
            path.write_bytes(data[: len(data) * 3 // 4])
            code, file = self.repair(path.name)
            self.assertEqual(code, 1)
            read = [record.numpy() for record in tf.data.TFRecordDataset(file["output"], compression_type=compression)]
            self.assertGreaterEqual(len(read), 14)
            self.assertEqual(len(read), file["kept"])
            self.assertEqual(read, records[: len(read)])

    def test_intact_compressed_is_the_same_file(self):
        path, _ = self.write("whole.tfrecord", "GZIP")
        code, file = self.repair(path.name)
        self.assertEqual((code, file["state"]), (0, "intact"))
        with open(file["output"], "rb") as copy:
            self.assertEqual(copy.read(), path.read_bytes())


if __name__ == "__main__":
    unittest.main()
