# SPDX-License-Identifier: Apache-2.0
# Compiler settings shared by every target of the project: link tfrec_settings, or tfrec_judge_settings for code that only
# drives the program and looks at what it does: sanitizers do not watch it, which halves its compile time.

add_library(tfrec_warnings INTERFACE)
target_compile_options(tfrec_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual
  -Wimplicit-fallthrough -fstack-protector-strong)
if(TFREC_WARNINGS_AS_ERRORS)
  target_compile_options(tfrec_warnings INTERFACE -Werror)
endif()
add_library(tfrec_settings INTERFACE)
target_link_libraries(tfrec_settings INTERFACE tfrec_warnings)

if(TFREC_SANITIZE)
  target_compile_options(tfrec_settings INTERFACE
    -fsanitize=${TFREC_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(tfrec_settings INTERFACE -fsanitize=${TFREC_SANITIZE})
  # GCC's own std::function and std::variant trip over this one once they are instrumented; the plain build has it.
  target_compile_options(tfrec_settings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
else()
  target_compile_options(tfrec_settings INTERFACE $<$<CONFIG:Release>:${TFREC_HARDENING}>)
  target_link_options(tfrec_settings INTERFACE -Wl,-z,relro,-z,now)
endif()
# A false alarm of GCC 12 in its own std::string, at -O3 only.
target_compile_options(tfrec_settings INTERFACE
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:-Wno-restrict>)
if(TFREC_STATIC)
  # The program has no other file's functions to give way to; what nothing calls is left out.
  target_compile_options(tfrec_settings INTERFACE
    -fno-semantic-interposition -ffunction-sections -fdata-sections -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)
  target_link_options(tfrec_settings INTERFACE -static-pie -s -Wl,--gc-sections,-z,pack-relative-relocs)
endif()
if(TFREC_FUZZ)
  target_compile_options(tfrec_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()

add_library(tfrec_judge_settings INTERFACE)
if(TFREC_SANITIZE MATCHES address)
  target_link_libraries(tfrec_judge_settings INTERFACE tfrec_warnings)
  target_link_options(tfrec_judge_settings INTERFACE -fsanitize=${TFREC_SANITIZE})
else()
  target_link_libraries(tfrec_judge_settings INTERFACE tfrec_settings)
endif()

# The presets set CMAKE_UNITY_BUILD: files of a folder are compiled together, at most eight at once, which halves a full
# build. So names in unnamed namespaces are unique in a folder.
function(tfrec_compile_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  list(SORT sources)
  foreach(source ${sources})
    get_filename_component(room ${source} DIRECTORY)
    file(RELATIVE_PATH room ${PROJECT_SOURCE_DIR} ${room})
    string(MAKE_C_IDENTIFIER ${room} room)
    if(NOT DEFINED count_${room})
      set(count_${room} 0)
    endif()
    math(EXPR batch "${count_${room}} / 8")
    math(EXPR count_${room} "${count_${room}} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${room}_${batch})
  endforeach()
endfunction()
