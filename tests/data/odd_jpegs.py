# SPDX-License-Identifier: Apache-2.0
"""Odd JPEGs: unusual ones that are right, and ones that are damaged in ways that are met."""

import pathlib
import struct
import tempfile

import numpy as np

from odd_pixels import HEIGHT, WIDTH, cjpeg, image, saved

SOI, EOI = b"\xff\xd8", b"\xff\xd9"


def segment(marker, content):
    return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content


def exif(orientation, order="<", kind=3):
    """An APP1 segment with IFD0 = {Make, Orientation}."""
    tiff = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8)
    number = struct.pack(order + ("HH" if kind == 3 else "I"), *([orientation, 0] if kind == 3 else [orientation]))
    entries = struct.pack(order + "HHI", 0x010F, 2, 4) + b"odd\0" + struct.pack(order + "HHI", 0x0112, kind, 1) + number
    return segment(0xE1, b"Exif\0\0" + tiff + struct.pack(order + "H", 2) + entries + bytes(4))


XMP = segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x='adobe:ns:meta/'></x:xmpmeta>")


def behind_start(jpeg, *parts):
    return jpeg[:2] + b"".join(parts) + jpeg[2:]


def find(jpeg, marker):
    """Where the first segment of this marker begins; segments before the first scan alone."""
    at = 2
    while jpeg[at + 1] != marker:
        if jpeg[at + 1] == 0xDA:
            raise LookupError(f"no marker {marker:02x}")
        at += 2 + struct.unpack(">H", jpeg[at + 2 : at + 4])[0]
    return at


def scan_start(jpeg):
    at = find(jpeg, 0xDA)
    return at + 2 + struct.unpack(">H", jpeg[at + 2 : at + 4])[0]


def without(jpeg, marker):
    """All segments of this marker taken out."""
    try:
        while True:
            at = find(jpeg, marker)
            jpeg = jpeg[:at] + jpeg[at + 2 + struct.unpack(">H", jpeg[at + 2 : at + 4])[0] :]
    except LookupError:
        return jpeg


def patched(jpeg, at, *values):
    return jpeg[:at] + bytes(values) + jpeg[at + len(values) :]


def with_size(jpeg, width, height, marker=0xC0):
    at = find(jpeg, marker)
    return patched(jpeg, at + 5, height >> 8, height & 255, width >> 8, width & 255)


def flipped(jpeg, at, bit):
    return patched(jpeg, at, jpeg[at] ^ (1 << bit))


def scan_script(count):
    """A progressive script of `count` scans: the DC of all, then bands of AC coefficients."""
    bands = [(component, k, k) for component in range(3) for k in range(1, 63)]
    chosen, lines = bands[: count - 4], ["0,1,2: 0-0, 0, 0;"]
    lines += [f"{c}: {k}-{k}, 0, 0;" for c, k, _ in chosen]
    for component in range(3):
        first = max([k for c, k, _ in chosen if c == component], default=0) + 1
        lines.append(f"{component}: {first}-63, 0, 0;")
    assert len(lines) == count
    return "\n".join(lines) + "\n"


def with_101_scans(folder):
    """cjpeg stops at 100: its last scan is replaced by two of another file with the same coefficients."""
    hundred = cjpeg("-quality", "80", scans=scan_script(100), folder=folder)
    whole = "0,1,2: 0-0, 0, 0;\n0: 1-63, 0, 0;\n1: 1-63, 0, 0;\n"
    split = cjpeg("-quality", "80", scans=whole + "2: 1-62, 0, 0;\n2: 63-63, 0, 0;\n", folder=folder)
    return first_scans(hundred, 99) + split[len(first_scans(split, 3)) :]


