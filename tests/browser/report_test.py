# SPDX-License-Identifier: Apache-2.0
"""Pages of `tfrec report` in Chromium: they log nothing, load nothing, fit a phone, and work by keyboard."""

import os
import pathlib
import random
import subprocess
import tempfile
import unittest

from browser import Browser

SECTIONS = ["summary", "problems", "repeats", "odd", "giveaways", "drift", "classes", "samples", "images", "shards"]
WIDTHS = [390, 768, 1280, 2560]

# The least contrast of text to what is behind it, by WCAG 2.2, of all elements that have text themselves.
CONTRAST = """
(function () {
  function channels(color) { return color.match(/[0-9.]+/g).map(Number); }
  function over(front, back) {
    var a = front.length > 3 ? front[3] : 1;
    return [0, 1, 2].map(function (i) { return front[i] * a + back[i] * (1 - a); });
  }
  function behind(element) {
    var layers = [];
    for (var e = element; e; e = e.parentElement) layers.unshift(channels(getComputedStyle(e).backgroundColor));
    return layers.reduce(function (back, layer) { return over(layer, back); }, [255, 255, 255]);
  }
  function luminance(color) {
    var l = color.map(function (c) { c /= 255; return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4); });
    return 0.2126 * l[0] + 0.7152 * l[1] + 0.0722 * l[2];
  }
  var worst = [21, ''];
  document.querySelectorAll('body *').forEach(function (e) {
    var own = Array.from(e.childNodes).some(function (n) { return n.nodeType === 3 && n.textContent.trim(); });
    if (!own || e.closest('script, style, title, dialog') || !e.getClientRects().length) return;
    var style = getComputedStyle(e);
    var back = behind(e);
    var front = over(channels(e.closest('svg') ? style.fill : style.color), back);
    var a = luminance(front), b = luminance(back);
    var ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < worst[0]) worst = [ratio, e.outerHTML.slice(0, 120)];
  });
  return worst;
}())
"""


def tfrec(*arguments, folder):
    result = subprocess.run([os.environ["TFREC_BINARY"], *arguments], cwd=folder, capture_output=True, text=True, timeout=240)
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return result.stdout


def squares(path, width, height, seed, dim=1.0):
    """A PPM of random squares."""
    chance = random.Random(seed)
    rows = []
    for _ in range(0, height, 6):
        row = b"".join(bytes([int(chance.randrange(256) * dim)] * 3) * 6 for _ in range(0, width, 6))[: 3 * width]
        rows += [row] * 6
    path.write_bytes(b"P6\n%d %d\n255\n" % (width, height) + b"".join(rows[:height]))


