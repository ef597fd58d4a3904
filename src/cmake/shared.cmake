# SPDX-License-Identifier: Apache-2.0
# The image libraries and ISA-L, each found in the way that works with Debian's small packages.

find_package(ZLIB REQUIRED)
find_package(JPEG REQUIRED)
find_package(PNG REQUIRED)

# ISA-L ships a pkg-config file but no CMake package.
find_path(ISAL_INCLUDE_DIR isa-l/crc.h REQUIRED)
find_library(ISAL_LIBRARY isal REQUIRED)
add_library(tfrec_isal INTERFACE)
target_include_directories(tfrec_isal SYSTEM INTERFACE ${ISAL_INCLUDE_DIR})
target_link_libraries(tfrec_isal INTERFACE ${ISAL_LIBRARY})

# OpenCVConfig.cmake is only in the full libopencv-dev; the small packages have headers and libraries.
find_path(OPENCV_INCLUDE_DIR opencv2/imgcodecs.hpp PATH_SUFFIXES opencv4 REQUIRED)
add_library(tfrec_opencv INTERFACE)
target_include_directories(tfrec_opencv SYSTEM INTERFACE ${OPENCV_INCLUDE_DIR})
foreach(module imgcodecs imgproc core)
  find_library(OPENCV_${module}_LIBRARY opencv_${module} REQUIRED)
  target_link_libraries(tfrec_opencv INTERFACE ${OPENCV_${module}_LIBRARY})
endforeach()

tfrec_debian_library(OpenCV libopencv-imgcodecs-dev Apache-2.0)
tfrec_debian_library(libjpeg-turbo libjpeg62-turbo-dev "IJG AND BSD-3-Clause AND Zlib")
tfrec_debian_library(libpng libpng-dev libpng-2.0)
tfrec_debian_library(zlib zlib1g-dev Zlib)
tfrec_debian_library(ISA-L libisal-dev BSD-3-Clause)
