# SPDX-License-Identifier: Apache-2.0
# Sourced by run: checks of the Debian package, the archive and the list of parts.
# shellcheck shell=bash

is_whole() {  # PREFIX ZSH
  local command
  for file in bin/tfrec share/man/man1/tfrec.1.gz share/bash-completion/completions/tfrec "$2/_tfrec" \
      share/fish/vendor_completions.d/tfrec.fish share/doc/tfrec/README.md share/doc/tfrec/docs/install.md \
      share/doc/tfrec/tfrec.spdx.json; do
    [ -s "$1/$file" ] || { echo "no $file"; return 1; }
  done
  for command in build count extract finish index inspect plan repair reshard verify; do
    [ -s "$1/share/man/man1/tfrec-$command.1.gz" ] || { echo "no page of $command"; return 1; }
  done
}

archive_is_whole() {
  is_whole "$unpacked" share/zsh/site-functions
  [ -s "$unpacked/share/doc/tfrec/licences.txt" ]
  [ -s "$unpacked/share/doc/tfrec/LICENSE" ]
}
check "archive: program, pages, licences" archive_is_whole

# The tools of another C library unpack and start it.
runs_without_glibc() {
  mkdir -p "$work/musl/bin"
  cp "$(command -v busybox)" "$work/musl/bin/busybox"
  cp "${archives[0]}" "$work/musl/tfrec.tar.gz"
  cp -r "$work/images" "$work/musl/"
  in_root "$work/musl" /bin/busybox sh -ec '
    busybox tar xzf tfrec.tar.gz
    PATH=$(echo /tfrec-*/bin)
    tfrec build images --encode reencode --size 64 -q -o set
    tfrec verify set'
  same_set "$work/musl/set"
}
is_static_busybox() { file -L "$(command -v busybox)" | grep -q 'statically linked'; }
if needs busybox "a root folder without glibc"; then
  is_static_busybox && check "archive: in a root folder without glibc" runs_without_glibc
fi

deb_is_whole() {
  [ -z "$(dpkg-deb -f "${debs[0]}" Depends Recommends Suggests Pre-Depends)" ]
  dpkg-deb -x "${debs[0]}" "$work/deb"
  is_whole "$work/deb/usr" share/zsh/vendor-completions
  [ -s "$work/deb/usr/share/doc/tfrec/copyright" ]
  [ -s "$work/deb/usr/share/doc/tfrec/licences.txt.gz" ]
  [ "$(dpkg-deb --ctrl-tarfile "${debs[0]}" | tar t | grep -cE 'post|pre')" = 0 ]  # nothing runs at installation
  cmp "$work/deb/usr/bin/tfrec" "$tfrec"
}
needs dpkg-deb "Debian package" && check "Debian package: whole, without dependencies" deb_is_whole

deb_is_clean() { lintian --allow-root --fail-on error,warning "${debs[0]}"; }
needs lintian "lintian" && check "Debian package: lintian" deb_is_clean

lists_parts() {
  python3 - "$packages"/*.spdx.json "$work/versions" <<'END'
import json, sys
parts = json.load(open(sys.argv[1]))
names = {package["name"] + " " + package["versionInfo"] for package in parts["packages"]}
printed = {line.strip() for line in open(sys.argv[2]) if not line.startswith("reads ")}
assert names == printed, names ^ printed
assert parts["spdxVersion"] == "SPDX-2.3"
ids = {package["SPDXID"] for package in parts["packages"]}
assert len(ids) == len(names)
assert {link["relatedSpdxElement"] for link in parts["relationships"]} == ids
END
}
check "list of parts" lists_parts
