# SPDX-License-Identifier: Apache-2.0
# cmake -DPAGES=FOLDER -P compress_pages.cmake: FOLDER/man/man1 compressed as FOLDER/gz, without names and times, so
# that the same pages give the same bytes.
file(COPY ${PAGES}/man/man1/ DESTINATION ${PAGES}/gz)
file(GLOB pages ${PAGES}/gz/*.1)
execute_process(COMMAND gzip -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)
