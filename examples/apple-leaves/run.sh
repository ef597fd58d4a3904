#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Apple leaves: one 0/1 column per disease, as scalars and as one list, and a test set without labels.
source "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"

# As in the competition: images/ID.jpg for training and test alike, train.csv, test.csv.
draw_images
mkdir images
echo image_id,healthy,multiple_diseases,rust,scab >train.csv
echo image_id >test.csv
number=0
for image in "$images"/*.jpg; do
  case $image in
    */daisy*) diseases=1,0,0,0 ;;
    */dandelion*) diseases=0,1,0,0 ;;
    */roses*) diseases=0,0,1,0 ;;
    */sunflowers*) diseases=0,0,0,1 ;;
    *) diseases= ;;
  esac
  if [ -n "$diseases" ]; then id=Train_$number; else id=Test_$number; fi
  if [ -n "$diseases" ]; then echo "$id,$diseases" >>train.csv; else echo "$id" >>test.csv; fi
  cp "$image" "images/$id.jpg"
  number=$((number + 1))
done
step head -n 3 train.csv

step tfrec build images --labels train.csv --layout columns --name leaves --shards 2 -o columns
step tfrec build images --labels train.csv --layout target --name leaves --shards 2 -o target
step tfrec build images --labels test.csv --like columns/manifest.json --name test -o test
step tfrec verify columns target test
reader read_leaves.py columns target test
