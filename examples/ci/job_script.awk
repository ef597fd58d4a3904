# SPDX-License-Identifier: Apache-2.0
# What a job runs, out of its YAML: the run: steps of a GitHub workflow one after the other, or before_script: and
# script: of a GitLab job. Knows as much of YAML as github.yml and gitlab.yml need: one line, or a block after "|".
function indent(line) { match(line, /^ */); return RLENGTH }

block && (indent($0) > block || $0 ~ /^ *$/) {
  if (!depth) depth = indent($0)
  print substr($0, depth + 1)
  next
}
{ block = 0 }

list && indent($0) < list { list = 0 }
/^ *(before_)?script:$/ { list = indent($0) + 1; next }

/^ *(- )?run:/ || (list && /^ *- /) {
  key = indent($0) + (/^ *- run:/ ? 2 : 0)
  command = $0
  sub(/^ *(- )?(run:)? */, "", command)
  if (command == "|") {
    block = key
    depth = 0
  } else {
    print command
  }
}
