# SPDX-License-Identifier: Apache-2.0
"""Where TensorFlow's two parsers differ over an example, tfrec verify reports it: never a silent disagreement."""

import json
import pathlib
import unittest

import tensorflow as tf

from support import Scratch, run_tfrec

CASES = sorted((pathlib.Path(__file__).resolve().parent.parent / "fuzz" / "corpus" / "example").glob("*.pb"))
# What verify tells although both parsers agree: a writer that does this deserves to know.
STRICTER = {"key-twice", "two-features-same-key", "unknown-in-feature-after", "unknown-in-list-after-packed",
            "long-tag-feature"}
REFUSED = "refused"


def slow_parser(payload):
    """libprotobuf's reading of feature 'a' as int64 values."""
    try:
        feature = tf.train.Example.FromString(payload).features.feature
    except Exception:  # the kind of exception depends on the runtime
        return REFUSED
    return list(feature["a"].int64_list.value) if "a" in feature else []


def fast_parser(payload):
    try:
        parsed = tf.io.parse_single_example(payload, {"a": tf.io.VarLenFeature(tf.int64)})
    except (tf.errors.InvalidArgumentError, UnicodeDecodeError):  # the text quotes the payload, whatever its bytes
        return REFUSED
    return parsed["a"].values.numpy().tolist()


class FastParser(unittest.TestCase):
    def verified(self, payload):
        """Whether verify finds the record sound, written behind one that is an example for sure."""
        with Scratch() as folder:
            shard = folder / "a00-2.tfrec"
            sound = tf.train.Example(features=tf.train.Features(
                feature={"sound": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"x"]))}))
            with tf.io.TFRecordWriter(str(shard)) as writer:
                writer.write(sound.SerializeToString())
                writer.write(payload)
            result = run_tfrec("verify", "--json", shard)
            verdict = json.loads(result.stdout)
            self.assertEqual(result.returncode, 0 if verdict["ok"] else 1)
            for problem in verdict["files"][0]["problems"]:
                self.assertEqual((problem["kind"], problem["record"]), ("example", 1))
            return verdict["ok"]

    def test_cases(self):
        self.assertGreater(len(CASES), 30)
        for case in CASES:
            payload = case.read_bytes()
            slow, fast = slow_parser(payload), fast_parser(payload)
            with self.subTest(case.stem, slow=slow, fast=fast):
                agree = slow == fast and slow != REFUSED
                self.assertEqual(self.verified(payload), agree and case.stem not in STRICTER)


if __name__ == "__main__":
    unittest.main()
