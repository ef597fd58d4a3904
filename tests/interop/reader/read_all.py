# SPDX-License-Identifier: Apache-2.0
"""Runs printed reading code and writes what it yields: read_all.py PROGRAM FRAMEWORK OUT OPTIONS, as JSON.

OUT becomes a pickle of plain values, for the Pythons of the frameworks have different versions of NumPy:
{"records": [{name: value}], "classes", "batch_size", "steps", "batches"}. An array is (dtype, shape, bytes).
"""

import contextlib
import importlib.util
import itertools
import json
import pickle
import sys
from unittest import mock

import numpy as np


def load(path):
    spec = importlib.util.spec_from_file_location("printed_reader", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["printed_reader"] = module
    spec.loader.exec_module(module)
    return module


def plain(value):
    """One record's value."""
    if isinstance(value, (str, bytes, int, float)):
        return value
    if isinstance(value, list):
        return [plain(one) for one in value]
    if hasattr(value, "to_list") and not hasattr(value, "numpy"):
        return value.to_list()
    if hasattr(value, "numpy"):
        value = value.numpy()
    if isinstance(value, bytes):
        return value
    array = np.asarray(value)
    if array.dtype == object:
        return array.tolist()
    return (array.dtype.str, array.shape, array.tobytes())


def split_batch(batch):
    """The records of a batch."""
    count = len(next(iter(batch.values()))) if not hasattr(next(iter(batch.values())), "nrows") else int(next(iter(batch.values())).nrows())
    return [{name: plain(values[i]) for name, values in batch.items()} for i in range(count)]


def host_context(framework, host, hosts, options):
    """The program runs as one of several hosts."""
    if hosts == 1:
        return contextlib.nullcontext()
    if framework == "tf":
        import tensorflow as tf  # pylint: disable=import-outside-toplevel

        options["context"] = tf.distribute.InputContext(num_input_pipelines=hosts, input_pipeline_id=host)
        return contextlib.nullcontext()
    stack = contextlib.ExitStack()
    if framework == "torch":
        for name, value in (("is_initialized", True), ("get_rank", host), ("get_world_size", hosts)):
            stack.enter_context(mock.patch(f"torch.distributed.{name}", return_value=value))
    else:
        for name, value in (("process_index", host), ("process_count", hosts)):
            stack.enter_context(mock.patch(f"jax.{name}", return_value=value))
    return stack


def main(program, framework, out, options):
    options = json.loads(options)
    host, hosts, batches = options.pop("host", 0), options.pop("hosts", 1), options.pop("batches", None)
    reader = load(program)
    records, sizes = [], []
    with host_context(framework, host, hosts, options):
        for batch in itertools.islice(reader.dataset(**options), batches):
            rows = split_batch(batch)
            sizes.append(len(rows))
            records += rows
    facts = {"classes": reader.CLASSES, "batch_size": reader.BATCH_SIZE, "steps": reader.STEPS_PER_EPOCH}
    with open(out, "wb") as file:
        pickle.dump({"records": records, "batches": sizes} | facts, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
