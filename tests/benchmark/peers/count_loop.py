# SPDX-License-Identifier: Apache-2.0
"""Counts records by reading them: count_loop.py tensorflow|tfrecord FOLDER"""
import glob
import os
import sys
import time

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
files = sorted(glob.glob(os.path.join(sys.argv[2], "*.tfrec*")))
if sys.argv[1] == "tensorflow":
    import tensorflow as tf
    begin = time.monotonic()
    count = sum(1 for _ in tf.data.TFRecordDataset(files))
else:
    from tfrecord.reader import tfrecord_iterator
    begin = time.monotonic()
    count = sum(1 for file in files for _ in tfrecord_iterator(file))
print(count, "seconds", time.monotonic() - begin)
