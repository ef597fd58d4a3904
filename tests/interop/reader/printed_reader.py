# SPDX-License-Identifier: Apache-2.0
"""Prints reading code, checks its form, runs it with its framework, and compares with what the shards hold."""

import contextlib
import gzip
import io
import json
import os
import pathlib
import pickle
import runpy
import subprocess
import sys
import zlib

import numpy as np
import tensorflow as tf
from PIL import Image

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import read_all  # noqa: E402  pylint: disable=wrong-import-position
from support import InteropTest, run_tfrec  # noqa: E402  pylint: disable=wrong-import-position

HERE = pathlib.Path(__file__).resolve().parent
EDGES = ("xmin", "ymin", "xmax", "ymax")


def python_of(framework):
    """The Python that has the framework: TFREC_TORCH_PYTHON and so on name another."""
    pythons = {"tf": sys.executable, "torch": "/usr/bin/python3", "jax": str(HERE.parents[2] / "build/jax-venv/bin/python")}
    return os.environ.get(f"TFREC_{framework.upper()}_PYTHON", pythons[framework])


def has_framework(framework):
    module = {"tf": "tensorflow"}.get(framework, framework)
    return subprocess.run([python_of(framework), "-c", f"import {module}, PIL"], capture_output=True, check=False).returncode == 0


def stored_records(shard):
    """The examples of a shard as {name: list}."""
    compression = {b"\x1f\x8b": "GZIP", b"\x78\x9c": "ZLIB", b"\x78\x01": "ZLIB", b"\x78\xda": "ZLIB"}.get(
        pathlib.Path(shard).read_bytes()[:2], "")
    for record in tf.data.TFRecordDataset(str(shard), compression):
        example = tf.train.Example.FromString(record.numpy())
        yield {
            name: list(getattr(feature, feature.WhichOneof("kind")).value)
            for name, feature in example.features.feature.items() if feature.WhichOneof("kind")
        }


def array(value):
    """What read_all.py wrote, as an array."""
    dtype, shape, data = value
    return np.frombuffer(data, dtype).reshape(shape)


class PrintedReaderTest(InteropTest):
    """Prints, checks and runs programs in the scratch folder."""

    framework = "tf"
    programs = 0

    @classmethod
    def setUpClass(cls):
        if cls.framework != "dali" and not has_framework(cls.framework):
            raise cls.missing()
        super().setUpClass()

    @classmethod
    def missing(cls):
        """Where CI=true, a test that is left out has failed."""
        import unittest  # pylint: disable=import-outside-toplevel

        message = f"no {cls.framework} at {python_of(cls.framework)}"
        return AssertionError(message) if os.environ.get("CI") == "true" else unittest.SkipTest(message)

    def program(self, *arguments):
        """The file of the code printed for these shards; its form is checked."""
        result = run_tfrec("reader", *arguments, "--framework", self.framework, folder=self.scratch)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.programs += 1
        file = self.scratch / f"reader{self.programs}.py"
        self.assertNotIn("fmt: off", result.stdout, "a line is too long")
        file.write_text(result.stdout, encoding="utf-8")
        for command in (["check", "--isolated", "--quiet"], ["format", "--isolated", "--diff", "--quiet"]):
            ruff = subprocess.run([os.environ.get("TFREC_RUFF", str(pathlib.Path(sys.executable).parent / "ruff")), *command, file], capture_output=True, text=True, check=False)
            self.assertEqual(ruff.returncode, 0, ruff.stdout + ruff.stderr)
        return file

    def read(self, file, **options):
        """What a program yields."""
        if self.framework == "torch":
            options.setdefault("num_workers", 0)
        out = self.scratch / "read.pickle"
        if self.framework == "tf":  # it is here already
            with contextlib.chdir(self.scratch):
                read_all.main(file, "tf", out, json.dumps(options))
            return pickle.loads(out.read_bytes())
        result = subprocess.run(
            [python_of(self.framework), HERE / "read_all.py", file, self.framework, out, json.dumps(options)],
            cwd=self.scratch, capture_output=True, text=True, timeout=240, check=False)  # fmt: skip
        self.assertEqual(result.returncode, 0, result.stderr + file.read_text(encoding="utf-8"))
        self.assertNotIn("Warning", result.stderr)
        return pickle.loads(out.read_bytes())

    def printed_batch(self, file):
        """What a program prints of one batch, by the features' names."""
        if self.framework == "tf":
            with contextlib.chdir(self.scratch), contextlib.redirect_stdout(io.StringIO()) as out:
                runpy.run_path(str(file), run_name="__main__")
            printed = out.getvalue()
        else:
            result = subprocess.run([python_of(self.framework), file], cwd=self.scratch, capture_output=True, text=True, timeout=240, check=False)
            self.assertEqual(result.returncode, 0, result.stderr + file.read_text(encoding="utf-8"))
            self.assertNotIn("Warning", result.stderr)
            printed = result.stdout
        return dict(line.split(" ", 1) for line in printed.splitlines())

    def shards(self, folder="set"):
        return sorted(path for path in (self.scratch / folder).rglob("*") if "tfrec" in path.name and path.is_file() and path.suffix != ".idx")

    def stored(self, folder="set"):
        return [record for shard in self.shards(folder) for record in stored_records(shard)]

    def assert_same_image(self, read, data, lossy):
        """Bit for bit, or of JPEG as near as decoders are."""
        image = Image.open(io.BytesIO(data))
        if image.mode not in ("L", "RGB", "RGBA"):
            image = image.convert("RGB")
        expected = np.atleast_3d(np.asarray(image))
        pixels = array(read)
        if self.framework == "torch":
            pixels = pixels.transpose(1, 2, 0)
        self.assertEqual(pixels.shape, expected.shape)
        difference = np.abs(pixels.astype(int) - expected.astype(int))
        self.assertLess(difference.mean(), 4 if lossy else 1e-9)  # TensorFlow scales colours in its own way

    def assert_same_values(self, read, stored):
        """Numbers and texts of one record."""
        for name, values in stored.items():
            if name not in read:
                continue
            got = read[name]
            if isinstance(got, tuple):
                got = array(got).reshape(-1).tolist()
            got = [one.encode() if isinstance(one, str) else one for one in (got if isinstance(got, list) else [got])]
            if values and isinstance(values[0], bytes) and values[0][:4] in (b"\x89PNG", b"\xff\xd8\xff\xe0"):
                continue
            if got and isinstance(got[0], (int, float)) and values and isinstance(values[0], bytes):
                continue  # packed
            self.assertEqual(got, values, name)

    def assert_boxes(self, read, stored):
        order = ("ymin", "xmin", "ymax", "xmax") if self.framework == "tf" else EDGES
        expected = np.array([stored.get(f"image/object/bbox/{edge}", []) for edge in order], np.float32).T.reshape(-1, 4)
        boxes = read["boxes"]
        got = array(boxes) if isinstance(boxes, tuple) else np.array(boxes, np.float32)
        self.assertTrue(np.array_equal(got.reshape(-1, 4), expected), (got, expected))


__all__ = ["PrintedReaderTest", "array", "gzip", "zlib"]
