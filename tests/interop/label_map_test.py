# SPDX-License-Identifier: Apache-2.0
"""protobuf's text format reads label_map.pbtxt as the ids and names that the records have."""

import unittest

import tensorflow as tf
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, text_format

from support import Scratch, run_tfrec, write_rows

NAMES = ["cat", "dög 'x' \"y\"", "back\\slash\\n", "tab\there", "item { id: 1 }"]


def label_map_class():
    """StringIntLabelMap of TensorFlow's Object Detection API."""
    file = descriptor_pb2.FileDescriptorProto(name="label_map.proto", package="object_detection.protos")
    item = file.message_type.add(name="StringIntLabelMapItem")
    field = descriptor_pb2.FieldDescriptorProto
    item.field.add(name="name", number=1, type=field.TYPE_STRING, label=field.LABEL_OPTIONAL)
    item.field.add(name="id", number=2, type=field.TYPE_INT32, label=field.LABEL_OPTIONAL)
    whole = file.message_type.add(name="StringIntLabelMap")
    whole.field.add(name="item", number=1, type=field.TYPE_MESSAGE, label=field.LABEL_REPEATED,
                    type_name=".object_detection.protos.StringIntLabelMapItem")
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(
        pool.FindMessageTypeByName("object_detection.protos.StringIntLabelMap"))


class LabelMap(unittest.TestCase):
    def test_protobuf_reads_back_ids_and_names(self):
        kind = label_map_class()
        given = kind()
        for number, name in enumerate(NAMES):
            given.item.add(id=10 * number + 3, name=name)
        with Scratch() as scratch:
            (scratch / "images").mkdir()
            rows = []
            for number, name in enumerate(NAMES):
                jpeg = tf.io.encode_jpeg(tf.zeros([16, 16, 3], tf.uint8)).numpy()
                (scratch / "images" / f"{number}.jpg").write_bytes(jpeg)
                rows.append({"image": f"{number}.jpg", "class": name})
            write_rows(scratch / "labels.csv", rows)
            for as_utf8 in (False, True):  # escapes as octal, or the characters themselves
                text = text_format.MessageToString(given, as_utf8=as_utf8)
                (scratch / "given.pbtxt").write_text(text, encoding="utf-8")
                out = f"out{as_utf8}"
                built = run_tfrec("build", "images", "--labels", "labels.csv", "--classes", "given.pbtxt",
                                  "--feature", "class=index:class", "--no-image", "-o", out, "-q", folder=scratch)
                self.assertEqual((built.returncode, built.stderr), (0, ""))
                read = text_format.Parse((scratch / out / "label_map.pbtxt").read_text(encoding="utf-8"), kind())
                self.assertEqual(read, given)


if __name__ == "__main__":
    unittest.main()
