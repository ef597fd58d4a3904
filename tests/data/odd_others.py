# SPDX-License-Identifier: Apache-2.0
"""Odd images of all formats but JPEG, and files that are no images."""

import struct
import zlib

import numpy as np
from PIL import Image, TiffImagePlugin

from odd_jpegs import exif
from odd_pixels import HEIGHT, WIDTH, image, rgb, saved

EXIF_6 = exif(6)[10:]  # the TIFF structure alone


def alpha(width=WIDTH, height=HEIGHT):
    """From transparent on the left to opaque on the right."""
    return np.tile((np.arange(width) * 255 // (width - 1)).astype(np.uint8), (height, 1))


def rgba():
    return Image.fromarray(np.dstack([rgb(), alpha()]))


def deep(samples):
    """8-bit samples as 16-bit ones whose low byte is not the high one again."""
    return samples.astype(np.uint16) * 256 + (255 - samples)


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png(samples, color_type, bits=8, extra=b"", size=None):
    """`samples`: rows of bytes as they are in the file."""
    width, height = size
    rows = b"".join(b"\0" + row for row in samples)
    header = struct.pack(">IIBBBBB", width, height, bits, color_type, 0, 0, 0)
    data = chunk(b"IDAT", zlib.compress(rows, 9))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + data + chunk(b"IEND", b"")


def deep_png(samples, color_type, extra=b""):
    height, width = samples.shape[:2]
    return png([row.astype(">u2").tobytes() for row in samples], color_type, 16, extra, (width, height))


def chunk_at(file, name):
    return file.index(name) - 4


def palette_image():
    return image().quantize(16, dither=Image.Dither.NONE)


def pngs():
    plain = saved(image(), "PNG")
    data = chunk_at(plain, b"IDAT")
    gray = np.asarray(image("L"))
    key = rgb()[0, 0]
    rows = [row.tobytes() for row in rgb()]
    size = (WIDTH, HEIGHT)
    behind_header = 8 + 25
    return {
        "plain.png": plain,
        "gray.png": saved(image("L"), "PNG"),
        "gray_1_bit.png": saved(image("1"), "PNG"),
        "gray_alpha.png": saved(rgba().convert("LA"), "PNG"),
        "rgba.png": saved(rgba(), "PNG"),
        "palette.png": saved(palette_image(), "PNG"),
        "palette_trns.png": saved(palette_image(), "PNG", transparency=bytes(range(0, 256, 16))),
        "rgb_trns.png": png(rows, 2, 8, chunk(b"tRNS", struct.pack(">3H", *map(int, key))), size),
        "gray_trns.png": png([row.tobytes() for row in gray], 0, 8, chunk(b"tRNS", struct.pack(">H", int(gray[0, 0]))), size),
        "rgb_16_bit.png": deep_png(deep(rgb()), 2),
        "gray_16_bit.png": deep_png(deep(gray), 0),
        "rgba_16_bit.png": deep_png(deep(np.asarray(rgba())), 6),
        "rgb_16_bit_trns.png": deep_png(deep(rgb()), 2, chunk(b"tRNS", deep(key).astype(">u2").tobytes())),
        "interlaced.png": interlaced(),
        "exif_6.png": plain[:behind_header] + chunk(b"eXIf", EXIF_6) + plain[behind_header:],
        "exif_6_rgba.png": (p := saved(rgba(), "PNG"))[:behind_header] + chunk(b"eXIf", EXIF_6) + p[behind_header:],
        "exif_wrong_checksum.png": plain[:behind_header] + chunk(b"eXIf", EXIF_6)[:-1] + b"\0" + plain[behind_header:],
        "animated.png": saved(image(), "PNG", save_all=True, append_images=[image(seed=9)]),
        "1x1.png": saved(image(width=1, height=1), "PNG"),
        "wide.png": saved(image("L", 65500, 1), "PNG"),
        "wider_than_jpeg_can.png": saved(image("L", 65501, 1), "PNG"),
        "bad_icc.png": plain[:behind_header] + chunk(b"iCCP", b"odd\0\0" + zlib.compress(b"no profile")) + plain[behind_header:],
        "bad_text_checksum.png": plain[:behind_header] + chunk(b"tEXt", b"a\0b")[:-1] + b"\0" + plain[behind_header:],
        "trailing_garbage.png": plain + b"garbage" * 9,
        "cut_in_header.png": plain[:20],
        "cut_in_data.png": plain[: data + 8 + (len(plain) - data) // 2],
        "no_end.png": plain[:-12],
        "flip_in_data.png": plain[: data + 60] + bytes([plain[data + 60] ^ 4]) + plain[data + 61 :],
        "flip_in_checksum.png": plain[: len(plain) - 14] + bytes([plain[len(plain) - 14] ^ 1]) + plain[len(plain) - 13 :],
        "flip_in_width.png": plain[:18] + bytes([plain[18] ^ 1]) + plain[19:],
        "no_data.png": plain[:data] + plain[-12:],
        "bomb_30000x30000.png": png([bytes(3750)] * 30000, 0, 1, b"", (30000, 30000)),
        "png_named.jpg": plain,
    }


def interlaced():
    """Adam7, which Pillow reads but does not write."""
    samples = rgb()
    passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    rows = b""
    for x, y, dx, dy in passes:
        for row in samples[y::dy, x::dx]:
            rows += b"\0" + row.tobytes() if row.size else b""
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 1)
    data = chunk(b"IDAT", zlib.compress(rows, 9))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + data + chunk(b"IEND", b"")


def webps():
    lossy = saved(image(), "WEBP", quality=80)
    lossless = saved(image(), "WEBP", lossless=True)
    return {
        "lossy.webp": lossy,
        "lossless.webp": lossless,
        "lossy_alpha.webp": saved(rgba(), "WEBP", quality=80),
        "lossless_alpha.webp": saved(rgba(), "WEBP", lossless=True),
        "exif_6.webp": saved(image(), "WEBP", quality=80, exif=b"Exif\0\0" + EXIF_6),
        "animated.webp": saved(image(), "WEBP", save_all=True, append_images=[image(seed=9)], duration=100),
        "cut.webp": lossy[: len(lossy) // 2],
        "cut_lossless.webp": lossless[: len(lossless) // 2],
        "webp_named.png": lossy,
    }


def bmp_with_alpha():
    """BITMAPV4HEADER with masks, 32 bits."""
    samples = np.asarray(rgba())[::-1, :, [2, 1, 0, 3]]
    header = struct.pack("<IiiHHIIiiII", 108, WIDTH, HEIGHT, 1, 32, 3, samples.size, 2835, 2835, 0, 0)
    masks = struct.pack("<IIII", 0xFF0000, 0xFF00, 0xFF, 0xFF000000)
    header += masks + b"BGRs" + bytes(48)
    return struct.pack("<2sIHHI", b"BM", 14 + 108 + samples.size, 0, 0, 14 + 108) + header + samples.tobytes()


def bmps():
    plain = saved(image(), "BMP")
    from_top = plain[:22] + struct.pack("<i", -HEIGHT) + plain[26:]
    return {
        "plain.bmp": plain,
        "gray.bmp": saved(image("L"), "BMP"),
        "palette.bmp": saved(palette_image(), "BMP"),
        "from_the_top.bmp": from_top,
        "rgba.bmp": bmp_with_alpha(),
        "cut.bmp": plain[: len(plain) // 2],
        "cut_in_header.bmp": plain[:30],
        "huge.bmp": plain[:18] + struct.pack("<ii", 100000, 100000) + plain[26:],
    }


def tiff_with(image, **tags):
    info = TiffImagePlugin.ImageFileDirectory_v2()
    for tag, value in tags.items():
        info[int(tag[1:])] = value
    return saved(image, "TIFF", tiffinfo=info)


def big_tiff():
    return saved(image(), "TIFF", big_tiff=True)


def tiffs():
    lzw = saved(image(), "TIFF", compression="tiff_lzw")
    plain = saved(image(), "TIFF")
    return {
        "plain.tif": plain,
        "lzw.tif": lzw,
        "deflate.tif": saved(image(), "TIFF", compression="tiff_adobe_deflate"),
        "jpeg.tif": saved(image(), "TIFF", compression="jpeg"),
        "gray.tif": saved(image("L"), "TIFF"),
        "gray_16_bit.tif": saved(Image.fromarray(deep(np.asarray(image("L")))), "TIFF"),
        "rgb_16_bit.tif": rgb_16_bit_tiff(),
        "rgba.tif": saved(rgba(), "TIFF"),
        "cmyk.tif": saved(image("CMYK"), "TIFF"),
        "float.tif": saved(Image.fromarray((np.asarray(image("L")) / 255).astype(np.float32)), "TIFF"),
        "gray_alpha.tif": saved(rgba().convert("LA"), "TIFF"),
        "palette.tif": saved(palette_image(), "TIFF"),
        "two_pages.tif": saved(image(), "TIFF", save_all=True, append_images=[image(seed=9)]),
        **{f"orientation_{o}.tif": tiff_with(image(), _274=o) for o in (3, 6)},
        "big.tif": big_tiff(),
        "cut.tif": plain[: len(plain) // 2],
        "cut_lzw.tif": cut_behind_directory(lzw),
        "flip_in_lzw.tif": lzw_damaged(lzw),
        "huge.tif": tiff_resized(plain, 60000, 60000),
    }


def rgb_16_bit_tiff():
    """By hand: header, directory, one strip."""
    data = deep(rgb()).astype("<u2").tobytes()
    entries = [(256, 4, 1, WIDTH), (257, 4, 1, HEIGHT), (258, 3, 3, 134), (259, 3, 1, 1), (262, 3, 1, 2), (273, 4, 1, 140),
               (277, 3, 1, 3), (278, 4, 1, HEIGHT), (279, 4, 1, len(data)), (284, 3, 1, 1)]
    directory = struct.pack("<H", len(entries)) + b"".join(struct.pack("<HHII", *entry) for entry in entries) + bytes(4)
    assert 8 + len(directory) == 134
    return b"II*\0" + struct.pack("<I", 8) + directory + struct.pack("<3H", 16, 16, 16) + data


def directory_entry(file, tag):
    """Where the value of a tag is in a little-endian TIFF."""
    at = struct.unpack("<I", file[4:8])[0]
    for i in range(struct.unpack("<H", file[at : at + 2])[0]):
        entry = at + 2 + 12 * i
        if struct.unpack("<H", file[entry : entry + 2])[0] == tag:
            return entry + 8
    raise LookupError(f"no tag {tag}")


def strip(file):
    at = struct.unpack("<I", file[directory_entry(file, 273) :][:4])[0]
    return at, struct.unpack("<I", file[directory_entry(file, 279) :][:4])[0]


def cut_behind_directory(file):
    """The strip is moved to the end and cut in half."""
    at, size = strip(file)
    place = directory_entry(file, 273)
    moved = file[:place] + struct.pack("<I", len(file)) + file[place + 4 :]
    return moved + file[at : at + size // 2]


def lzw_damaged(file):
    at, size = strip(file)
    middle = at + size // 2
    return file[:middle] + b"\xff" * 6 + file[middle + 6 :]


def tiff_resized(file, width, height):
    for tag, value in ((256, width), (257, height)):
        at = directory_entry(file, tag)
        file = file[: at - 6] + struct.pack("<HI", 4, 1) + struct.pack("<I", value) + file[at + 4 :]
    return file


def pnms():
    plain = saved(image(), "PPM")
    small = rgb(4, 3)
    text = "P3\n# by hand\n4 3 # and wide\n255\n" + " ".join(map(str, small.flatten().tolist())) + "\n"
    alpha_rows = np.asarray(rgba()).tobytes()
    return {
        "plain.ppm": plain,
        "gray.pgm": saved(image("L"), "PPM"),
        "bits.pbm": saved(image("1"), "PPM"),
        "text.ppm": text.encode(),
        "deep.ppm": b"P6 %d %d 65535\n" % (WIDTH, HEIGHT) + deep(rgb()).astype(">u2").tobytes(),
        "maxval_15.pgm": b"P5 %d %d 15\n" % (WIDTH, HEIGHT) + (np.asarray(image("L")) // 16).tobytes(),
        "rgba.pam": b"P7\nWIDTH %d\nHEIGHT %d\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n" % (WIDTH, HEIGHT) + alpha_rows,
        "cut.ppm": plain[: len(plain) // 2],
        "cut_text.ppm": text[: len(text) // 2].encode(),
        "huge.ppm": b"P6 40000 40000 255\n" + bytes(100),
    }


def no_images():
    ftyp = b"ftyp"
    return {
        "empty.jpg": b"",
        "text.jpg": b"these are not the pixels you are looking for\n",
        "page.jpg": b"<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head></html>\n",
        "lfs_pointer.jpg": b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 12345\n",
        "json.jpg": b'{"error": "rate limit"}',
        "drawing.svg.png": b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>',
        "heic.jpg": struct.pack(">I", 24) + ftyp + b"heic" + bytes(4) + b"mif1heic" + bytes(40),
        "avif.jpg": struct.pack(">I", 24) + ftyp + b"avif" + bytes(4) + b"mif1avif" + bytes(40),
        "gif.gif": saved(palette_image(), "GIF"),
        "gif_named.jpg": saved(palette_image(), "GIF"),
        "array.npy.jpg": b"\x93NUMPY\x01\0v\0" + b"{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }".ljust(117) + b"\n1234",
        "zeros.jpg": bytes(4096),
        "jpeg_xl.jpg": b"\xff\x0a" + bytes(40),
        "jpeg_2000.jp2.jpg": b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(40),
        "one_byte.jpg": b"\xff",
        "start_marker.jpg": b"\xff\xd8",
        "pdf.jpg": b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n",
        "zip.jpg": b"PK\x03\x04\x14\0\0\0\x08\0" + bytes(20),
    }


def all_of_them():
    return {**pngs(), **webps(), **bmps(), **tiffs(), **pnms(), **no_images()}
