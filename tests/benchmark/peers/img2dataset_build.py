# SPDX-License-Identifier: Apache-2.0
"""img2dataset with every download a local file, images re-encoded: img2dataset_build.py PROCESSES IMAGES LABELS OUT

It writes tar files (webdataset): for TFRecord it needs tensorflow_io, which PyPI has for no current Python."""
import csv
import os
import pathlib
import sys
import time

os.environ["NO_ALBUMENTATIONS_UPDATE"] = "1"
from img2dataset import download  # pylint: disable=wrong-import-position


def main():
    processes, images, labels, out = int(sys.argv[1]), *sys.argv[2:5]
    with open(labels, newline="", encoding="utf-8") as file:
        names = [row["image"] for row in csv.DictReader(file)]
    os.makedirs(out)
    urls = os.path.join(out, "urls.txt")
    with open(urls, "w", encoding="utf-8") as file:
        file.writelines(pathlib.Path(images, name).resolve().as_uri() + "\n" for name in names)
    begin = time.monotonic()
    download(url_list=urls, output_folder=os.path.join(out, "set"), processes_count=processes, thread_count=8,
             resize_mode="no", disable_all_reencoding=False, encode_quality=95, output_format="webdataset",
             number_sample_per_shard=max(1, len(names) // processes), enable_wandb=False)
    print("seconds", time.monotonic() - begin)


if __name__ == "__main__":
    main()
