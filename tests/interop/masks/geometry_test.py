# SPDX-License-Identifier: Apache-2.0
"""Ids of masks of every type come back from TensorFlow bit for bit, and follow their image's geometry as a reference in
numpy does."""

import json
import math
import struct
import unittest
import zlib

import numpy as np
import tensorflow as tf
from PIL import Image

from support import Scratch, run_tfrec

WIDTH, HEIGHT = 61, 37
STORED_BY = {
    1: lambda a: a,
    2: lambda a: a[:, ::-1],
    3: lambda a: a[::-1, ::-1],
    4: lambda a: a[::-1],
    5: lambda a: a.T,
    6: lambda a: np.rot90(a, 1),
    7: lambda a: a[::-1, ::-1].T,
    8: lambda a: np.rot90(a, -1),
}
SPEC = {
    "image/encoded": tf.io.FixedLenFeature([], tf.string),
    "image/filename": tf.io.FixedLenFeature([], tf.string),
    "image/format": tf.io.FixedLenFeature([], tf.string),
    "image/height": tf.io.FixedLenFeature([], tf.int64),
    "image/width": tf.io.FixedLenFeature([], tf.int64),
    "image/channels": tf.io.FixedLenFeature([], tf.int64),
    "image/segmentation/class/encoded": tf.io.FixedLenFeature([], tf.string),
    "image/segmentation/class/format": tf.io.FixedLenFeature([], tf.string),
}


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png(ids, bits, color_type, palette=b"", extra=b"", interlace=0):
    """A PNG by the specification alone: samples of `bits` bits, one channel (or grey and alpha)."""
    height, width = ids.shape[:2]
    passes = [ids]
    if interlace:
        steps = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
        passes = [ids[y::dy, x::dx] for x, y, dx, dy in steps]
    raw = b""
    for part in passes:
        if part.size == 0:
            continue
        for row in part.reshape(part.shape[0], -1):
            if bits == 16:
                raw += b"\0" + row.astype(">u2").tobytes()
            else:
                unpacked = ((row[:, None].astype(np.uint8) >> np.arange(bits - 1, -1, -1)) & 1).astype(np.uint8)
                raw += b"\0" + np.packbits(unpacked.reshape(-1)).tobytes()
    header = struct.pack(">IIBBBBB", width, height, bits, color_type, 0, 0, interlace)
    chunks = chunk(b"IHDR", header) + extra
    if palette:
        chunks += chunk(b"PLTE", palette)
    return b"\x89PNG\r\n\x1a\n" + chunks + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b"")


def noise(most, seed, shape=(HEIGHT, WIDTH)):
    return np.random.default_rng(seed).integers(0, most + 1, shape).astype(np.uint16)


PALETTE = bytes(range(256)) * 3
GAMMA = chunk(b"gAMA", struct.pack(">I", 45455))


def every_type():
    """Name, ids, file."""
    for bits in (1, 2, 4, 8):
        ids = noise(2**bits - 1, bits)
        yield f"gray{bits}", ids, png(ids, bits, 0, extra=GAMMA)
        yield f"palette{bits}", ids, png(ids, bits, 3, PALETTE[: 3 * 2**bits])
        yield f"interlaced{bits}", ids, png(ids, bits, 3, PALETTE[: 3 * 2**bits], interlace=1)
    ids = noise(20, 9)
    yield "short_palette", ids, png(ids, 8, 3, PALETTE[:12])
    yield "opaque", ids, png(np.stack([ids, np.full_like(ids, 255)], 2), 8, 4)


def placed(ids, fit, box, ignore=255, no_upscale=False):
    """The documented nearest neighbour: column x of w shows column floor((2x + 1) W / (2w)) of W."""
    height, width = ids.shape
    if fit is None:
        return ids
    across, down = box[0] / width, box[1] / height
    if fit == "stretch":
        scaled = box
    else:
        scale = {
            "crop": max(across, down),
            "pad": min(across, down),
            "short": box[0] / min(width, height),
            "long": box[0] / max(width, height),
        }[fit]
        scale = min(1.0, scale) if no_upscale else scale
        scaled = tuple(max(1, math.floor(side * scale + 0.5)) for side in (width, height))
    columns = (2 * np.arange(scaled[0]) + 1) * width // (2 * scaled[0])
    rows = (2 * np.arange(scaled[1]) + 1) * height // (2 * scaled[1])
    whole = ids[rows][:, columns]
    if fit == "crop":
        w, h = min(scaled[0], box[0]), min(scaled[1], box[1])
        x, y = (scaled[0] - w) // 2, (scaled[1] - h) // 2
        return whole[y : y + h, x : x + w]
    if fit == "pad":
        out = np.full((box[1], box[0]), ignore, ids.dtype)
        x, y = (box[0] - scaled[0]) // 2, (box[1] - scaled[1]) // 2
        out[y : y + scaled[1], x : x + scaled[0]] = whole
        return out
    return whole


