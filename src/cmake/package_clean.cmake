# SPDX-License-Identifier: Apache-2.0
# Run by cpack after each package: the folder has nothing but packages.
file(REMOVE_RECURSE ${CPACK_PACKAGE_DIRECTORY}/_CPack_Packages)
file(GLOB lists ${CPACK_PACKAGE_DIRECTORY}/*.json)
list(FILTER lists EXCLUDE REGEX "spdx\\.json$")
if(lists)
  file(REMOVE ${lists})  # of the generator External
endif()
