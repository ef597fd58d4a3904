# SPDX-License-Identifier: Apache-2.0
# Run by cpack on the installed files of each package before they are packed: what only one kind of package has.
cmake_policy(VERSION 3.25)
set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY})

# Times in the package are those of SOURCE_DATE_EPOCH where it is set, so that the same sources give the same bytes.
string(TIMESTAMP changed "%a, %d %b %Y %H:%M:%S +0000" UTC)

# Debian's folders, and the documents that its policy asks for.
function(finish_deb)
  set(usr ${root}/usr)
  set(doc ${usr}/share/doc/tfrec)
  file(RENAME ${usr}/share/zsh/site-functions ${usr}/share/zsh/vendor-completions)
  file(REMOVE ${doc}/LICENSE)
  file(WRITE ${doc}/copyright
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: tfrec

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
  execute_process(COMMAND gzip -9n ${doc}/changelog COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# The copyright files of the packages that the libraries come from, for the archive passes the libraries on.
function(copy_licences libraries)
  set(licences ${root}/share/doc/tfrec/licences)
  file(MAKE_DIRECTORY ${licences})
  find_program(DPKG_QUERY dpkg-query)
  if(NOT DPKG_QUERY)
    message(WARNING "no dpkg-query: add the licences of the libraries to ${licences} by hand")
    return()
  endif()
  list(TRANSFORM libraries REPLACE "^/usr/" "/" OUTPUT_VARIABLE merged)  # some packages name files as before /usr was merged
  execute_process(COMMAND ${DPKG_QUERY} -S ${libraries} ${merged} OUTPUT_VARIABLE owners ERROR_QUIET)
  string(REGEX MATCHALL "[^\n]+" owners "${owners}")
  list(TRANSFORM owners REPLACE ": .*" "" OUTPUT_VARIABLE packages)
  list(TRANSFORM owners REPLACE ".*/" "" OUTPUT_VARIABLE named)
  list(REMOVE_DUPLICATES packages)
  foreach(library ${libraries})
    get_filename_component(name ${library} NAME)
    if(NOT name IN_LIST named)
      message(FATAL_ERROR "no package owns ${library}: whose licence has it?")
    endif()
  endforeach()
  foreach(package ${packages})
    string(REGEX REPLACE ":.*" "" name ${package})
    file(COPY_FILE /usr/share/doc/${name}/copyright ${licences}/${name})
  endforeach()
  execute_process(COMMAND ${DPKG_QUERY} -W -f "\${Package} \${Version}, source \${source:Package} \${source:Version}\n"
                  ${packages} OUTPUT_VARIABLE list COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE ${licences}/README
"The libraries in lib/tfrec are those of these Debian packages, unchanged; https://sources.debian.org has the sources.
The terms of each are in the file of that name.

${list}")
endfunction()

# Every library beside the program, the C library and its loader among them: the system may have older ones.
function(finish_archive)
  set(lib ${root}/lib/tfrec)
  file(MAKE_DIRECTORY ${root}/lib)
  file(RENAME ${root}/libexec/tfrec ${lib})
  file(GLOB modules ${lib}/*.so)
  set(CMAKE_GET_RUNTIME_DEPENDENCIES_PLATFORM "linux+elf")
  set(CMAKE_GET_RUNTIME_DEPENDENCIES_TOOL "objdump")
  file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${root}/bin/tfrec MODULES ${modules} RESOLVED_DEPENDENCIES_VAR libraries)
  set(originals "")
  foreach(library ${libraries})
    file(REAL_PATH ${library} original)
    get_filename_component(name ${library} NAME)
    file(COPY_FILE ${original} ${lib}/${name})
    list(APPEND originals ${original})
    if(name MATCHES "^ld-")
      set(loader ${name})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES originals)
  copy_licences("${originals}")
  file(RENAME ${root}/bin/tfrec ${lib}/tfrec)
  file(CONFIGURE OUTPUT ${root}/bin/tfrec @ONLY CONTENT [=[#!/bin/sh
# Runs tfrec with the libraries beside it, whatever the system has.
program=$(readlink -f -- "$0") || program=$0
folder=${program%/*}/../lib/tfrec
unset LD_PRELOAD LD_LIBRARY_PATH
exec "$folder/@loader@" --inhibit-cache --library-path "$folder" --argv0 tfrec "$folder/tfrec" "$@"
]=])
  file(CHMOD ${root}/bin/tfrec PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endfunction()

if(CPACK_GENERATOR STREQUAL DEB)
  finish_deb()
else()
  finish_archive()
endif()
