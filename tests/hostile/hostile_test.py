#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs checks of tfrec that TensorFlow, pandas and OpenCV judge: hostile_test.py [THEME | CHECK]...

A theme is a folder beside this file. Each check prints `ok NAME` or `FAIL NAME: reason` with its rule and its
commands. Without a word all checks run. TFREC_BINARY names the program under test.
"""

import importlib
import os
import pathlib
import sys
import traceback

import harness

HERE = pathlib.Path(__file__).resolve().parent


def themes():
    return sorted({path.parent.name for path in HERE.glob("*/*.py")})


def load(theme):
    for path in sorted((HERE / theme).glob("*.py")):
        importlib.import_module(f"{theme}.{path.stem}")


def chosen_checks(words):
    """The checks that the words name, or None where a word names nothing."""
    are_themes = words and set(words) <= set(themes())
    for theme in words if are_themes else themes():
        load(theme)
    found = []
    for word in words:
        of_word = [one for one in harness.CHECKS if word in (one.__name__, one.__module__.split(".")[0])]
        if not of_word:
            print(f"hostile_test: no theme and no check is called '{word}'", file=sys.stderr)
            return None
        found += of_word
    return found if words else harness.CHECKS


def failures_of(one, scene):
    """Runs a check; why it failed, if it did."""
    try:
        one(scene)
    except harness.Failed as failure:
        scene.failures.append(str(failure))
    except Exception as error:  # pylint: disable=broad-exception-caught
        ours = [frame for frame in traceback.extract_tb(error.__traceback__) if str(HERE) in frame.filename]
        place = f"{os.path.basename(ours[-1].filename)}, line {ours[-1].lineno}"
        scene.failures.append(f"{type(error).__name__}: {error} ({place})")
    finally:
        scene.close()
    return scene.failures


def run_check(one):
    scene = harness.Scene()
    failures = failures_of(one, scene)
    if not failures:
        print(f"ok {one.__name__}", flush=True)
        return True
    print(f"FAIL {one.__name__}: {failures[0]}")
    for failure in failures[1:]:
        print(f"     and: {failure}")
    print(f"     rule: {' '.join(one.__doc__.split())}")
    for command in scene.commands:
        print(f"     $ {harness.readable(command, 600)}")
    sys.stdout.flush()
    return False


def main(words):
    checks = chosen_checks(words)
    if checks is None:
        return 2
    passed = sum(run_check(one) for one in checks)
    print(f"{passed} passed, {len(checks) - passed} failed")
    return 0 if passed == len(checks) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
