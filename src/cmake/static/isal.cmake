# SPDX-License-Identifier: Apache-2.0
# ISA-L (CRC32C, inflate): Debian has no static library of it.
set(archive packages/16/43/6cf9c6b2e80f02fb7bd809ab91496cc4bd1f9145bd3a5a312a91d76af8be/isal-1.9.1.tar.gz)
set(sha256 d210dca02a689ef2af709d2c62d2daac2e36b5d2fa06e6dc0d023c83fee77e91)
tfrec_third_party(isal ARCHIVE ${archive} SHA256 ${sha256}
  SOURCE src/isal/isa-l
  SCRIPTS ${CMAKE_CURRENT_LIST_DIR}
  OPTIONS -DISAL_BUILD_TESTS=OFF -DISAL_BUILD_PERF_TESTS=OFF -DISAL_BUILD_ISAL_SHIM=OFF)

add_library(tfrec_isal INTERFACE)
target_include_directories(tfrec_isal SYSTEM INTERFACE ${ISAL_ROOT}/include)
target_link_libraries(tfrec_isal INTERFACE ${ISAL_ROOT}/lib/libisal.a)

tfrec_version_in(${ISAL_ROOT}/include/isa-l.h version ISAL_MAJOR_VERSION ISAL_MINOR_VERSION ISAL_PATCH_VERSION)
tfrec_library(NAME ISA-L VERSION ${version} LICENCE BSD-3-Clause TEXTS ${ISAL_ROOT}/licences/isal/LICENSE
              SOURCE https://files.pythonhosted.org/${archive} SHA256 ${sha256})
