# SPDX-License-Identifier: Apache-2.0
"""Builds the parts of a plan, one Spark task each: spark-submit build_parts.py IMAGES PLAN OUT PARTS

All workers see IMAGES, PLAN and OUT under these paths and have tfrec on their PATH (or TFREC names it).
"""

import os
import subprocess
import sys

from pyspark import TaskContext
from pyspark.sql import SparkSession

IMAGES, PLAN, OUT = (os.path.abspath(path) for path in sys.argv[1:4])
PARTS = int(sys.argv[4])
TFREC = os.environ.get("TFREC", "tfrec")


def build(part):
    task = TaskContext.get()
    command = [TFREC, "build", IMAGES, "--plan", PLAN, "--part", f"{part}/{PARTS}", "-o", OUT, "-j", str(task.cpus())]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    print(f"part {part} of {PARTS}, attempt {task.attemptNumber()}: exit code {done.returncode}", flush=True)
    if done.returncode:  # Spark runs the task again, on any worker
        raise RuntimeError(f"part {part} of {PARTS}: exit code {done.returncode}: {done.stderr}")


spark = (
    SparkSession.builder.appName("tfrec")
    .config("spark.task.maxFailures", 8)  # a lost worker counts as one failure of each of its tasks
    .getOrCreate()
)
spark.sparkContext.parallelize(range(1, PARTS + 1), PARTS).foreach(build)
spark.stop()