CASES = [
    ([], None, None),
    (["--size", "24"], "stretch", (24, 24)),
    (["--size", "100x80"], "stretch", (100, 80)),
    (["--size", "30x20", "--fit", "crop"], "crop", (30, 20)),
    (["--size", "20x33", "--fit", "crop"], "crop", (20, 33)),
    (["--size", "30x20", "--fit", "pad"], "pad", (30, 20)),
    (["--size", "99", "--fit", "pad", "--no-upscale"], "pad", (99, 99)),
    (["--size", "19", "--fit", "short"], "short", (19, 19)),
    (["--size", "83", "--fit", "long"], "long", (83, 83)),
]


class MasksOfEveryType(unittest.TestCase):
    def setUp(self):
        self.scratch = self.enterContext(Scratch())
        (self.scratch / "images").mkdir()
        (self.scratch / "masks").mkdir()
        self.masks = {}

    def add(self, name, ids, file, exif_orientation=1):
        exif = Image.Exif()
        exif[0x0112] = exif_orientation
        size = STORED_BY[exif_orientation](np.zeros((HEIGHT, WIDTH))).shape[::-1]
        Image.new("RGB", size, (90, 120, 30)).save(self.scratch / "images" / f"{name}.jpg", exif=exif)
        (self.scratch / "masks" / f"{name}.png").write_bytes(file)
        self.masks[f"{name}.jpg"] = ids

    def build(self, out, *options):
        built = run_tfrec(
            "build", "images", "--masks", "masks", "--layout", "segmentation", "-o", out, *options, folder=self.scratch)
        self.assertEqual(built.returncode, 0, built.stderr)
        return built

    def records(self, out, dtype=tf.uint8):
        found = {}
        for shard in sorted((self.scratch / out).glob("*.tfrec")):
            for record in tf.data.TFRecordDataset(str(shard)):
                example = tf.io.parse_single_example(record, SPEC)
                mask = tf.io.decode_png(example["image/segmentation/class/encoded"], channels=0, dtype=dtype).numpy()
                self.assertEqual(mask.shape[2], 1)
                self.assertEqual(example["image/segmentation/class/format"].numpy(), b"PNG")
                image = tf.io.decode_jpeg(example["image/encoded"]).numpy()
                self.assertEqual(image.shape[:2], mask.shape[:2])
                self.assertEqual((example["image/height"], example["image/width"]), image.shape[:2])
                found[example["image/filename"].numpy().decode()] = mask[:, :, 0]
        return found

    def compare(self, out, expected, dtype=tf.uint8):
        found = self.records(out, dtype)
        self.assertEqual(set(found), set(expected))
        for name, ids in expected.items():
            np.testing.assert_array_equal(found[name], ids, name)
        counts = json.loads((self.scratch / out / "manifest.json").read_text())["mask_pixels"]
        every = np.concatenate([ids.reshape(-1) for ids in expected.values()])
        self.assertEqual(counts, {str(i): int(n) for i, n in zip(*np.unique(every, return_counts=True))})

    def test_ids_of_every_type_through_every_fit(self):
        for name, ids, file in every_type():
            self.add(name, ids, file)
        for number, (options, fit, box) in enumerate(CASES):
            with self.subTest(options=options):
                self.build(f"out{number}", *options)
                no_upscale = "--no-upscale" in options
                self.compare(
                    f"out{number}",
                    {name: placed(ids, fit, box, no_upscale=no_upscale) for name, ids in self.masks.items()})

    def test_ids_of_16_bits(self):
        deep = noise(65535, 5)
        self.add("deep", deep, png(deep, 16, 0))
        shallow = noise(200, 6)
        self.add("shallow", shallow, png(shallow, 8, 3, PALETTE))
        self.build("out")
        self.compare("out", self.masks, tf.uint16)
        self.build("padded", "--size", "70", "--fit", "pad", "--mask-ignore", "65535")
        self.compare(
            "padded", {name: placed(ids, "pad", (70, 70), 65535) for name, ids in self.masks.items()}, tf.uint16)

    def test_every_orientation(self):
        for orientation, stored_by in STORED_BY.items():
            ids = noise(15, 20 + orientation)
            self.add(f"as_stored{orientation}", ids, png(stored_by(ids), 4, 3, PALETTE[:48]), orientation)
            if orientation >= 5:
                self.add(f"upright{orientation}", ids, png(ids, 4, 3, PALETTE[:48]), orientation)
        for number, (options, fit, box) in enumerate(CASES[:6]):
            with self.subTest(options=options):
                built = self.build(f"out{number}", *options)
                self.assertIn("4 masks lie upright beside an image that is rotated", built.stderr)
                self.compare(f"out{number}", {name: placed(ids, fit, box) for name, ids in self.masks.items()})

    def test_colours(self):
        ids = noise(2, 40)
        colors = np.array([[0, 0, 0], [128, 0, 0], [0, 128, 64]], np.uint8)
        Image.fromarray(colors[ids]).save(self.scratch / "colour.png")
        self.add("colour", ids, (self.scratch / "colour.png").read_bytes())
        (self.scratch / "colors.csv").write_text("id,r,g,b\n0,0,0,0\n1,128,0,0\n2,0,128,64\n")
        self.build("out", "--mask-colors", "colors.csv")
        self.compare("out", self.masks)


if __name__ == "__main__":
    unittest.main()
