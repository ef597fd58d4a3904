# SPDX-License-Identifier: Apache-2.0
# The text of cv::getBuildInformation() names folders of this machine.
file(WRITE ${build}/modules/core/version_string.inc "\"\"\n")
