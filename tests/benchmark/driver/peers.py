# SPDX-License-Identifier: Apache-2.0
"""Other tools, from PyPI, each set in a virtual environment of its own: their pins contradict each other."""
import os
import subprocess
import sys

HERE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "peers")


class Unavailable(Exception):
    pass


class Peers:
    def __init__(self, work):
        self.work = work

    def python(self, name):
        """The Python that has what peers/NAME.txt lists."""
        venv, pins = os.path.join(self.work, f"venv-{name}"), os.path.join(HERE, f"{name}.txt")
        python, stamp = os.path.join(venv, "bin", "python"), os.path.join(venv, "installed.txt")
        with open(pins, encoding="utf-8") as file:
            wanted = file.read()
        if os.path.exists(stamp):
            with open(stamp, encoding="utf-8") as file:
                if file.read() == wanted:
                    return python
        print(f"  installing {', '.join(wanted.split())} from PyPI", file=sys.stderr)
        for argv in ([sys.executable, "-m", "venv", "--clear", venv],
                     [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", pins]):
            done = subprocess.run(argv, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise Unavailable(f"peers/{name}.txt can't be installed: {done.stderr.strip()[-200:]}")
        with open(stamp, "w", encoding="utf-8") as file:
            file.write(wanted)
        return python

    @staticmethod
    def script(name):
        return os.path.join(HERE, name)
