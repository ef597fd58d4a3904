# SPDX-License-Identifier: Apache-2.0
# Run by cpack on the installed files: the wheel, and beside the packages the list of parts.
cmake_policy(VERSION 3.25)
execute_process(COMMAND python3 ${CPACK_TFREC_SOURCES}/src/python/build_wheel.py ${CPACK_TFREC_SOURCES}
  ${CPACK_TEMPORARY_DIRECTORY} ${CPACK_TFREC_PACKAGES} ${CPACK_TFREC_WHEEL_TAG} COMMAND_ERROR_IS_FATAL ANY)
file(COPY_FILE ${CPACK_TEMPORARY_DIRECTORY}/share/doc/tfrec/tfrec.spdx.json
  ${CPACK_TFREC_PACKAGES}/tfrec-${CPACK_PACKAGE_VERSION}.spdx.json)
