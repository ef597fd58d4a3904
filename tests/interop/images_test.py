# SPDX-License-Identifier: Apache-2.0
"""Pillow and TensorFlow as judges of images: turned, cropped, padded, grey, CMYK, made smaller; and of their sizes."""

import io
import json
import unittest

import cv2
import numpy as np
import tensorflow as tf
from PIL import Image, ImageOps

from support import InteropTest, read_rows, run_tfrec

WIDTH, HEIGHT = 320, 240
SPEC = {"image": tf.io.FixedLenFeature([], tf.string), "image_name": tf.io.FixedLenFeature([], tf.string)}
SIZED = {"height": tf.io.FixedLenFeature([], tf.int64), "width": tf.io.FixedLenFeature([], tf.int64),
         "channels": tf.io.FixedLenFeature([], tf.int64)}


def scenery(width=WIDTH, height=HEIGHT):
    """Waves of colours: one stored pixel off by one costs 20 dB."""
    y, x = np.mgrid[0:height, 0:width] / max(width, height)
    planes = [np.sin(23 * x + 9 * y), np.cos(21 * y - 8 * x), np.sin(15 * x * y + 18 * y)]
    return Image.fromarray(np.uint8(np.round(127.5 + 120 * np.stack(planes, axis=-1))))


def psnr(image, reference):
    error = np.mean((np.asarray(image, float) - np.asarray(reference, float)) ** 2)
    return 99.0 if error == 0 else 10 * np.log10(255**2 / error)


def covering(image, width, height):
    """Scaled to cover width × height, then the middle of it."""
    scale = max(width / image.width, height / image.height)
    scaled = image.resize((round(image.width * scale), round(image.height * scale)), Image.Resampling.BOX)
    left, top = (scaled.width - width) // 2, (scaled.height - height) // 2
    return scaled.crop((left, top, left + width, top + height))


