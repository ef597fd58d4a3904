# SPDX-License-Identifier: Apache-2.0
"""The program tfrec, which pip has installed beside this package."""

import os
import sysconfig

__all__ = ["program"]


def _folders():
    site = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    yield os.path.join(site, "bin")  # pip install --target
    yield os.path.join(site, "..", "..", "..", "bin")  # PREFIX/lib/python3.x/site-packages
    yield sysconfig.get_path("scripts")
    yield sysconfig.get_path("scripts", "posix_user")


def program() -> str:
    """The path of the program: subprocess.run([tfrec.program(), "count", "shards"], check=True)."""
    for folder in _folders():
        path = os.path.normpath(os.path.join(folder, "tfrec"))
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise FileNotFoundError("the program tfrec is not where pip puts programs: reinstall the package tfrec")
