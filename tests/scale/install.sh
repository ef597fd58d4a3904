# SPDX-License-Identifier: Apache-2.0
# Sourced by run.sh: the engines, the program and the images.
# shellcheck shell=bash disable=SC2154

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

installed() { dpkg-query -W -f='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }

# The daemons of the packages stay off: the examples start their own.
install_packages() {
  local package missing=()
  for package in python3-venv slurm-wlm munge; do installed "$package" || missing+=("$package"); done
  command -v java >/dev/null || missing+=(default-jre-headless)
  if [ ${#missing[@]} -eq 0 ]; then return; fi
  say "installs ${missing[*]}"
  as_root apt-get -q -y update >"$work/apt.log" 2>&1 &&
    as_root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
      apt-get -q -y install --no-install-recommends "${missing[@]}" >>"$work/apt.log" 2>&1 ||
    { cat "$work/apt.log" >&2; exit 3; }
}

# An environment beside the build, which later runs use again.
install_engines() {
  install_packages
  local venv=$root/build/scale/venv
  python=$venv/bin/python
  if ! "$python" -c 'import pyspark, kubernetes_validate, yaml' 2>/dev/null; then
    say 'installs pyspark and kubernetes-validate'
    { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet pyspark kubernetes-validate pyyaml; } \
      >"$work/pip.log" 2>&1 || { cat "$work/pip.log" >&2; exit 3; }
  fi
}

build_release() {  # TARGET
  "$root/.ci/packages" build
  (cd "$root" && cmake --preset release && cmake --build --preset release --target "$1") >"$work/build.log" 2>&1 ||
    { cat "$work/build.log" >&2; exit 3; }
}

get_tfrec() {
  TFREC=${TFREC:-$root/build/release/bin/tfrec}
  [ -x "$TFREC" ] || build_release tfrec
  TFREC=$(realpath "$TFREC")
  export TFREC
}

get_images() {
  if [ -n "${IMAGES:-}" ]; then
    IMAGES=$(realpath "$IMAGES")
    return
  fi
  local draw=${DRAW_FLOWERS:-$root/build/release/bin/draw_flowers}
  [ -x "$draw" ] || build_release draw_flowers
  "$draw" "$work/drawn" --count 60 >/dev/null
  say 'drew 60 images'
  IMAGES=$work/drawn
}
