# SPDX-License-Identifier: Apache-2.0
"""Packs an installed static program as a wheel; also what `pip install .` runs (PEP 517).

build_wheel.py SOURCES PREFIX OUT TAG packs what `cmake --install` has put in PREFIX.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import tomllib
import zipfile

SOURCES = pathlib.Path(__file__).resolve().parents[2]
# A wheel's folder for each folder of the prefix; pip puts `data` into the prefix of its Python.
PLACES = {"bin": "scripts", "share/man": "data/share/man", "share/bash-completion": "data/share/bash-completion",
          "share/fish": "data/share/fish", "share/zsh": "data/share/zsh"}
DOCUMENTS = {"LICENSE": "licenses/LICENSE", "licences.txt": "licenses/licences.txt",
             "tfrec.spdx.json": "sboms/tfrec.spdx.json"}


def version_of(sources):
    text = (sources / "CMakeLists.txt").read_text()
    return re.search(r"project\(tfrec VERSION ([0-9.]+)", text).group(1)


def metadata(sources, version):
    project = tomllib.loads((sources / "pyproject.toml").read_text())["project"]
    lines = ["Metadata-Version: 2.4", f"Name: {project['name']}", f"Version: {version}",
             f"Summary: {project['description']}", f"Keywords: {','.join(project['keywords'])}"]
    lines += [f"Classifier: {classifier}" for classifier in project["classifiers"]]
    lines += [f"License-Expression: {project['license']}", "License-File: LICENSE", "License-File: licences.txt",
              f"Requires-Python: {project['requires-python']}", "Description-Content-Type: text/markdown"]
    return "\n".join(lines) + "\n\n" + (sources / project["readme"]).read_text()


def wheel_file(tag):
    python, abi, platforms = tag.split("-")
    lines = ["Wheel-Version: 1.0", "Generator: tfrec", "Root-Is-Purelib: false"]
    return "\n".join(lines + [f"Tag: {python}-{abi}-{platform}" for platform in platforms.split(".")]) + "\n"


def contents(sources, prefix, version, tag):
    """Name in the wheel -> bytes."""
    info, data = f"tfrec-{version}.dist-info", f"tfrec-{version}.data"
    files = {}
    for file in sorted((sources / "src/python/tfrec").iterdir()):
        if file.is_file():
            files[f"tfrec/{file.name}"] = file.read_bytes()
    for folder, place in PLACES.items():
        for file in sorted((prefix / folder).rglob("*")):
            if file.is_file():
                files[f"{data}/{place}/{file.relative_to(prefix / folder).as_posix()}"] = file.read_bytes()
    for document, place in DOCUMENTS.items():
        files[f"{info}/{place}"] = (prefix / "share/doc/tfrec" / document).read_bytes()
    files[f"{info}/METADATA"] = metadata(sources, version).encode()
    files[f"{info}/WHEEL"] = wheel_file(tag).encode()
    rows = [f"{name},sha256={digest(content)},{len(content)}\n" for name, content in files.items()]
    files[f"{info}/RECORD"] = ("".join(rows) + f"{info}/RECORD,,\n").encode()
    return files


def digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def write_wheel(sources, prefix, out, tag):
    """The same input and SOURCE_DATE_EPOCH give the same bytes."""
    version = version_of(sources)
    name = f"tfrec-{version}-{tag}.whl"
    changed = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), 315532800))  # zip begins in 1980
    out.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out / name, "w") as wheel:
        for path, content in contents(sources, prefix, version, tag).items():
            entry = zipfile.ZipInfo(path, changed[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if ".data/scripts/" in path else 0o100644) << 16
            wheel.writestr(entry, content, compresslevel=9)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """PEP 517."""
    build = SOURCES / "build/static"
    subprocess.run(["cmake", "--preset", "static"], cwd=SOURCES, check=True)
    subprocess.run(["cmake", "--build", "--preset", "static"], cwd=SOURCES, check=True)
    with tempfile.TemporaryDirectory() as prefix:
        subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True)
        tag = (build / "wheel-tag.txt").read_text().strip()
        return write_wheel(SOURCES, pathlib.Path(prefix), pathlib.Path(wheel_directory), tag)


if __name__ == "__main__":
    print(write_wheel(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), sys.argv[4]))
