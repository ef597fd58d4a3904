# SPDX-License-Identifier: Apache-2.0
# Run by cpack after each package: copies it out of the folder where cpack works.
if(NOT CPACK_GENERATOR STREQUAL External)
  file(COPY ${CPACK_PACKAGE_FILES} DESTINATION ${CPACK_TFREC_PACKAGES})
endif()
