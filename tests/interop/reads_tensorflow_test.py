# SPDX-License-Identifier: Apache-2.0
"""tfrec reads the shards that TensorFlow wrote, and reports of them what golden.json contains."""

import json
import unittest

import tensorflow as tf

from support import GOLDEN, Scratch, run_tfrec

FACTS = json.loads((GOLDEN / "golden.json").read_text(encoding="ascii"))["files"]


class ReadsTensorFlow(unittest.TestCase):
    maxDiff = None

    def json_of(self, command, *arguments, exit_code=0):
        result = run_tfrec(command, *arguments, "--json")
        self.assertEqual(result.returncode, exit_code, result.stdout + result.stderr)
        return json.loads(result.stdout)

    def test_count(self):
        for facts in FACTS:
            with self.subTest(facts["path"]):
                path = GOLDEN / facts["path"]
                counted = self.json_of("count", path)
                expected = {"path": str(path), "records": facts["records"], "bytes": facts["bytes"]}
                self.assertEqual([{key: file[key] for key in expected} for file in counted["files"]], [expected])
                self.assertEqual((counted["records"], counted["bytes"]), (facts["records"], facts["bytes"]))

    def test_count_of_the_folder(self):
        counted = self.json_of("count", GOLDEN)
        self.assertEqual(counted["records"], sum(facts["records"] for facts in FACTS))
        self.assertEqual(len(counted["files"]), len(FACTS))

    def test_verify(self):
        for facts in FACTS:
            with self.subTest(facts["path"]):
                verified = self.json_of("verify", GOLDEN / facts["path"])
                self.assertTrue(verified["ok"])
                self.assertEqual(verified["records"], facts["records"])
                self.assertEqual(verified["files"][0]["problems"], [])

    def test_inspect_schema(self):
        for facts in FACTS:
            with self.subTest(facts["path"]):
                if not facts["examples"]:
                    continue
                inspected = self.json_of("inspect", GOLDEN / facts["path"])
                keys = ("name", "kind", "min_length", "max_length", "in_records")
                schema = [{key: column[key] for key in keys} for column in inspected["schema"]]
                schema.sort(key=lambda column: (column["name"].encode(), column["kind"]))
                self.assertEqual(schema, facts["schema"])

    def test_verify_names_the_record_among_examples_that_is_none(self):
        example = tf.train.Example(features=tf.train.Features(feature={"a": tf.train.Feature(int64_list=tf.train.Int64List(value=[1]))}))
        payload = example.SerializeToString(deterministic=True)
        with Scratch() as folder:
            shard = folder / "mixed.tfrecord"
            with tf.io.TFRecordWriter(str(shard)) as writer:
                for record in [payload, b"not an example", payload]:
                    writer.write(record)
            verified = self.json_of("verify", shard, exit_code=1)
        self.assertFalse(verified["ok"])
        (problem,) = verified["files"][0]["problems"]
        payload_offset = (12 + len(payload) + 4) + 12  # one frame, then the header of the second
        self.assertEqual((problem["record"], problem["offset"], problem["length"]), (1, payload_offset, 14))


if __name__ == "__main__":
    unittest.main()
