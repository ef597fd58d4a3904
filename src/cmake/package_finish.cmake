# SPDX-License-Identifier: Apache-2.0
# Run by cpack on the installed files of each package before they are packed: what only the Debian package has, its folders
# and the documents that Debian's policy asks for.
cmake_policy(VERSION 3.25)
if(NOT CPACK_GENERATOR STREQUAL DEB)
  return()
endif()
set(usr ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr)
set(doc ${usr}/share/doc/tfrec)
string(TIMESTAMP changed "%a, %d %b %Y %H:%M:%S +0000" UTC)

file(RENAME ${usr}/share/zsh/site-functions ${usr}/share/zsh/vendor-completions)
file(REMOVE ${doc}/LICENSE)
file(WRITE ${doc}/copyright
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: tfrec
Comment: The program contains libraries under other terms: see licences.txt.gz.

Files: *
Copyright: 2026 The tfrec authors
License: Apache-2.0
 On Debian systems the full text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
")
file(WRITE ${doc}/changelog
"tfrec (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * Made from the sources: docs/CHANGELOG.md lists what is new.

 -- ${CPACK_PACKAGE_CONTACT}  ${changed}
")
execute_process(COMMAND gzip -9n ${doc}/changelog ${doc}/licences.txt COMMAND_ERROR_IS_FATAL ANY)

# One file that runs anywhere is the purpose; SOURCES has where its libraries come from.
file(WRITE ${usr}/share/lintian/overrides/tfrec
"tfrec: statically-linked-binary
tfrec: embedded-library
tfrec: shared-library-lacks-prerequisites
")