def make_faulty(folder):
    """A set with a fault for each section, and names that are markup."""
    (folder / "images").mkdir(parents=True)
    table = ["image,label,split"]

    def row(name, label, split):
        table.append(f'{name},"{label}",{split}')

    hostile = "<img src=x onerror=alert(1)>"
    for i in range(240):
        label = [hostile, "dog", "a class with a name that is long enough to need more than the width of a telephone"][i % 3]
        split = "val" if i % 4 == 0 else "train"
        squares(folder / f"images/i{i}.ppm", 66 if i % 3 == 1 else 60, 48, i, 0.5 if split == "val" else 1)
        row(f"i{i}.ppm", label, split)
    squares(folder / "images/wide.ppm", 600, 24, 1000)
    row("wide.ppm", "dog", "train")
    (folder / "images/again.ppm").write_bytes((folder / "images/i4.ppm").read_bytes())
    row("again.ppm", "dog", "train")
    (folder / "labels.csv").write_text("\n".join(table) + "\n")
    tfrec("build", "images", "--labels", "labels.csv", "--split-column", "split", "--shards", "2", "--encode", "png",
          "--name", "f", "-o", "set", folder=folder)
    shard = sorted((folder / "set/train").glob("*.tfrec"))[0]
    data = bytearray(shard.read_bytes())
    data[len(data) // 2] ^= 1
    shard.write_bytes(data)
    tfrec("report", "set", "-o", "report.html", folder=folder)
    return folder / "report.html"


class ReportTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="tfrec_report_")))
        cls.browser = cls.enterClassContext(Browser())
        cls.page = make_faulty(cls.folder / "faulty")

    def check_quiet(self, page, path):
        self.assertEqual(page.messages(), [])
        self.assertEqual(page.requests(), [path.resolve().as_uri()])

    def test_all_sections_are_there_at_any_width_and_nothing_overflows(self):
        for width in WIDTHS:
            with self.subTest(width):
                page = self.browser.open(self.page, width)
                ids = page.value("Array.from(document.querySelectorAll('section')).map(s => s.id)")
                self.assertEqual(sorted(ids), sorted(SECTIONS))
                self.assertLessEqual(page.value("document.documentElement.scrollWidth"), width)
                self.check_quiet(page, self.page)

    def test_images_are_decoded_and_have_a_text(self):
        page = self.browser.open(self.page)
        images = page.value("Array.from(document.images).map(i => [i.naturalWidth > 0, i.alt.length > 0])")
        self.assertGreater(len(images), 10)
        self.assertTrue(all(shown and text for shown, text in images))

    def test_markup_in_names_is_text(self):
        page = self.browser.open(self.page)
        self.assertIn("<img src=x onerror=alert(1)>", page.value("document.querySelector('#classes').textContent"))
        self.assertEqual(page.value("document.querySelectorAll('[onerror], img[src=x]').length"), 0)

    def test_text_and_images_are_there_without_scripts(self):
        page = self.browser.open(self.page, scripts=False)
        document = page.call("DOM.getDocument", depth=1)["root"]["nodeId"]
        sections = page.call("DOM.querySelectorAll", nodeId=document, selector="section")["nodeIds"]
        images = page.call("DOM.querySelectorAll", nodeId=document, selector="figure img")["nodeIds"]
        self.assertEqual(len(sections), len(SECTIONS))
        self.assertGreater(len(images), 10)
        self.check_quiet(page, self.page)

    def test_contrast_is_that_of_wcag_aa(self):
        for dark in (False, True):
            with self.subTest(dark=dark):
                ratio, element = self.browser.open(self.page, dark=dark).value(CONTRAST)
                self.assertGreaterEqual(ratio, 4.5, element)

    def test_tables_are_sorted_by_keyboard(self):
        page = self.browser.open(self.page)
        first = "document.querySelector('#classes tbody tr').cells[1].textContent"
        page.value("document.querySelectorAll('#classes thead button')[1].focus()")
        page.key("Enter")
        least = int(page.value(first))
        page.key("Enter")
        self.assertGreaterEqual(int(page.value(first)), least)
        self.assertEqual(page.value("document.querySelectorAll('#classes [aria-sort=descending]').length"), 1)

    def test_an_image_is_enlarged_and_closed_by_keyboard(self):
        page = self.browser.open(self.page, 390)
        page.value("document.querySelector('#samples figure').focus()")
        page.key("Enter")
        self.assertTrue(page.value("document.querySelector('dialog').open"))
        self.assertLessEqual(page.value("document.documentElement.scrollWidth"), 390)
        page.key("Escape")
        self.assertFalse(page.value("document.querySelector('dialog').open"))

    def test_charts_have_a_name_and_a_table(self):
        page = self.browser.open(self.page)
        charts = page.value(
            "Array.from(document.querySelectorAll('.chart')).map(c => [c.querySelector('svg[role=img]').getAttribute('aria-label').length,"
            " c.querySelectorAll('table tbody tr').length])")
        self.assertGreater(len(charts), 3)
        self.assertTrue(all(name and rows for name, rows in charts))

    def test_a_clean_set_has_one_line_that_says_so(self):
        folder = self.folder / "clean"
        (folder / "images").mkdir(parents=True)
        for i in range(80):
            squares(folder / f"images/{'ab'[i % 2]}{i}.ppm", 60, 48, i)
        (folder / "labels.csv").write_text("image,label\n" + "".join(f"{'ab'[i % 2]}{i}.ppm,{'ab'[i % 2]}\n" for i in range(80)))
        tfrec("build", "images", "--labels", "labels.csv", "-o", "set", folder=folder)
        tfrec("report", "set", "-o", "report.html", folder=folder)
        page = self.browser.open(folder / "report.html", 390)
        self.assertEqual(page.value("document.querySelectorAll('.verdict.good').length"), 1)
        self.assertEqual(page.value("document.querySelectorAll('#repeats, #odd, #giveaways, #drift, #problems').length"), 0)
        self.check_quiet(page, folder / "report.html")

    def test_boxes_and_masks_are_drawn(self):
        folder = self.folder / "shapes"
        subprocess.run([os.environ["TFREC_DRAW_SHAPES"], str(folder)], check=True, capture_output=True)
        tfrec("build", "images", "--labels", "boxes.csv", "--layout", "detection", "--keep-unlisted", "-o", "det", folder=folder)
        tfrec("build", "images", "--masks", "masks", "--layout", "segmentation", "-o", "seg", folder=folder)
        for name, section in (("det", "boxes"), ("seg", "masks")):
            tfrec("report", name, "-o", f"{name}.html", folder=folder)
            page = self.browser.open(folder / f"{name}.html", 390)
            self.assertTrue(page.value(f"!!document.querySelector('#{section}')"))
            self.assertLessEqual(page.value("document.documentElement.scrollWidth"), 390)
            self.check_quiet(page, folder / f"{name}.html")
        page = self.browser.open(folder / "det.html")
        # A rectangle lies within its image.
        inside = page.value(
            "Array.from(document.querySelectorAll('.boxes rect:not(.under)')).map(r => { const b = r.getBoundingClientRect(),"
            " i = r.closest('.pic').querySelector('img').getBoundingClientRect(); return b.left >= i.left - 2 && b.right <= i.right + 2"
            " && b.top >= i.top - 2 && b.bottom <= i.bottom + 2; })")
        self.assertGreater(len(inside), 20)
        self.assertTrue(all(inside))


if __name__ == "__main__":
    unittest.main()
