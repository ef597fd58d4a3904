# SPDX-License-Identifier: Apache-2.0
"""TensorFlow and Python's csv read what `reshard` and `extract` make of shards, TensorFlow's own among them."""

import csv
import unittest

import tensorflow as tf

from support import InteropTest, run_tfrec


def records_of(*shards):
    return [record.numpy() for record in tf.data.TFRecordDataset([str(shard) for shard in shards])]


def example(**features):
    kinds = {
        bytes: lambda values: tf.train.Feature(bytes_list=tf.train.BytesList(value=values)),
        int: lambda values: tf.train.Feature(int64_list=tf.train.Int64List(value=values)),
        float: lambda values: tf.train.Feature(float_list=tf.train.FloatList(value=values)),
    }
    built = {name: kinds[type(values[0])](values) for name, values in features.items()}
    return tf.train.Example(features=tf.train.Features(feature=built))


class ReshardAndExtract(InteropTest):
    def reshard(self, *arguments):
        out = self.scratch / (self.id() + "-out")
        result = run_tfrec("reshard", *arguments, "-o", out, "-q")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return sorted(out.glob("*.tfrec"))

    def test_a_shuffled_set_holds_the_same_records(self):
        shards = self.build(self.id(), self.rows, "--shards", 3)
        again = self.reshard(shards[0].parent, "--shuffle", "--shards", 2)
        self.assertEqual(sorted(records_of(*again)), sorted(records_of(*shards)))
        self.assertNotEqual(records_of(*again), records_of(*shards))

    def test_a_dropped_feature_is_gone_and_the_others_parse(self):
        shards = self.build(self.id(), self.rows)
        again = self.reshard(shards[0].parent, "--drop", "image_name")
        for record, before in zip(records_of(*again), records_of(*shards), strict=True):
            wanted = tf.train.Example.FromString(before)
            del wanted.features.feature["image_name"]
            self.assertEqual(tf.train.Example.FromString(record), wanted)
            spec = {"class": tf.io.FixedLenFeature([], tf.int64), "image": tf.io.FixedLenFeature([], tf.string)}
            tf.io.parse_single_example(record, spec)

    def test_tensorflows_own_gzip_shards_are_filtered(self):
        source = self.scratch / (self.id() + ".tfrec")
        wanted = []
        with tf.io.TFRecordWriter(str(source), options="GZIP") as writer:
            for i in range(50):
                record = example(label=[i % 3], score=[i / 7], note=[b"n%d" % i]).SerializeToString()
                writer.write(record)
                if i % 3 == 1:
                    wanted.append(record)
        self.assertEqual(records_of(*self.reshard(source, "--filter", "label=1")), wanted)

    def test_extracted_images_and_cells_are_those_of_the_records(self):
        source = self.scratch / (self.id() + ".tfrec")
        images = [tf.io.encode_jpeg(tf.random.stateless_uniform([8 + i, 9, 3], [i, 1], 0, 255, tf.int32).numpy().astype("uint8")).numpy() for i in range(6)]
        texts = ['=HYPERLINK("x")', "-1", 'a "b", c\nd', "ä", " x ", "plain"]
        floats = [0.1, 1.0, -2.5e-30, 3e38, 1 / 3, 16777216.0]
        with tf.io.TFRecordWriter(str(source)) as writer:
            for i, image in enumerate(images):
                features = {"image/encoded": [image], "image/filename": [b"d/%d.jpg" % i], "t": [texts[i].encode()], "f": [floats[i]], "box": [i, -i]}
                writer.write(example(**features).SerializeToString())
        out = self.scratch / (self.id() + "-out")
        result = run_tfrec("extract", source, "-o", out, "-q", "--raw-csv")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        with open(out / "labels.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        for i, row in enumerate(rows):
            self.assertEqual((out / "images" / row["image"]).read_bytes(), images[i])
            self.assertEqual(row["t"], texts[i])
            self.assertEqual(tf.constant(float(row["f"]), tf.float32), tf.constant(floats[i], tf.float32))
            self.assertEqual((row["box_0"], row["box_1"]), (str(i), str(-i)))
        self.assertEqual(len(rows), len(images))

    def test_merged_sets_give_each_image_the_classes_it_had(self):
        kinds = [["rose", "tulip"], ["daisy", "rose"]]
        tags = [["red", "wild"], ["garden", "wild"]]
        features = ["image_name=bytes:image", "id=index:kind", "hot=onehot:kind", "ids=indices:tags", "many=multihot:tags", "image=jpeg"]
        options = [word for feature in features for word in ("--feature", feature)]
        wanted = {}
        folders = []
        for source in (0, 1):
            rows = []
            for i, row in enumerate(self.rows[source * 10:source * 10 + 10]):
                labels = [tag for bit, tag in enumerate(tags[source]) if i >> bit & 1]
                rows.append({"image": row["image"], "kind": kinds[source][i % 2], "tags": "|".join(labels)})
                wanted[row["image"]] = (kinds[source][i % 2], labels)
            base = ["--label-base", 1] if source == 1 else []
            shards = self.build(f"{self.id()}-{source}", rows, *options, *base, "--label-separator", "|", "--size", 16)
            folders.append(shards[0].parent)
        shards = self.reshard(*folders, "--renumber", "--shuffle", "--shards", 3)
        classes = (shards[0].parent / "classes-kind.txt").read_text(encoding="utf-8").splitlines()
        labels = (shards[0].parent / "classes-tags.txt").read_text(encoding="utf-8").splitlines()
        self.assertEqual((classes, labels), (["daisy", "rose", "tulip"], ["garden", "red", "wild"]))
        spec = {
            "image_name": tf.io.FixedLenFeature([], tf.string),
            "id": tf.io.FixedLenFeature([], tf.int64),
            "hot": tf.io.FixedLenFeature([len(classes)], tf.float32),
            "ids": tf.io.VarLenFeature(tf.int64),
            "many": tf.io.FixedLenFeature([len(labels)], tf.float32),
            "image": tf.io.FixedLenFeature([], tf.string),
        }
        before = {}
        for folder in folders:
            for record in records_of(*sorted(folder.glob("*.tfrec"))):
                features = tf.train.Example.FromString(record).features.feature
                before[features["image_name"].bytes_list.value[0]] = features["image"].bytes_list.value[0]
        found = {}
        for record in records_of(*shards):
            example_read = {name: tf.sparse.to_dense(value) if isinstance(value, tf.SparseTensor) else value for name, value in tf.io.parse_single_example(record, spec).items()}
            values = {name: value.numpy() for name, value in example_read.items()}
            kind = classes[values["id"]]
            self.assertEqual([classes[i] for i, value in enumerate(values["hot"]) if value], [kind])
            names = [labels[i] for i in values["ids"]]
            self.assertEqual([labels[i] for i, value in enumerate(values["many"]) if value], names)
            self.assertEqual(values["image"], before[values["image_name"]])
            found[values["image_name"].decode()] = (kind, names)
        self.assertEqual(len(found), 20)
        stems = {name.rsplit(".", 1)[0]: value for name, value in wanted.items()}
        self.assertEqual({name.rsplit(".", 1)[0]: value for name, value in found.items()}, stems)


if __name__ == "__main__":
    unittest.main()
