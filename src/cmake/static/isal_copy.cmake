# SPDX-License-Identifier: Apache-2.0
file(COPY ${source}/LICENSE DESTINATION ${root}/licences/isal)
