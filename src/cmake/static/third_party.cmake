# SPDX-License-Identifier: Apache-2.0
# Libraries that are built from pinned source archives while CMake configures: once, into a folder whose name has a hash of
# all that decides about its content, so that it is kept when a build folder is wiped, and made again when that changes.

set(TFREC_ARCHIVES_URL "https://files.pythonhosted.org" CACHE STRING
  "Where source archives come from: this host, or a mirror with the same paths")
set(TFREC_ARCHIVES "" CACHE PATH "A folder with source archives: those in it are not fetched")
set(TFREC_THIRD_PARTY ${PROJECT_SOURCE_DIR}/build/third-party CACHE PATH "Where the built libraries are kept")

# The archive at `path` of TFREC_ARCHIVES_URL as a file, whose checksum is right.
function(tfrec_fetch path sha256 result)
  get_filename_component(name ${path} NAME)
  set(file ${TFREC_THIRD_PARTY}/archives/${name})
  if(TFREC_ARCHIVES AND EXISTS ${TFREC_ARCHIVES}/${name})
    set(file ${TFREC_ARCHIVES}/${name})
  elseif(NOT EXISTS ${file})
    message(STATUS "Fetching ${name}")
    file(DOWNLOAD ${TFREC_ARCHIVES_URL}/${path} ${file}.part TLS_VERIFY ON INACTIVITY_TIMEOUT 60 STATUS status)
    if(NOT status MATCHES "^0;")
      message(FATAL_ERROR "${TFREC_ARCHIVES_URL}/${path} can't be fetched: ${status}\n"
        "Set TFREC_ARCHIVES_URL to a mirror, or TFREC_ARCHIVES to a folder that has ${name}.")
    endif()
    file(RENAME ${file}.part ${file})
  endif()
  file(SHA256 ${file} found)
  if(NOT found STREQUAL sha256)
    message(FATAL_ERROR "${file} is another file: its SHA-256 is ${found}, not ${sha256}")
  endif()
  set(${result} ${file} PARENT_SCOPE)
endfunction()

# Runs a step of a build; its output is shown only if it fails.
function(tfrec_run log)
  execute_process(COMMAND ${ARGN} OUTPUT_FILE ${log} ERROR_FILE ${log} RESULT_VARIABLE failed)
  if(failed)
    file(READ ${log} text)
    string(LENGTH "${text}" length)
    math(EXPR start "${length} - 8000")
    if(start GREATER 0)
      string(SUBSTRING "${text}" ${start} -1 text)
    endif()
    string(JOIN " " command ${ARGN})
    message(FATAL_ERROR "${text}\n${command}: ${failed}; ${log} has the whole output")
  endif()
endfunction()

# tfrec_third_party(NAME ARCHIVE path SHA256 hash SOURCE folder-in-archive OPTIONS cmake-options SCRIPTS folder)
# builds and installs a CMake project, and sets NAME_ROOT to where it is. SCRIPTS may have NAME_configured.cmake, included
# before the build, and NAME_copy.cmake, included after it, to keep what the project does not install. They see the folders
# `source`, `build` and `root`.
function(tfrec_third_party name)
  cmake_parse_arguments(ARG "" "ARCHIVE;SHA256;SOURCE;SCRIPTS" "OPTIONS" ${ARGN})
  set(recipe "")
  file(GLOB scripts ${ARG_SCRIPTS}/${name}_*.cmake)
  foreach(script ${CMAKE_CURRENT_FUNCTION_LIST_FILE} ${scripts})
    file(SHA256 ${script} hash)
    list(APPEND recipe ${hash})
  endforeach()
  string(SHA256 key "${ARG_SHA256} ${ARG_OPTIONS} ${TFREC_HARDENING} ${recipe} ${CMAKE_SYSTEM_PROCESSOR} ${CMAKE_CXX_COMPILER_ID} \
${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_TOOLCHAIN_FILE}")
  string(SUBSTRING ${key} 0 12 key)
  set(root ${TFREC_THIRD_PARTY}/${name}-${key})
  string(TOUPPER ${name} variable)
  set(${variable}_ROOT ${root} PARENT_SCOPE)
  file(LOCK ${TFREC_THIRD_PARTY} DIRECTORY GUARD FUNCTION)
  if(EXISTS ${root}/complete)
    return()
  endif()

  tfrec_fetch(${ARG_ARCHIVE} ${ARG_SHA256} archive)
  set(work ${TFREC_THIRD_PARTY}/work/${name})
  set(build ${work}/build)
  file(REMOVE_RECURSE ${work} ${root})
  file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${work} PATTERNS "*/${ARG_SOURCE}/*")
  file(GLOB source ${work}/*/${ARG_SOURCE})
  message(STATUS "Building ${name}, once")
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  string(JOIN " " flags ${TFREC_HARDENING} -ffunction-sections -fdata-sections -ffile-prefix-map=${work}=.)
  set(toolchain "")
  if(CMAKE_TOOLCHAIN_FILE)
    set(toolchain -DCMAKE_TOOLCHAIN_FILE=${CMAKE_TOOLCHAIN_FILE})
  endif()
  tfrec_run(${work}/configure.log ${CMAKE_COMMAND} -S ${source} -B ${build} -G Ninja ${toolchain}
    -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON
    -DCMAKE_INSTALL_LIBDIR=lib
    -DCMAKE_C_FLAGS=${flags} -DCMAKE_CXX_FLAGS=${flags} ${ARG_OPTIONS})
  include(${ARG_SCRIPTS}/${name}_configured.cmake OPTIONAL)
  tfrec_run(${work}/build.log ${CMAKE_COMMAND} --build ${build} --parallel ${cores})
  tfrec_run(${work}/install.log ${CMAKE_COMMAND} --install ${build} --prefix ${root})
  include(${ARG_SCRIPTS}/${name}_copy.cmake OPTIONAL)
  file(TOUCH ${root}/complete)
  file(REMOVE_RECURSE ${work})
endfunction()
