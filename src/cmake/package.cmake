# SPDX-License-Identifier: Apache-2.0
# `cpack` in a build folder makes a .deb, and an archive that needs nothing of the system it runs on.

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_VENDOR "tfrec")
set(CPACK_PACKAGE_CONTACT "tfrec maintainers <maintainers@users.noreply.a-seed-91b4e889.example>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_FILE_NAME ${PROJECT_NAME}-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/package_finish.cmake)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "TFRecord shards from images and labels")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"tfrec turns an image folder and a labels CSV into TFRecord shards that a TPU or
GPU training job reads at full speed. It also counts, shows, checks, repairs,
indexes and reorders shards of any producer, and gets the images back out of
them. It needs neither TensorFlow nor Python.")

include(CPack)
