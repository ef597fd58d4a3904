# SPDX-License-Identifier: Apache-2.0
"""What all checks share: a scratch folder, runs of tfrec, and the rules that hold for every run."""

import contextlib
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import tempfile

EXIT_CODES = {0, 1, 2, 3, 130, 143}
CONTROL_BYTE = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]")
SECONDS = 60

CHECKS = []


class Failed(Exception):
    """A rule does not hold, for this reason."""


def need(condition, reason):
    if not condition:
        raise Failed(reason)


def check(function):
    """Makes the function a check. Its docstring is the rule."""
    CHECKS.append(function)
    return function


def readable(value, length=300):
    """The value in one line of ASCII, cut after `length` characters."""
    text = value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)
    if len(text) > length:
        text = text[:length] + "..."
    return ascii(text)[1:-1]


class Run:
    """A run that ended: exit code, stdout, stderr, and the command for messages."""

    def __init__(self, exit_code, out, err, command):
        self.exit_code, self.out, self.err, self.command = exit_code, out, err, command

    @property
    def text(self):
        return (self.out + b"\n" + self.err).decode("utf-8", "backslashreplace")

    @property
    def json(self):
        def refuse(constant):
            raise Failed(f"{self.command}: --json prints {constant}, which JSON does not have")

        try:
            report = json.loads(self.out.decode("utf-8"), parse_constant=refuse)
        except ValueError as error:
            reason = f"{self.command}: stdout is not JSON in UTF-8: {error}: {readable(self.out)}"
            raise Failed(reason) from None
        need(isinstance(report, dict), f"{self.command}: stdout is not a JSON object")
        return report

    @property
    def hints(self):
        lines = self.err.decode("utf-8", "backslashreplace").splitlines()
        return [line.split("hint: ", 1)[1] for line in lines if "hint: " in line]

    def line(self, word):
        """The text of the report's line that begins with `word`."""
        for line in self.out.decode("utf-8").splitlines():
            if line.startswith(word + " "):
                return line[len(word):].strip()
        raise Failed(f"{self.command}: no line '{word}': {readable(self.out)}")


def need_exit(run, wanted):
    codes = (wanted,) if isinstance(wanted, int) else wanted
    reason = readable(run.err.strip().replace(b"\n", b" / "), 500)
    need(run.exit_code in codes, f"{run.command}: exit code {run.exit_code}, not {wanted}: {reason}")


def judge_any_run(run, is_json):
    """What holds for every run: a documented exit code, no raw control byte, and strict JSON."""
    need(run.exit_code in EXIT_CODES, f"{run.command}: exit code {run.exit_code}: {readable(run.err)}")
    need(b"unexpected failure" not in run.err, f"{run.command}: {readable(run.err)}")
    for stream in (run.out, run.err):
        found = CONTROL_BYTE.search(stream)
        if found:
            near = readable(stream[max(0, found.start() - 60):found.end() + 20])
            raise Failed(f"{run.command}: prints a raw control byte: {near}")
    if is_json and run.out:
        _ = run.json


class Scene:
    """One check's scratch folder, and the commands that it ran there."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tfrec_hostile_"))
        # Scripts called tfrec are kept outside of the folder, because some checks list what it contains.
        self.programs = pathlib.Path(tempfile.mkdtemp(prefix="tfrec_hostile_"))
        self.binary = os.path.realpath(os.environ["TFREC_BINARY"])
        self.commands, self.failures, self.processes = [], [], []

    def close(self):
        for process in self.processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
        for folder in (self.folder, self.programs):
            shutil.rmtree(folder, ignore_errors=True)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    @contextlib.contextmanager
    def case(self, label=""):
        """A failure inside is noted, and the check goes on with its next case."""
        try:
            yield
        except Failed as failure:
            self.failures.append(f"{label}: {failure}" if label else str(failure))

    def environment(self, more=None):
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("TFREC", "GITHUB", "TF_"))}
        return {**kept, "LC_ALL": "C.UTF-8", **(more or {})}

    def start(self, *words, folder=None, env=None):
        """Starts tfrec, in the scratch folder if no other is given."""
        arguments = [os.fsencode(str(word) if isinstance(word, (int, float)) else word) for word in words]
        command = shlex.join(argument.decode("utf-8", "backslashreplace") for argument in arguments)
        self.commands.append("tfrec " + command)
        process = subprocess.Popen(
            [os.fsencode(self.binary), *arguments], cwd=folder or self.folder, env=self.environment(env),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        process.command = self.commands[-1]
        process.is_json = b"--json" in arguments
        self.processes.append(process)
        return process

    def finish(self, process, exit_code=None):
        """Waits for the process and judges the run; `exit_code` is the one that is wanted, or several."""
        try:
            out, err = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise Failed(f"{process.command}: runs for more than {SECONDS} s") from None
        run = Run(process.returncode, out, err, process.command)
        judge_any_run(run, process.is_json)
        if exit_code is not None:
            need_exit(run, exit_code)
        return run

    def run(self, *words, exit_code=None, folder=None, env=None):
        return self.finish(self.start(*words, folder=folder, env=env), exit_code)

    def bash(self, script, program, folder=None):
        """Runs a script in which `tfrec` is the program of this text."""
        path = self.programs / "tfrec"
        path.write_text("#!/bin/sh\n" + program, encoding="utf-8")
        path.chmod(0o755)
        self.commands.append("bash -c " + shlex.quote(script))
        env = self.environment({"PATH": f"{self.programs}:{os.environ['PATH']}"})
        done = subprocess.run(
            ["bash", "-c", os.fsencode(script)], cwd=folder or self.folder, env=env, timeout=SECONDS,
            stdin=subprocess.DEVNULL, capture_output=True, check=False)
        return Run(done.returncode, done.stdout, done.stderr, self.commands[-1])

    def shell(self, script, folder=None):
        """Runs a bash script in which `tfrec` is the program under test."""
        return self.bash(script, f'exec {shlex.quote(self.binary)} "$@"\n', folder)

    def words_of(self, command, folder=None):
        """The arguments that bash passes to each tfrec in the command, which must make no file."""
        log = self.programs / "words"
        log.write_bytes(b"")
        program = '{ printf "%s\\0" "$@"; printf "\\1END\\0"; } >> ' + shlex.quote(str(log)) + "\n"
        before = set(os.listdir(folder or self.folder))
        self.bash(command, program, folder)
        made = set(os.listdir(folder or self.folder)) - before
        need(not made, f"the printed command `{readable(command)}` made {readable(sorted(made))}")
        return [call.split(b"\0")[:-1] for call in log.read_bytes().split(b"\1END\0")[:-1]]