def lossless():
    """ITU-T T.81 process 14: 8-bit grey, predictor 1 (left), one Huffman table of 9 codes of 4 bits each."""
    samples = np.asarray(image("L", 16, 8)).astype(int)
    bits = ""
    for y, row in enumerate(samples):
        for x, value in enumerate(row):
            guess = 128 if x == 0 and y == 0 else samples[y - 1][0] if x == 0 else row[x - 1]
            difference = int(value - guess)
            length = abs(difference).bit_length()
            bits += format(length, "04b")
            if length:
                bits += format(difference if difference > 0 else difference + (1 << length) - 1, f"0{length}b")
    bits += "1" * (-len(bits) % 8)
    data = int(bits, 2).to_bytes(len(bits) // 8, "big").replace(b"\xff", b"\xff\0")
    table = bytes([0, 0, 0, 0, 9] + [0] * 12) + bytes(range(9))
    frame = struct.pack(">BHHB", 8, 8, 16, 1) + bytes([1, 0x11, 0])
    return SOI + segment(0xC3, frame) + segment(0xC4, table) + segment(0xDA, bytes([1, 1, 0, 1, 0, 0])) + data + EOI


def unusual(plain, folder):
    """Right in every sample."""
    gray = saved(image("L"), "JPEG", quality=85)
    cmyk = saved(image("CMYK"), "JPEG", quality=90)
    adobe = find(cmyk, 0xEE)
    separate = "0;\n1;\n2;\n"
    return {
        "baseline.jpg": plain,
        "444.jpg": saved(image(), "JPEG", quality=90, subsampling=0),
        "440.jpg": cjpeg("-quality", "90", "-sample", "1x2"),
        "411.jpg": cjpeg("-quality", "90", "-sample", "4x1"),
        "gray.jpg": gray,
        "gray_2x2.jpg": patched(gray, find(gray, 0xC0) + 11, 0x22),
        "rgb.jpg": cjpeg("-rgb", "-quality", "90"),
        "quality_1.jpg": cjpeg("-quality", "1"),
        "quality_100.jpg": cjpeg("-quality", "100", "-baseline"),
        "progressive.jpg": saved(image(), "JPEG", quality=90, progressive=True),
        "separate_scans.jpg": cjpeg("-quality", "80", scans=separate, folder=folder),
        "arithmetic.jpg": cjpeg("-quality", "80", "-arithmetic"),
        "arithmetic_progressive.jpg": cjpeg("-quality", "80", "-arithmetic", "-progressive"),
        "restart.jpg": cjpeg("-quality", "80", "-restart", "1B"),
        "100_scans.jpg": cjpeg("-quality", "80", scans=scan_script(100), folder=folder),
        "cmyk.jpg": cmyk,
        "cmyk_no_adobe.jpg": without(cmyk, 0xEE),
        "ycck.jpg": patched(cmyk, adobe + 15, 2),
        "1x1.jpg": saved(image(width=1, height=1), "JPEG"),
        "17x13.jpg": saved(image(width=17, height=13), "JPEG"),
        "wide.jpg": saved(image("L", 65500, 1), "JPEG", quality=30),
        "tall.jpg": saved(image("L", 1, 65500), "JPEG", quality=30),
        "no_huffman_tables.jpg": without(cjpeg("-quality", "80", "-baseline"), 0xC4),
        "fill_bytes.jpg": plain[:2] + b"\xff" * 7 + plain[2:],
        "comment.jpg": behind_start(plain, segment(0xFE, b"made by hand \x1b[31m")),
        "no_jfif.jpg": without(plain, 0xE0),
        "png_thumbnail.jpg": behind_start(plain, segment(0xE1, b"Exif\0\0" + saved(image(width=8, height=8), "PNG"))),
    }


def oriented(plain):
    made = {f"exif_{o}.jpg": behind_start(without(plain, 0xE0), exif(o)) for o in range(1, 9)}
    late = find(plain, 0xC0) + 2 + 17
    return {
        **made,
        "exif_big_endian.jpg": behind_start(plain, exif(6, ">")),
        "exif_long.jpg": behind_start(plain, exif(8, "<", 4)),
        "exif_0.jpg": behind_start(plain, exif(0)),
        "exif_9.jpg": behind_start(plain, exif(9)),
        "exif_garbage.jpg": behind_start(plain, segment(0xE1, b"Exif\0\0II*\0\xff\xff\xff\xff" + bytes(20))),
        "exif_behind_xmp.jpg": behind_start(plain, XMP, exif(6)),
        "exif_behind_frame.jpg": plain[:late] + exif(6) + plain[late:],
        "exif_cmyk.jpg": behind_start(saved(image("CMYK"), "JPEG"), exif(6)),
    }


def damaged_exif(plain):
    """Little-endian blocks of one orientation entry that ask for 6, unless the name gives otherwise."""

    def entry(orientation=6, kind=3, count=1):
        return struct.pack("<HHIHH", 0x0112, kind, count, orientation, 0)

    def block(entries, stated=None, mark=b"II*\0", prefix=b"Exif\0\0", offset=8):
        count = len(entries) // 12 if stated is None else stated
        header = mark + struct.pack("<I", offset) + bytes(offset - 8) + struct.pack("<H", count)
        return segment(0xE1, prefix + header + entries + bytes(4))

    text_outside = struct.pack("<HHII", 0x010F, 2, 20, 5000)
    return {
        "exif_65535_entries.jpg": behind_start(plain, block(entry(), 65535)),
        "exif_no_entries.jpg": behind_start(plain, block(entry(), 0)),
        "exif_text_outside.jpg": behind_start(plain, block(text_outside + entry())),
        "exif_text_outside_behind.jpg": behind_start(plain, block(entry() + text_outside)),
        "exif_cut_in_entry.jpg": behind_start(plain, segment(0xE1, exif(6)[4:-6])),
        "exif_byte.jpg": behind_start(plain, block(entry(6, 1))),
        "exif_big_endian_long.jpg": behind_start(plain, exif(6, ">", 4)),
        "exif_of_1000_values.jpg": behind_start(plain, block(entry(6, 3, 1000))),
        "exif_6_and_8.jpg": behind_start(plain, block(entry(6) + entry(8))),
        "exif_far_directory.jpg": behind_start(plain, block(entry(), offset=60)),
        "exif_wrong_prefix.jpg": behind_start(plain, block(entry(), prefix=b"exif\0\0")),
        "exif_wrong_mark.jpg": behind_start(plain, segment(0xE1, exif(6, ">")[4:].replace(b"MM", b"MX", 1))),
        "exif_second_segment.jpg": behind_start(plain, block(b""), block(entry(8))),
    }


def peculiar(plain):
    """Odd, but no sample is lost."""
    jfif = find(plain, 0xE0)
    rgb = cjpeg("-rgb", "-quality", "90")
    icc = segment(0xE2, b"ICC_PROFILE\0\x07\x02no profile at all")
    return {
        "jfif_version_3.jpg": patched(plain, jfif + 9, 3),
        "jfif_in_the_middle.jpg": behind_start(plain[:2] + plain[jfif + 18 :], segment(0xFE, b"first"), plain[jfif : jfif + 18]),
        "adobe_transform_9.jpg": patched(rgb, find(rgb, 0xEE) + 15, 9),
        "bad_icc.jpg": behind_start(plain, icc),
        "stray_bytes_in_header.jpg": plain[: find(plain, 0xC0)] + b"stray" + plain[find(plain, 0xC0) :],
        "trailing_garbage.jpg": plain + b"\0\x01garbage\xff\xd8\xff" * 3,
        "trailing_zeros.jpg": plain + bytes(64),
        "two_images.jpg": plain + saved(image(seed=5), "JPEG"),
        "progressive_few_scans.jpg": first_scans(saved(image(), "JPEG", quality=90, progressive=True), 2) + EOI,
    }


def first_scans(jpeg, count):
    """Up to the marker that follows the scan of this number."""
    at = 2
    while True:
        marker = jpeg[at + 1]
        at += 2 + struct.unpack(">H", jpeg[at + 2 : at + 4])[0]
        if marker == 0xDA:
            while jpeg[at] != 0xFF or jpeg[at + 1] == 0 or 0xD0 <= jpeg[at + 1] <= 0xD7:
                at += 1
            count -= 1
            if count == 0:
                return jpeg[:at]


def damaged(plain, folder):
    start = scan_start(plain)
    end = len(plain) - 2
    restart = cjpeg("-quality", "80", "-restart", "1B")
    marks = [i for i in range(scan_start(restart), len(restart) - 1) if restart[i] == 0xFF and 0xD0 <= restart[i + 1] <= 0xD7]
    frame = find(plain, 0xC0)
    separate = cjpeg("-quality", "80", scans="0;\n1;\n2;\n", folder=folder)
    cuts = {"marker": 3, "jfif": 10, "tables": find(plain, 0xDB) + 30, "frame": frame + 7, "scan_header": start - 3,
            "scan_first_byte": start + 1, "scan_half": (start + end) // 2, "scan_last_byte": end - 1, "end_marker": end + 1}
    return {
        **{f"cut_in_{place}.jpg": plain[:at] for place, at in cuts.items()},
        "no_end_marker.jpg": plain[:end],
        "cut_progressive.jpg": (p := saved(image(), "JPEG", progressive=True))[: len(p) * 2 // 3],
        "cut_with_end_marker.jpg": plain[: (start + end) // 2] + EOI,
        "zeros_from_half.jpg": plain[: (start + end) // 2] + bytes(end - (start + end) // 2) + EOI,
        "ones_from_half.jpg": plain[: (start + end) // 2] + b"\xfe" * (end - (start + end) // 2) + EOI,
        "bytes_lost_in_scan.jpg": plain[: start + 200] + plain[start + 260 :],
        "text_in_scan.jpg": plain[: start + 200] + b"HTTP/1.1 500 Internal Server Error\r\n\r\n" + plain[start + 200 :],
        "marker_in_scan.jpg": plain[: start + 200] + b"\xff\xc0" + plain[start + 202 :],
        "extraneous_bytes_in_scan.jpg": plain[:end] + bytes(range(1, 33)) + plain[end:],
        "extra_scan.jpg": plain[:end] + plain[find(plain, 0xDA) :],
        "restart_lost.jpg": restart[: marks[1]] + restart[marks[1] + 2 :],
        "restart_swapped.jpg": patched(restart, marks[2] + 1, restart[marks[2] + 1] ^ 2),
        "taller_than_it_is.jpg": with_size(plain, WIDTH, HEIGHT + 32),
        "lower_than_it_is.jpg": with_size(plain, WIDTH, HEIGHT - 16),
        "wider_than_it_is.jpg": with_size(plain, WIDTH + 64, HEIGHT),
        "height_0.jpg": with_size(plain, WIDTH, 0),
        "width_0.jpg": with_size(plain, 0, HEIGHT),
        "two_components.jpg": patched(plain, frame + 3, 14) [: frame + 9] + b"\x02" + plain[frame + 10 : frame + 16] + plain[frame + 19 :],
        "component_without_scan.jpg": first_scans(separate, 1) + EOI,
        "frame_twice.jpg": plain[:frame] + plain[frame : frame + 19] * 2 + plain[frame + 19 :],
        "no_frame.jpg": plain[:frame] + plain[frame + 19 :],
        "no_quantisation_table.jpg": without(plain, 0xDB),
        "bad_huffman_table.jpg": patched(plain, find(plain, 0xC4) + 5, 255, 255),
        "flip_in_marker.jpg": flipped(plain, frame + 1, 5),
        "flip_in_segment_length.jpg": flipped(plain, find(plain, 0xDB) + 3, 6),
        "flip_in_components.jpg": flipped(plain, frame + 9, 0),
        "flip_in_sampling.jpg": flipped(plain, frame + 11, 1),
        "12_bit.jpg": patched(patched(plain, frame + 1, 0xC1), frame + 4, 12),
        "lossless.jpg": lossless(),
        "101_scans.jpg": with_101_scans(folder),
        "bomb_65500x65500.jpg": with_size(plain, 65500, 65500),
        "over_65500.jpg": with_size(plain, 65535, 8),
    }


def all_of_them():
    plain = saved(image(), "JPEG", quality=90)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        return {**unusual(plain, folder), **oriented(plain), **damaged_exif(plain), **peculiar(plain), **damaged(plain, folder)}
