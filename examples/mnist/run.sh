#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# MNIST for TPUEstimator: grey pixels of 28 x 28, not compressed, and the digit as label.
source "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"

# A grey image of 28 x 28 of a digit in seven segments, a little to the right or down.
draw_digit() {  # FILE DIGIT RIGHT DOWN
  local pixels
  pixels=$(awk -v digit="$2" -v right="$3" -v down="$4" 'BEGIN {
    split("abcdef bc abged abgcd fgbc afgcd afgedc abc abcdefg abcdfg", segments, " ")
    lit = segments[digit + 1]
    for (y = 0; y < 28; ++y) {
      for (x = 0; x < 28; ++x) {
        across = x - 7 - right; below = y - 3 - down
        h = across >= 0 && across < 12; upper = below >= 0 && below < 11; lower = below >= 9 && below < 20
        left = across >= 0 && across < 2; far = across >= 10 && across < 12
        on = (lit ~ /a/ && h && below >= 0 && below < 2) || (lit ~ /g/ && h && below >= 9 && below < 11) ||
             (lit ~ /d/ && h && below >= 18 && below < 20) || (lit ~ /f/ && left && upper) ||
             (lit ~ /e/ && left && lower) || (lit ~ /b/ && far && upper) || (lit ~ /c/ && far && lower)
        printf "\\0%03o", on ? 255 : 0
      }
    }
  }')
  printf 'P5 28 28 255\n%b' "$pixels" >"$1"
}

mkdir digits
echo image,label >labels.csv
for ((i = 0; i < 20; ++i)); do
  digit=$((i % 10))
  draw_digit "digits/$i.pgm" $digit $((i % 4 - 2)) $((i % 3 - 1))
  echo "$i.pgm,$digit" >>labels.csv
done
step head -n 3 labels.csv

step tfrec build digits --labels labels.csv --layout raw --size 28 --color gray --name train -o mnist
step tfrec verify mnist
step tfrec inspect mnist
reader read_mnist.py mnist
