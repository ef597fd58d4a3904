# SPDX-License-Identifier: Apache-2.0
"""Pixels for the odd images: smooth colours with a corner that tells every turn and mirroring from the others."""

import io
import subprocess

import numpy as np
from PIL import Image

WIDTH, HEIGHT = 48, 32


def rgb(width=WIDTH, height=HEIGHT, seed=1):
    """Height × width × 3 samples, the same on every machine: whole numbers alone."""
    y, x = np.mgrid[0:height, 0:width]
    planes = [(x * (3 + c) + y * (7 - 2 * c) + (x * y) // (5 + c) + 40 * c + 11 * seed) % 256 for c in range(3)]
    samples = np.stack([np.abs(plane - 128) + 64 for plane in planes], axis=-1).astype(np.uint8)
    samples[: height // 4, : width // 4] = (250, 30, 20)
    return samples


def image(mode="RGB", width=WIDTH, height=HEIGHT, seed=1):
    return Image.fromarray(rgb(width, height, seed)).convert(mode)


def saved(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def cjpeg(*options, image=None, scans=None, folder=None):
    """What libjpeg-turbo's cjpeg makes of the image; `scans` is a scan script."""
    ppm = saved(image or image(), "PPM")
    command = ["cjpeg", *options]
    if scans:
        script = folder / "scans.txt"
        script.write_text(scans)
        command += ["-scans", str(script)]
    return subprocess.run(command, input=ppm, capture_output=True, check=True).stdout
