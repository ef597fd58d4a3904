# SPDX-License-Identifier: Apache-2.0
"""What the rows work on, made when a row first asks for it and kept for the next run."""
import os
import shutil
import struct
import subprocess
import zlib
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Tools:
    """Paths of programs, and the number of threads that both sides get."""
    tfrec: str
    programs: str
    threads: int
    static_programs: str = ""

    def program(self, name):
        return os.path.join(self.programs, name)

    def of_build(self, static):
        """The same of the static build."""
        if not static:
            return self
        return Tools(os.path.join(self.static_programs, "tfrec"), os.path.join(self.static_programs, "benchmark"), self.threads)


@dataclass(frozen=True)
class Images:
    """A folder as draw_images makes it."""
    folder: str

    @property
    def images(self):
        return os.path.join(self.folder, "images")

    @property
    def labels(self):
        return os.path.join(self.folder, "labels.csv")

    def boxes(self, each=10):
        """A table with that many boxes on each image, which is at least 400x300."""
        path = os.path.join(self.folder, "boxes.csv")
        if not os.path.exists(path):
            with open(path + ".partial", "w", encoding="ascii") as table:
                table.write("filename,class,xmin,ymin,xmax,ymax\n")
                for number, name in enumerate(sorted(os.listdir(self.images))):
                    for i in range(each):
                        left, top = (number + 37 * i) % 300, (3 * number + 29 * i) % 200
                        table.write(f"{name},class_{(number + i) % 10},{left},{top},{left + 10 + 9 * i},{top + 90}\n")
            os.rename(path + ".partial", path)
        return path

    def masks(self, width=400, height=300, drawn=20):
        """A folder of palette PNGs with blobs of 21 ids and edges of 255, as VOC has them; they take turns."""
        folder = os.path.join(self.folder, "masks")
        if not os.path.exists(folder):
            os.makedirs(folder + ".partial")
            masks = [voc_mask(width, height, number) for number in range(drawn)]
            for number, name in enumerate(sorted(os.listdir(self.images))):
                with open(os.path.join(folder + ".partial", os.path.splitext(name)[0] + ".png"), "wb") as file:
                    file.write(masks[number % drawn])
            os.rename(folder + ".partial", folder)
        return folder


def voc_mask(width, height, number):
    blobs = [((97 * k + 31 * number) % width, (53 * k + 17 * number) % height, 30 + (41 * k + number) % 90, 1 + (7 * k + number) % 20)
             for k in range(5)]
    rows = bytearray()
    for y in range(height):
        row = bytearray(width)
        for x0, y0, radius, index in blobs:
            reach = radius * radius - (y - y0) ** 2
            if reach > 0:
                half = int(reach ** 0.5 + 4 * ((x0 + y // 5) % 3))
                left, right = max(0, x0 - half), min(width, x0 + half)
                row[left:right] = bytes([index]) * (right - left)
                for edge in range(max(0, left - 2), min(width, left + 2)):
                    row[edge] = 255
        rows += b"\0" + row
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)), (b"PLTE", bytes(range(256)) * 3),
              (b"IDAT", zlib.compress(bytes(rows))), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
        for name, content in chunks)


def repeat_photos(photos, count, folder):
    """Links to copies of the JPEGs, and a table with ten classes."""
    shutil.rmtree(folder, ignore_errors=True)
    images, copies = os.path.join(folder, "images"), os.path.join(folder, "copies")
    os.makedirs(images)
    os.makedirs(copies)
    names = sorted(name for name in os.listdir(photos) if name.lower().endswith((".jpg", ".jpeg")))
    for name in names[:count]:
        shutil.copyfile(os.path.join(photos, name), os.path.join(copies, name))
    with open(os.path.join(folder, "labels.csv"), "w", encoding="utf-8") as table:
        table.write("image,class\n")
        for number in range(count):
            name = f"{number:06d}.jpg"
            os.link(os.path.join(copies, names[number % len(names)]), os.path.join(images, name))
            table.write(f"{name},class_{number % 10}\n")


class Inputs:
    def __init__(self, tools, work, quick, photos):
        self.tools, self.work, self.quick, self.photos_given = tools, work, quick, photos
        os.makedirs(work, exist_ok=True)

    def out(self, name):
        return os.path.join(self.work, "out-" + name)

    def made(self, name, argv):
        """The folder `name`, which argv(folder) makes; one that is there was made whole."""
        folder = os.path.join(self.work, name)
        if not os.path.exists(folder):
            partial = folder + ".partial"
            subprocess.run(["rm", "-rf", partial], check=True)
            subprocess.run([str(word) for word in argv(partial)], check=True, stdout=subprocess.DEVNULL)
            os.rename(partial, folder)
        return folder

    def drawn(self, count, size, distinct=None):
        name = f"images-{count}-{size}"
        draw = self.tools.program("draw_images")
        return Images(self.made(name, lambda out: [draw, out, count, size, distinct or count]))

    def rows(self, count):
        """Tiny images: what a row costs beside its image."""
        return self.drawn(count, "32x32", 64)

    def whole(self, count):
        """So many ordinary images: photos under other names, where a folder of them is given."""
        if not self.photos_given:
            return self.drawn(count, "400x300", min(count, 5000))
        folder = os.path.join(self.work, f"photos-{count}")
        if not os.path.exists(folder):
            repeat_photos(Images(self.photos_given).images, count, folder + ".partial")
            os.rename(folder + ".partial", folder)
        return Images(folder)

    @cached_property
    def small(self):
        return self.drawn(1200 if self.quick else 5000, "400x300")

    @cached_property
    def large(self):
        return self.drawn(60 if self.quick else 240, "2048x1365")

    @cached_property
    def far(self):
        """Images of more than 100 KB."""
        return self.drawn(600 if self.quick else 2000, "800x600")

    @cached_property
    def photos(self):
        return Images(self.photos_given) if self.photos_given else self.small

    @cached_property
    def many(self):
        """As many as a set has: links repeat the images."""
        return self.drawn(8000 if self.quick else 24000, "400x301", 200)

    @cached_property
    def many_large(self):
        return self.drawn(300 if self.quick else 1200, "2048x1365", 60)

    @cached_property
    def shards(self):
        """The ordinary records of a set."""
        return self.made(f"shards-{os.path.basename(self.many.folder)}", lambda out: self.kept(self.many, out, 16))

    @cached_property
    def large_shards(self):
        """Images of 2048x1365 as they are: for decoding."""
        return self.made(f"shards-{os.path.basename(self.large.folder)}",
                         lambda out: self.kept(self.large, out, 4))

    @cached_property
    def big_records(self):
        """Images of 2048x1365, as many as a set has."""
        return self.made(f"shards-{os.path.basename(self.many_large.folder)}",
                         lambda out: self.kept(self.many_large, out, 8))

    @cached_property
    def small_shards(self):
        return self.made(f"shards-{os.path.basename(self.small.folder)}",
                         lambda out: self.kept(self.small, out, 4))

    def kept(self, images, out, shards):
        return [self.tools.tfrec, "build", images.images, "--labels", images.labels, "--encode", "copy",
                "--check", "structure", "--shards", shards, "-q", "-o", out]

    @cached_property
    def small_records(self):
        """Eight shards of records of 100 bytes."""
        records = 300_000 if self.quick else 1_000_000
        return self.made(f"records-{records}", lambda out: [self.tools.program("write_records"), out, 8, records, 100])

    @cached_property
    def one_shard(self):
        return self.made("records-10", lambda out: [self.tools.program("write_records"), out, 1, 10, 1000])