class Images(InteropTest):
    image_count = 12

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = cls.scratch / "pictures"
        folder.mkdir()
        cls.folder = folder
        cls.sources = {}
        for orientation in range(1, 9):
            exif = Image.Exif()
            exif[0x0112] = orientation
            cls.save(f"exif_{orientation}.jpg", scenery(), quality=95, subsampling=0, exif=exif)
        cls.save("plain.jpg", scenery(), quality=95, subsampling=0)
        cls.save("progressive.jpg", scenery(301, 197), quality=92, progressive=True)
        cls.save("high.jpg", scenery(150, 400), quality=95)
        cls.save("gray.jpg", scenery().convert("L"), quality=95)
        cls.save("cmyk.jpg", scenery().convert("CMYK"), quality=95)
        cls.save("plain.png", scenery())
        cls.save("lossless.webp", scenery(), lossless=True)
        cls.save("lzw.tif", scenery(), compression="tiff_lzw")
        cls.save("plain.bmp", scenery())

    @classmethod
    def save(cls, name, image, **options):
        image.save(cls.folder / name, **options)
        cls.sources[name] = cls.folder / name

    def stored(self, out, *options, spec=SPEC):
        """The parsed records of a build of all images, by image name."""
        target = self.scratch / out
        result = run_tfrec("build", self.folder, "-o", target, "--name", "p", "-q", *options)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        files = sorted(str(path) for path in target.rglob("*.tfrec"))
        records = [tf.io.parse_single_example(raw, spec) for raw in tf.data.TFRecordDataset(files)]
        self.assertEqual(len(records), len(self.sources))
        return {record["image_name"].numpy().decode(): record for record in records}

    def reference(self, name, mode="RGB"):
        """Pillow's reading of a source, upright."""
        return ImageOps.exif_transpose(Image.open(self.sources[name])).convert(mode)

    def assert_like(self, name, record, reference, least):
        """The stored image, read by TensorFlow and by Pillow, against Pillow's own making."""
        jpeg = record["image"].numpy()
        channels = len(reference.getbands())
        by_tensorflow = tf.io.decode_image(jpeg).numpy()
        self.assertEqual(by_tensorflow.shape, (reference.height, reference.width, channels), name)
        expected = np.asarray(reference).reshape(by_tensorflow.shape)
        self.assertGreater(psnr(by_tensorflow, expected), least, name)
        by_pillow = np.asarray(Image.open(io.BytesIO(jpeg))).reshape(by_tensorflow.shape)
        self.assertGreater(psnr(by_pillow, expected), least, name)

    def test_plain_images_of_every_format_and_orientation(self):
        for name, record in self.stored("plain").items():
            self.assert_like(name, record, self.reference(name), 41)

    def test_png_keeps_what_pillow_reads(self):
        for name, record in self.stored("png", "--encode", "png").items():
            lossless = name.split(".")[1] in ("png", "webp", "tif", "bmp")
            self.assert_like(name, record, self.reference(name), 98 if lossless else 47)

    def test_gray(self):
        for name, record in self.stored("gray", "--color", "gray").items():
            self.assert_like(name, record, self.reference(name, "L"), 44)

    def test_crop_keeps_the_middle(self):
        for name, record in self.stored("crop", "--encode", "png", "--size", "96x80", "--fit", "crop").items():
            self.assert_like(name, record, covering(self.reference(name), 96, 80), 41)

    def test_pad_fills_around_the_middle(self):
        for name, record in self.stored("pad", "--encode", "png", "--size", "96x80", "--fit", "pad", "--pad-color", "#336699").items():
            reference = ImageOps.pad(self.reference(name), (96, 80), Image.Resampling.BOX, color="#336699")
            self.assert_like(name, record, reference, 43)

    def test_stretch_short_and_long(self):
        for fit, resized in (("stretch", lambda image: image.resize((64, 72), Image.Resampling.BOX)),
                             ("short", lambda image: ImageOps.cover(image, (64, 64), Image.Resampling.BOX)),
                             ("long", lambda image: ImageOps.contain(image, (64, 64), Image.Resampling.BOX))):
            size = "64x72" if fit == "stretch" else "64"
            for name, record in self.stored(fit, "--encode", "png", "--size", size, "--fit", fit).items():
                self.assert_like(name, record, resized(self.reference(name)), 41)

    def test_reduced_decode_is_near_the_whole_one(self):
        for name, record in self.stored("reduced", "--encode", "png", "--size", "60", "--reduced-decode").items():
            self.assert_like(name, record, self.reference(name).resize((60, 60), Image.Resampling.BOX), 34)

    def test_transparency_over_a_colour(self):
        see_through = scenery().convert("RGBA")
        see_through.putalpha(Image.linear_gradient("L").resize((WIDTH, HEIGHT)))
        folder = self.scratch / "see_through"
        folder.mkdir()
        see_through.save(folder / "a.png")
        see_through.save(folder / "b.webp", lossless=True, exact=True)
        see_through.save(folder / "c.tif")
        result = run_tfrec("build", folder, "-o", self.scratch / "over", "--name", "a", "-q", "--alpha", "#ff8000",
                           "--encode", "png")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        expected = Image.new("RGBA", see_through.size, "#ff8000")
        expected.alpha_composite(see_through)
        shard = str(self.scratch / "over" / "a00-3.tfrec")
        for raw in tf.data.TFRecordDataset(shard):
            record = tf.io.parse_single_example(raw, SPEC)
            self.assert_like(record["image_name"].numpy(), record, expected.convert("RGB"), 55)

    def test_stored_sizes_are_those_tensorflow_decodes(self):
        features = ["--feature", "image=jpeg", "--feature", "image_name=path", "--feature", "height=height",
                    "--feature", "width=width", "--feature", "channels=channels"]
        ways = {"as_they_are": [], "gray": ["--color", "gray"], "long": ["--size", "77", "--fit", "long"],
                "no_upscale": ["--size", "310x200", "--fit", "crop", "--no-upscale"], "keep": ["--color", "keep"],
                "copied": ["--encode", "auto", "--check", "structure"],
                "webp": ["--encode", "webp", "--color", "keep"]}
        for way, options in ways.items():
            for name, record in self.stored(f"sized_{way}", *features, *options, spec=SPEC | SIZED).items():
                shape = tuple(tf.io.decode_image(record["image"]).shape)[-3:]  # WebP: a film of one image
                self.assertEqual(shape, tuple(int(record[side]) for side in ("height", "width", "channels")), (way, name))

    def test_copied_jpegs_decode_to_the_same_pixels_as_their_sources(self):
        for name, record in self.stored("auto", "--encode", "auto", "--strip").items():
            if name == "plain.jpg":
                source = tf.io.decode_jpeg(tf.io.read_file(str(self.sources[name])))
                np.testing.assert_array_equal(tf.io.decode_jpeg(record["image"]), source)

    def test_statistics_are_those_of_the_decoded_stored_images(self):
        ways = {"quality_30": ["--quality", "30"], "resized": ["--quality", "30", "--size", "40"],
                "gray": ["--color", "gray", "--quality", "30"], "keep": ["--color", "keep", "--quality", "30"],
                "webp": ["--encode", "webp", "--quality", "30"], "png": ["--encode", "png"],
                "copied": ["--encode", "auto", "--quality", "30"],
                "not_turned": ["--encode", "auto", "--orientation", "ignore", "--check", "structure"]}
        for way, options in ways.items():
            out = f"stats_{way}"
            records = self.stored(out, "--stats", *options)
            stats = json.loads((self.scratch / out / "manifest.json").read_text())["splits"][0]["stats"]
            images = [record["image"].numpy() for record in records.values()]
            decoded = [cv2.imdecode(np.frombuffer(image, np.uint8), cv2.IMREAD_COLOR)[:, :, ::-1] for image in images]
            self.assert_statistics(stats, decoded, 1e-9, (way, "OpenCV"))
            if way == "webp":
                continue
            # TensorFlow's default for JPEG, INTEGER_FAST, makes red and blue darker by 0.005.
            for method, tolerance in (("INTEGER_ACCURATE", 1e-9), ("", 0.006)):
                decoded = [tf.io.decode_jpeg(image, channels=3, dct_method=method).numpy() for image in images]
                self.assert_statistics(stats, decoded, tolerance, (way, "TensorFlow", method))

    def assert_statistics(self, stats, images, tolerance, name):
        samples = np.concatenate([image.reshape(-1, 3) for image in images]) / 255
        self.assertEqual(stats["pixels"], len(samples), name)
        np.testing.assert_allclose(stats["mean"], samples.mean(axis=0), rtol=0, atol=tolerance, err_msg=str(name))
        np.testing.assert_allclose(stats["std"], samples.std(axis=0), rtol=0, atol=tolerance, err_msg=str(name))

    def test_raw_pixels_are_rgb_in_rows(self):
        raw = {"image_name": SPEC["image_name"], "pixels": SPEC["image"]}
        records = self.stored("raw", "--feature", "pixels=raw-uint8", "--feature", "image_name=path", "--size", "64x48",
                              spec=raw)
        for name, record in records.items():
            pixels = tf.reshape(tf.io.decode_raw(record["pixels"], tf.uint8), (48, 64, 3)).numpy()
            reference = self.reference(name).resize((64, 48), Image.Resampling.BOX)
            self.assertGreater(psnr(pixels, reference), 43, name)

    def test_photographs_of_the_example_stay_what_they_are(self):
        rows = read_rows(self.scratch / "flowers" / "labels.csv")
        shards = self.build("flowers_small", rows, "--size", "100x80", "--fit", "crop")
        seen = 0
        for raw in tf.data.TFRecordDataset([str(shard) for shard in shards]):
            record = tf.io.parse_single_example(raw, SPEC)
            source = ImageOps.exif_transpose(Image.open(self.images / record["image_name"].numpy().decode())).convert("RGB")
            reference = covering(source, 100, 80)
            self.assertGreater(psnr(tf.io.decode_jpeg(record["image"], channels=3), reference), 29)
            seen += 1
        self.assertEqual(seen, len(rows))


if __name__ == "__main__":
    unittest.main()
