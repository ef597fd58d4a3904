# SPDX-License-Identifier: Apache-2.0
# Sourced by run: checks of the wheel.
# shellcheck shell=bash

used_from_python='
import subprocess, sys, tfrec
path = tfrec.program()
assert path.startswith(sys.argv[1]), path
printed = subprocess.check_output([path, "--version"])
assert printed.startswith(b"tfrec "), printed
assert subprocess.check_output([sys.executable, "-m", "tfrec", "--version"]) == printed
assert subprocess.call([sys.executable, "-m", "tfrec", "count", "/nowhere"], stderr=subprocess.DEVNULL) == 2'

works_in_venv() {  # PYTHON
  local venv=$work/venv-$1
  "$1" -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --no-index "${wheels[0]}"
  "$venv/bin/python" -c "$used_from_python" "$venv/bin"
  cmp "$venv/bin/tfrec" "$tfrec"
  [ -s "$venv/share/man/man1/tfrec.1.gz" ]
  (cd "$work" && "$venv/bin/tfrec" "${build[@]}" -o "set-$1")
  same_set "$work/set-$1"
}
for python in python3 ${TFREC_OLD_PYTHONS:-}; do
  needs "$python" "wheel with $python" && check "wheel: installed with $python" works_in_venv "$python"
done

works_in_target() {
  python3 -m venv "$work/pip"
  "$work/pip/bin/pip" install --quiet --disable-pip-version-check --no-index --target "$work/site" "${wheels[0]}"
  PYTHONPATH=$work/site python3 -c "$used_from_python" "$work/site/bin"
}
check "wheel: pip install --target" works_in_target

# Their versions are not pinned: the newest rules of the registry count.
tools=$work/tools
if python3 -m venv "$tools" && "$tools/bin/pip" install --quiet --disable-pip-version-check auditwheel twine 2>/dev/null; then
  check "wheel: twine" "$tools/bin/twine" check --strict "${wheels[0]}"
  check "wheel: auditwheel" "$tools/bin/auditwheel" show "${wheels[0]}"
else
  echo "*** SKIPPED: auditwheel and twine: PyPI can't be reached ***"
  [ "${CI:-}" != true ] || failed=1
fi
