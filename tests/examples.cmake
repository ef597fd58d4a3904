# SPDX-License-Identifier: Apache-2.0
# Every example's run.sh, with the built programs and, where it is there, the Python that has TensorFlow. Not under
# sanitizers: what the examples do there the other tests do too.
if(TFREC_SANITIZE OR TFREC_FUZZ OR NOT TARGET draw_flowers)
  return()
endif()

# Images are drawn once for all.
set(images ${CMAKE_CURRENT_BINARY_DIR}/example_images)
add_test(NAME examples/images COMMAND draw_flowers ${images} --count 30)
set_tests_properties(examples/images PROPERTIES FIXTURES_SETUP example_images)

file(GLOB examples CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/examples ${PROJECT_SOURCE_DIR}/examples/*/run.sh)
foreach(script ${examples})
  get_filename_component(name ${script} DIRECTORY)
  if(name STREQUAL quickstart)  # builds tfrec anew; continuous integration runs it from a fresh clone
    continue()
  endif()
  if(name MATCHES "^(kubernetes|slurm|spark)$")  # need engines that tests/scale/run.sh installs
    continue()
  endif()
  add_test(NAME examples/${name} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/run_example ${name})
  set_tests_properties(examples/${name} PROPERTIES
    SKIP_RETURN_CODE 77 LABELS interop TIMEOUT 300 FIXTURES_REQUIRED example_images
    ENVIRONMENT "TFREC=$<TARGET_FILE:tfrec>;DRAW_FLOWERS=$<TARGET_FILE:draw_flowers>;DRAW_SHAPES=$<TARGET_FILE:draw_shapes>;IMAGES=${images}")
endforeach()
