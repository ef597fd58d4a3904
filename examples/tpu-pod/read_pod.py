# SPDX-License-Identifier: Apache-2.0
"""Reads shards as the hosts of a TPU pod do, one after the other here: read_pod.py FOLDER HOSTS"""

import re
import sys

import tensorflow as tf

AUTO = tf.data.experimental.AUTOTUNE
PARALLEL_READS = 16  # streams from object storage at a time
HOST_BATCH = 4  # 128 per core is what TPUs like

folder, hosts = sys.argv[1], int(sys.argv[2])
filenames = sorted(tf.io.gfile.glob(folder + "/*.tfrec"))


def parse(example):
    features = {
        "image": tf.io.FixedLenFeature([], tf.string),
        "class": tf.io.FixedLenFeature([], tf.int64),
    }
    example = tf.io.parse_single_example(example, features)
    image = tf.image.decode_jpeg(example["image"], channels=3)
    return tf.reshape(image, [224, 224, 3]), example["class"]


def files_of(host):
    return filenames[host::hosts]  # as tf.data.Dataset.shard(hosts, host) deals them


def records_of(host):
    options = tf.data.Options()
    options.deterministic = False  # whichever stream has data first
    return tf.data.TFRecordDataset(files_of(host), num_parallel_reads=PARALLEL_READS).with_options(options)


read = []
for host in range(hosts):
    files = files_of(host)
    promised = sum(int(re.search(r"-([0-9]*)\.", name).group(1)) for name in files)
    records = [record.numpy() for record in records_of(host)]
    batches = records_of(host).map(parse, num_parallel_calls=AUTO).batch(HOST_BATCH, drop_remainder=True).prefetch(AUTO)
    shapes = [tuple(images.shape) for images, _ in batches]
    print(f"host {host}: {len(files)} files, {promised} images by their names, {len(records)} read, "
          f"{len(shapes)} steps of {shapes[0]}")
    read += records
print(f"all hosts: {len(read)} images, {len(set(read))} different ones")
