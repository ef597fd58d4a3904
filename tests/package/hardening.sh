# SPDX-License-Identifier: Apache-2.0
# Sourced by run: what makes a hole harder to use, in the program and in the libraries that are built for it.
# shellcheck shell=bash

is_position_independent() { readelf -h "$tfrec" | grep -E 'Type: +DYN'; }

# All of it is read-only once the program runs, and nothing is bound later.
has_full_relro() { readelf -lW "$tfrec" | grep GNU_RELRO && readelf -dW "$tfrec" | grep -E 'BIND_NOW|Flags:.* NOW'; }

has_no_writable_code() {
  readelf -lW "$tfrec" >"$work/segments"
  readelf -dW "$tfrec" >"$work/dynamic"
  grep -E 'GNU_STACK.* RW +' "$work/segments"
  fails grep -E 'RWE' "$work/segments"
  fails grep TEXTREL "$work/dynamic"
}

if needs readelf "hardening"; then
  check "position-independent" is_position_independent
  check "full RELRO" has_full_relro
  check "neither stack nor code is writable code" has_no_writable_code
fi

# Where the kernel has no filters the program works without a sandbox, unless one is asked for.
sandbox_is_missing() {
  local code=0
  qemu-x86_64 "$tfrec" count "$work/set" -v 2>&1 | grep '^tfrec: no sandbox: '
  qemu-x86_64 "$tfrec" count "$work/set" --sandbox on || code=$?
  [ $code = 3 ]
}
needs qemu-x86_64 "no sandbox" && check "without what the sandbox needs" sandbox_is_missing

# The archives that are linked, but for those of Debian's packages.
built_archives() {
  ninja -C "$packages/.." -t inputs bin/tfrec | grep '\.a$' | grep -v '^/usr/' | sed "s|^[^/]|$packages/../&|"
}

# Whether all of them call such functions, but for those named like the second pattern.
use() {  # FUNCTION EXCEPT
  local archive list count missing=0
  list=$(built_archives)
  for archive in $list; do
    [[ $(basename "$archive") =~ $2 ]] && continue
    count=$(nm -A "$archive" 2>/dev/null | grep -cE " U $1\$" || true)
    echo "$count $archive"
    [ "$count" -gt 0 ] || missing=1
  done
  return $missing
}
has_canaries() { use __stack_chk_fail nothing; }
# ISA-L copies nothing by the C library, nor does each part of the program: of that, the flags are looked at.
has_checked_calls() { use '__[a-z]+_chk' 'libisal|libtfrec_'; }

# Whether each file of the program itself is compiled with all of TFREC_HARDENING.
has_flags() {
  local flag
  ninja -C "$packages/.." -t commands bin/tfrec | grep -- ' -c ' >"$work/compilations"
  for flag in $(sed -n 's/^set(TFREC_HARDENING \(.*\))$/\1/p' "$root/src/cmake/hardening.cmake" | grep .); do
    echo "without $flag:"
    fails grep -vF -e " $flag " "$work/compilations"
  done
}
if [ -f "$packages/../build.ninja" ] && needs ninja "hardening of libraries"; then
  check "canaries in all libraries" has_canaries
  check "checked calls (FORTIFY) in all libraries" has_checked_calls
  check "flags of hardening for the program's own code" has_flags
fi
