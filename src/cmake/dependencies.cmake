# SPDX-License-Identifier: Apache-2.0
# What tfrec is built on: shared libraries of packages, or, with TFREC_STATIC, their static libraries and pinned sources.

include(${CMAKE_CURRENT_LIST_DIR}/libraries.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/hardening.cmake)
if(TFREC_STATIC)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
  set(Protobuf_USE_STATIC_LIBS ON)
endif()
find_package(Threads REQUIRED)
find_package(Protobuf REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
add_library(tfrec_spdlog INTERFACE)
if(TFREC_STATIC)
  include(${CMAKE_CURRENT_LIST_DIR}/static/third_party.cmake)
  include(${CMAKE_CURRENT_LIST_DIR}/static/isal.cmake)
  include(${CMAKE_CURRENT_LIST_DIR}/static/opencv.cmake)
  # The headers alone: Debian's targets link the shared library of fmt.
  target_link_libraries(tfrec_spdlog INTERFACE Threads::Threads)
  target_compile_definitions(tfrec_spdlog INTERFACE SPDLOG_FMT_EXTERNAL FMT_HEADER_ONLY=1)
else()
  include(${CMAKE_CURRENT_LIST_DIR}/shared.cmake)
  find_package(spdlog REQUIRED)
  target_link_libraries(tfrec_spdlog INTERFACE spdlog::spdlog)
endif()

# nettle (SHA-256) ships a pkg-config file but no CMake package.
find_path(NETTLE_INCLUDE_DIR nettle/sha2.h REQUIRED)
find_library(NETTLE_LIBRARY nettle REQUIRED)
add_library(tfrec_nettle INTERFACE)
target_include_directories(tfrec_nettle SYSTEM INTERFACE ${NETTLE_INCLUDE_DIR})
target_link_libraries(tfrec_nettle INTERFACE ${NETTLE_LIBRARY})

# So does utf8proc (Unicode's case folding and decomposition).
find_path(UTF8PROC_INCLUDE_DIR utf8proc.h REQUIRED)
find_library(UTF8PROC_LIBRARY utf8proc REQUIRED)
add_library(tfrec_utf8proc INTERFACE)
target_include_directories(tfrec_utf8proc SYSTEM INTERFACE ${UTF8PROC_INCLUDE_DIR})
target_link_libraries(tfrec_utf8proc INTERFACE ${UTF8PROC_LIBRARY})

# Header-only here: toml++ reads the files of --config.
find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h REQUIRED)
add_library(tfrec_toml INTERFACE)
target_include_directories(tfrec_toml SYSTEM INTERFACE ${TOMLPLUSPLUS_INCLUDE_DIR})
target_compile_definitions(tfrec_toml INTERFACE TOML_HEADER_ONLY=1)

tfrec_debian_library(protobuf libprotobuf-dev BSD-3-Clause)
tfrec_debian_library(nettle nettle-dev "LGPL-3.0-or-later OR GPL-2.0-or-later" COMMON LGPL-3 GPL-3)
tfrec_debian_library(utf8proc libutf8proc-dev MIT)
tfrec_debian_library(spdlog libspdlog-dev MIT)
tfrec_debian_library(fmt libfmt-dev MIT)
tfrec_debian_library(CLI11 libcli11-dev BSD-3-Clause)
tfrec_debian_library(nlohmann-json nlohmann-json3-dev MIT)
tfrec_debian_library(toml++ libtomlplusplus-dev MIT)
string(REGEX MATCH "^[0-9]+" compiler_version ${CMAKE_CXX_COMPILER_VERSION})
tfrec_debian_library(libstdc++ libstdc++-${compiler_version}-dev "GPL-3.0-or-later WITH GCC-exception-3.1" COMMON GPL-3)
tfrec_debian_library(glibc libc6-dev LGPL-2.1-or-later COMMON LGPL-2.1)
