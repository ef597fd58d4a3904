# SPDX-License-Identifier: Apache-2.0
"""Checks a Job against the schema of Kubernetes and runs its container's command here: run_job.py FILE [NAME=VALUE...]

NAME=VALUE replaces values of the container's env. Each index of an indexed Job runs in turn. As in a cluster, an index
that fails starts again up to backoffLimitPerIndex times, unless podFailurePolicy ends the Job at its exit code.
"""

import os
import subprocess
import sys

import kubernetes_validate
import yaml


def exit_code(pod, environment):
    code = subprocess.run(pod["command"] + pod["args"], check=False, env={**os.environ, **environment}).returncode
    return 128 - code if code < 0 else code  # as the kubelet counts signals


def ends_job(job, code):
    rules = job.get("podFailurePolicy", {}).get("rules", [])
    return any(code in rule["onExitCodes"]["values"] for rule in rules if rule["action"] == "FailJob")


def run(job, pod, environment):
    limit = job.get("backoffLimitPerIndex", job.get("backoffLimit", 0))
    for attempt in range(limit + 1):
        code = exit_code(pod, environment)
        if code == 0:
            return
        index = environment["JOB_COMPLETION_INDEX"]
        print(f"{pod['name']}, index {index}, attempt {attempt}: exit code {code}", flush=True)
        if ends_job(job, code):
            break
    sys.exit(1)


def main(path, *settings):
    with open(path, encoding="utf-8") as file:
        resource = yaml.safe_load(file)
    version = kubernetes_validate.latest_version()
    kubernetes_validate.validate(resource, version, strict=True)
    print(f"{path}: valid for Kubernetes {version}")
    job = resource["spec"]
    pod = job["template"]["spec"]["containers"][0]
    environment = {entry["name"]: entry["value"] for entry in pod["env"]}
    completions = job.get("completions", 1)
    if environment.get("PARTS", str(completions)) != str(completions):
        sys.exit(f"{path}: PARTS is not completions")
    environment |= dict(setting.split("=", 1) for setting in settings)
    for index in range(int(environment.get("PARTS", 1))):
        run(job, pod, environment | {"JOB_COMPLETION_INDEX": str(index)})


main(*sys.argv[1:])
