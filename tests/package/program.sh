# SPDX-License-Identifier: Apache-2.0
# Sourced by run: checks of the program alone.
# shellcheck shell=bash

is_small() { [ "$(stat -c %s "$tfrec")" -le $((14 * 1000 * 1000)) ]; }
check "at most 14 MB" is_small

needs_nothing() {
  file -L "$tfrec" | grep -E 'statically linked|static-pie linked'
  file -L "$tfrec" | grep 'for GNU/Linux 3.2.0'
  readelf -d -l "$tfrec" >"$work/headers"
  fails grep -E 'NEEDED|INTERP' "$work/headers"
  [ -z "$(find "$unpacked" -name '*.so*')" ]
}
needs readelf "static" && check "static, from kernel 3.2" needs_nothing

names_no_folder_of_the_build() { fails grep -aF "$root" "$tfrec"; }
check "no path of the build" names_no_folder_of_the_build

lists_licences() {
  "$tfrec" --version -v | tee "$work/versions"
  "$tfrec" --licenses >"$work/licences"
  for library in OpenCV libjpeg-turbo libpng libtiff libwebp zlib ISA-L protobuf nettle utf8proc spdlog fmt CLI11 \
      nlohmann-json 'toml\+\+' 'libstdc\+\+' glibc; do
    grep -E "^$library [0-9]" "$work/versions"
    grep -E "^$library: " "$work/licences"
  done
  fails grep "part of your system" "$work/licences"
}
check "versions and licences of all libraries" lists_licences

# No /proc, no /dev, no locale, no user: only the program and the images.
runs_in_bare_root() {
  mkdir -p "$work/bare"
  cp -r "$tfrec" "$work/images" "$work/bare"
  in_root "$work/bare" /tfrec --version -v
  in_root "$work/bare" /tfrec build /images --encode reencode --size 64 -q -o /set
  same_set "$work/bare/set"
  in_root "$work/bare" /tfrec verify /set
  in_root "$work/bare" /tfrec inspect /set --json
  in_root "$work/bare" /tfrec extract /set -o /out
}
check "in an empty root folder" runs_in_bare_root

# Each processor gives the same bytes: without AVX, and the first ones of x86-64.
runs_on() { (cd "$work" && qemu-x86_64 -cpu "$1" "$tfrec" "${build[@]}" -o "set-$1" && same_set "set-$1"); }
for processor in qemu64 Nehalem; do
  needs qemu-x86_64 "processor $processor" && check "on the processor $processor" runs_on "$processor"
done
