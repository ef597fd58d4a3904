# SPDX-License-Identifier: Apache-2.0
"""Our bytes are TensorFlow's: the example in a record, and the frame around it. The cases of same_bytes*_test.py."""

import tensorflow as tf

from support import CLASSES, InteropTest


def feature(kind, values):
    message = tf.train.Feature()
    getattr(message, kind).value.extend(values)
    return message


class SameBytes(InteropTest):
    image_count = 5
    image_feature = "image"

    def setUp(self):
        options = [f"{self.image_feature}=jpeg", "class=index:class", "one_hot_class=onehot:class"]
        options += ["image_name=bytes:image", "pair=int64:petals,petals", "height=float:height_cm", "größe=float:height_cm"]
        flags = [word for option in options for word in ("--feature", option)]
        (self.shard,) = self.build(self.id().rsplit(".", 1)[-1], self.rows, *flags, "--shards", 1, "--no-shuffle")
        self.payloads = [raw.numpy() for raw in tf.data.TFRecordDataset(str(self.shard))]
        self.assertEqual(len(self.payloads), len(self.rows))

    def expected_example(self, row, jpeg):
        class_id = CLASSES.index(row["class"])
        features = {
            self.image_feature: feature("bytes_list", [jpeg]),
            "class": feature("int64_list", [class_id]),
            "one_hot_class": feature("float_list", [float(place == class_id) for place in range(5)]),
            "image_name": feature("bytes_list", [row["image"].encode()]),
            "pair": feature("int64_list", [int(row["petals"])] * 2),
            "height": feature("float_list", [float(row["height_cm"])]),
            "größe": feature("float_list", [float(row["height_cm"])]),
        }
        return tf.train.Example(features=tf.train.Features(feature=features))

    def test_example(self):
        for payload, row in zip(self.payloads, self.rows):
            # The JPEG is the encoder's matter; taken from our record it leaves all other bytes to compare.
            found = tf.train.Example.FromString(payload).features.feature
            (jpeg,) = found[self.image_feature].bytes_list.value
            self.assertEqual(payload, self.expected_example(row, jpeg).SerializeToString(deterministic=True))

    def test_frames(self):
        theirs = self.scratch / "theirs.tfrec"
        with tf.io.TFRecordWriter(str(theirs)) as writer:
            for payload in self.payloads:
                writer.write(payload)
        self.assertEqual(self.shard.read_bytes(), theirs.read_bytes())
