#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Several labels per image: a Hugging Face metadata.csv becomes a multi-hot list and a list of class ids.
source "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"

# As "imagefolder" data sets have it: metadata.csv lies among the images it names.
draw_images
mkdir photos
cp "$images"/*.jpg photos/
echo file_name,labels >photos/metadata.csv
number=0
for image in photos/*.jpg; do
  case $((number % 3)) in
    0) labels='sun' ;;
    1) labels='sun|wind' ;;
    2) labels='fog|rain|wind' ;;
  esac
  echo "${image##*/},$labels" >>photos/metadata.csv
  number=$((number + 1))
done
step head -n 4 photos/metadata.csv

step tfrec build photos --labels photos/metadata.csv --name photos -o multi-label \
  --feature image=jpeg --feature labels=multihot:labels --feature label_ids=indices:labels
step cat multi-label/classes.txt
step tfrec verify multi-label
reader read_photos.py multi-label
