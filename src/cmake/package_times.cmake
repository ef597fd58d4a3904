# SPDX-License-Identifier: Apache-2.0
# Read by cmake, and by cpack for each package: the times in it are those of the last commit, unless SOURCE_DATE_EPOCH says others.
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  if(CPACK_TFREC_CHANGED)
    set(ENV{SOURCE_DATE_EPOCH} ${CPACK_TFREC_CHANGED})
  else()
    set(ENV{SOURCE_DATE_EPOCH} 315532800)  # sources without a history
  endif()
endif()
