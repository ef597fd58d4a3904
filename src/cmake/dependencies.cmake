# SPDX-License-Identifier: Apache-2.0
# What tfrec is built on, each found in the way that works with Debian's small packages.

find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(JPEG REQUIRED)
find_package(PNG REQUIRED)
find_package(Protobuf REQUIRED)
find_package(spdlog REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)

# ISA-L ships a pkg-config file but no CMake package.
find_path(ISAL_INCLUDE_DIR isa-l/crc.h REQUIRED)
find_library(ISAL_LIBRARY isal REQUIRED)
add_library(tfrec_isal INTERFACE)
target_include_directories(tfrec_isal SYSTEM INTERFACE ${ISAL_INCLUDE_DIR})
target_link_libraries(tfrec_isal INTERFACE ${ISAL_LIBRARY})

# So does nettle (SHA-256).
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

# OpenCVConfig.cmake is only in the full libopencv-dev; the small packages have headers and libraries.
find_path(OPENCV_INCLUDE_DIR opencv2/imgcodecs.hpp PATH_SUFFIXES opencv4 REQUIRED)
add_library(tfrec_opencv INTERFACE)
target_include_directories(tfrec_opencv SYSTEM INTERFACE ${OPENCV_INCLUDE_DIR})
foreach(module imgcodecs imgproc core)
  find_library(OPENCV_${module}_LIBRARY opencv_${module} REQUIRED)
  target_link_libraries(tfrec_opencv INTERFACE ${OPENCV_${module}_LIBRARY})
endforeach()

# Header-only here: toml++ reads the files of --config.
find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h REQUIRED)
add_library(tfrec_toml INTERFACE)
target_include_directories(tfrec_toml SYSTEM INTERFACE ${TOMLPLUSPLUS_INCLUDE_DIR})
target_compile_definitions(tfrec_toml INTERFACE TOML_HEADER_ONLY=1)
