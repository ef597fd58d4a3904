# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` and the packages hold, in the folders of GNUInstallDirs.

install(TARGETS tfrec RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(NOT TFREC_STATIC)
  install(TARGETS tfrec_image_opencv LIBRARY DESTINATION ${TFREC_MODULE_FOLDER})
endif()

install(DIRECTORY ${TFREC_PAGES}/gz/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${TFREC_PAGES}/bash/tfrec DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${TFREC_PAGES}/fish/tfrec.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
# Debian's zsh looks here under /usr/local, but not under /usr: package_finish.cmake moves it.
install(FILES ${TFREC_PAGES}/zsh/_tfrec DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)

install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The static program passes its libraries on, so it has their licences with it.
if(TFREC_STATIC)
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/licences.txt
    COMMAND tfrec --licenses > ${CMAKE_BINARY_DIR}/licences.txt DEPENDS tfrec COMMENT "Licences" VERBATIM)
  add_custom_target(licences ALL DEPENDS ${CMAKE_BINARY_DIR}/licences.txt)
  install(FILES ${CMAKE_BINARY_DIR}/licences.txt DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()
