# SPDX-License-Identifier: Apache-2.0
# `cmake --workflow --preset static` packs the static program: a .deb, an archive and a wheel, in build/static/packages.
# The same sources give the same bytes.

execute_process(COMMAND git log -1 --format=%ct WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                OUTPUT_VARIABLE CPACK_TFREC_CHANGED OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
include(${CMAKE_CURRENT_LIST_DIR}/package_times.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/sbom.cmake)
tfrec_write_sbom(${CMAKE_BINARY_DIR}/tfrec.spdx.json)
install(FILES ${CMAKE_BINARY_DIR}/tfrec.spdx.json DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The program uses no C library of the system, so it fits all; pip knows these names since version 9 (x86-64).
if(CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
  set(platforms manylinux_2_5 manylinux1 musllinux_1_1)
else()
  set(platforms manylinux_2_17 manylinux2014 musllinux_1_1)
endif()
list(TRANSFORM platforms APPEND _${CMAKE_SYSTEM_PROCESSOR})
string(JOIN "." platforms ${platforms})
set(TFREC_WHEEL_TAG py3-none-${platforms})
file(WRITE ${CMAKE_BINARY_DIR}/wheel-tag.txt ${TFREC_WHEEL_TAG}\n)

set(CPACK_GENERATOR DEB TGZ External)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/cpack)
set(CPACK_PACKAGE_VENDOR "tfrec")
set(CPACK_PACKAGE_CONTACT "tfrec maintainers <maintainers@users.noreply.a-seed-91b4e889.example>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_FILE_NAME ${PROJECT_NAME}-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/package_times.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/package_finish.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/package_copy.cmake)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64)  # not the machine's that packs
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
endif()
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "TFRecord shards from images and labels")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"tfrec turns an image folder and a labels CSV into TFRecord shards that a TPU or
GPU training job reads at full speed. It also counts, shows, checks, repairs,
indexes and reorders shards of any producer, and gets the images back out of
them. It needs neither TensorFlow nor Python.")

set(CPACK_EXTERNAL_ENABLE_STAGING ON)
set(CPACK_EXTERNAL_PACKAGE_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/package_wheel.cmake)
# For the scripts, which see only variables of CPack.
set(CPACK_TFREC_PACKAGES ${CMAKE_BINARY_DIR}/packages)
set(CPACK_TFREC_SOURCES ${PROJECT_SOURCE_DIR})
set(CPACK_TFREC_WHEEL_TAG ${TFREC_WHEEL_TAG})

include(CPack)
