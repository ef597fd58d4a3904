# SPDX-License-Identifier: Apache-2.0
"""What a run was measured on: enough to compare, no names of hosts."""
import os
import platform
import subprocess
import time


def first_line(*argv):
    try:
        return subprocess.run(argv, capture_output=True, text=True, check=False).stdout.splitlines()[0]
    except (OSError, IndexError):
        return "?"


def field_of(path, name, separator=":"):
    with open(path, encoding="utf-8") as file:
        return next((line.split(separator, 1)[1].strip().strip('"') for line in file if line.startswith(name)), "?")


def describe(tools):
    memory_kib = int(field_of("/proc/meminfo", "MemTotal").split()[0])
    return {"date": time.strftime("%Y-%m-%d", time.gmtime()),
            "cores": len(os.sched_getaffinity(0)), "threads": tools.threads,
            "processor": field_of("/proc/cpuinfo", "model name"),
            "virtual": "hypervisor" in field_of("/proc/cpuinfo", "flags"),
            "memory_gb": round(memory_kib * 1024 / 1e9), "system": field_of("/etc/os-release", "PRETTY_NAME", "="),
            "kernel": platform.release().split("-")[0], "compiler": first_line("c++", "--version"),
            "tfrec": first_line(tools.tfrec, "--version"), "load_at_start": round(os.getloadavg()[0], 2)}
