# SPDX-License-Identifier: Apache-2.0
"""Makes shards the way notebooks do: cv2.imread, cv2.imencode, an Example, a writer.

    build_loop.py tensorflow|tfrecord PROCESSES IMAGES LABELS OUT

With several processes each writes one shard. The time reported leaves out the start of Python and TensorFlow."""
import csv
import multiprocessing
import os
import sys
import time

LIBRARY, PROCESSES, IMAGES, LABELS, OUT = sys.argv[1], int(sys.argv[2]), *sys.argv[3:6]
QUALITY = 95


def load():
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
    os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
    import cv2  # pylint: disable=import-outside-toplevel,unused-import
    if LIBRARY == "tensorflow":
        import tensorflow  # pylint: disable=import-outside-toplevel,unused-import


def jpeg_of(name):
    import cv2  # pylint: disable=import-outside-toplevel
    image = cv2.imread(os.path.join(IMAGES, name))
    return cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))[1].tobytes()


def with_tensorflow(path, rows):
    import tensorflow as tf  # pylint: disable=import-outside-toplevel
    with tf.io.TFRecordWriter(path) as writer:
        for name, label in rows:
            features = {
                "image": tf.train.Feature(bytes_list=tf.train.BytesList(value=[jpeg_of(name)])),
                "image_name": tf.train.Feature(bytes_list=tf.train.BytesList(value=[name.encode()])),
                "class": tf.train.Feature(int64_list=tf.train.Int64List(value=[label])),
            }
            writer.write(tf.train.Example(features=tf.train.Features(feature=features)).SerializeToString())


def with_tfrecord(path, rows):
    from tfrecord.writer import TFRecordWriter  # pylint: disable=import-outside-toplevel
    writer = TFRecordWriter(path)
    for name, label in rows:
        writer.write({"image": (jpeg_of(name), "byte"), "image_name": (name.encode(), "byte"),
                      "class": (label, "int")})
    writer.close()


def write_shard(job):
    (with_tensorflow if LIBRARY == "tensorflow" else with_tfrecord)(*job)


def main():
    with open(LABELS, newline="", encoding="utf-8") as file:
        rows = [(row["image"], row["class"]) for row in csv.DictReader(file)]
    classes = {name: i for i, name in enumerate(sorted({label for _, label in rows}))}
    rows = [(name, classes[label]) for name, label in rows]
    os.makedirs(OUT)
    jobs = [(os.path.join(OUT, f"{i}.tfrec"), rows[i::PROCESSES]) for i in range(PROCESSES)]
    if PROCESSES == 1:
        load()
        begin = time.monotonic()
        write_shard(jobs[0])
    else:
        with multiprocessing.get_context("spawn").Pool(PROCESSES, load) as pool:
            pool.map(abs, range(PROCESSES), 1)  # all are up
            time.sleep(2)
            begin = time.monotonic()
            pool.map(write_shard, jobs, 1)
            print("seconds", time.monotonic() - begin)
            return
    print("seconds", time.monotonic() - begin)


if __name__ == "__main__":
    main()
