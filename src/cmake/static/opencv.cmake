# SPDX-License-Identifier: Apache-2.0
# OpenCV with the codecs that tfrec uses, and the codecs' own libraries, which tfrec calls, too: one copy of each.
set(options
  -DBUILD_LIST=core,imgproc,imgcodecs
  # Images come from memory, and nothing is loaded.
  -DOPENCV_DISABLE_FILESYSTEM_SUPPORT=ON -DPARALLEL_ENABLE_PLUGINS=OFF)
# Any processor of the architecture; faster code is chosen at run time.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
  list(APPEND options -DCPU_BASELINE=SSE2 -DCPU_DISPATCH=AVX2)
else()
  # Without the vendors' own kernels, whose pixels differ from OpenCV's.
  list(APPEND options -DCPU_DISPATCH= -DWITH_CAROTENE=OFF -DWITH_KLEIDICV=OFF)
endif()
foreach(own ZLIB JPEG PNG TIFF WEBP)
  list(APPEND options -DBUILD_${own}=ON -DWITH_${own}=ON)
endforeach()
foreach(unused
    BUILD_TESTS BUILD_PERF_TESTS BUILD_EXAMPLES BUILD_DOCS BUILD_opencv_apps BUILD_JAVA BUILD_ITT
    ENABLE_PRECOMPILED_HEADERS OPENCV_GENERATE_SETUPVARS CV_TRACE
    WITH_IPP WITH_OPENCL WITH_LAPACK WITH_EIGEN WITH_ITT WITH_PTHREADS_PF WITH_TBB WITH_OPENMP WITH_PROTOBUF
    WITH_FLATBUFFERS WITH_QUIRC WITH_VA WITH_VA_INTEL WITH_ADE WITH_FFMPEG WITH_GSTREAMER WITH_V4L WITH_1394 WITH_GTK
    WITH_OBSENSOR WITH_VTK WITH_OPENEXR WITH_JASPER WITH_OPENJPEG WITH_JPEGXL WITH_AVIF WITH_GDAL WITH_GDCM WITH_SPNG
    WITH_IMGCODEC_GIF WITH_IMGCODEC_HDR WITH_IMGCODEC_SUNRASTER WITH_IMGCODEC_PFM)
  list(APPEND options -D${unused}=OFF)
endforeach()

set(archive
  packages/67/8a/51ff1c6287be0b6cd3070cf095875da4ff7d6eda38507e6ada5608786a78/opencv_python_headless-4.14.0.94.tar.gz)
set(sha256 4afa2ea1214453648be88259f035712454faa9039b686de7753569ba8eec1577)
tfrec_third_party(opencv ARCHIVE ${archive} SHA256 ${sha256}
  SOURCE opencv
  SCRIPTS ${CMAKE_CURRENT_LIST_DIR}
  OPTIONS ${options} -DBUILD_INFO_SKIP_TIMESTAMP=ON -DBUILD_INFO_SKIP_SYSTEM_VERSION=ON)

# tfrec_built_library(target headers file libraries-it-uses...): those below OpenCV under the names of CMake's own modules.
function(tfrec_built_library target headers file)
  add_library(${target} STATIC IMPORTED)
  set_target_properties(${target} PROPERTIES
    IMPORTED_LOCATION ${OPENCV_ROOT}/lib/${file}
    INTERFACE_INCLUDE_DIRECTORIES ${OPENCV_ROOT}/include/${headers}
    INTERFACE_LINK_LIBRARIES "${ARGN}")
endfunction()
tfrec_built_library(ZLIB::ZLIB codecs opencv4/3rdparty/libzlib.a)
tfrec_built_library(JPEG::JPEG codecs opencv4/3rdparty/liblibjpeg-turbo.a)
tfrec_built_library(PNG::PNG codecs opencv4/3rdparty/liblibpng.a ZLIB::ZLIB)
tfrec_built_library(TIFF::TIFF codecs opencv4/3rdparty/liblibtiff.a JPEG::JPEG ZLIB::ZLIB)
tfrec_built_library(WebP::WebP codecs opencv4/3rdparty/liblibwebp.a)
tfrec_built_library(OpenCV::core opencv4 libopencv_core.a ZLIB::ZLIB Threads::Threads)
tfrec_built_library(OpenCV::imgproc opencv4 libopencv_imgproc.a OpenCV::core)
tfrec_built_library(OpenCV::imgcodecs opencv4 libopencv_imgcodecs.a
                    OpenCV::imgproc TIFF::TIFF WebP::WebP PNG::PNG JPEG::JPEG)
add_library(tfrec_opencv INTERFACE)
target_link_libraries(tfrec_opencv INTERFACE OpenCV::imgcodecs)

# tfrec_codec_row(name licence folder header macro...): a row of the table of libraries.
macro(tfrec_codec_row name licence folder header)
  tfrec_version_in(${OPENCV_ROOT}/include/${header} version ${ARGN})
  file(GLOB texts ${OPENCV_ROOT}/licences/${folder}/*)
  tfrec_library(NAME ${name} VERSION ${version} LICENCE "${licence}" TEXTS ${texts}
                SOURCE https://files.pythonhosted.org/${archive} SHA256 ${sha256})
endmacro()
tfrec_codec_row(OpenCV Apache-2.0 opencv opencv4/opencv2/core/version.hpp
                CV_VERSION_MAJOR CV_VERSION_MINOR CV_VERSION_REVISION)
tfrec_codec_row(libjpeg-turbo "IJG AND BSD-3-Clause AND Zlib" libjpeg-turbo codecs/jconfig.h LIBJPEG_TURBO_VERSION)
tfrec_codec_row(libpng libpng-2.0 libpng codecs/png.h PNG_LIBPNG_VER_STRING)
tfrec_codec_row(libtiff libtiff libtiff codecs/tiffvers.h TIFFLIB_VERSION_STR_MAJ_MIN_MIC)
tfrec_codec_row(libwebp BSD-3-Clause libwebp codecs/webp_version.h DEC_MAJ_VERSION DEC_MIN_VERSION DEC_REV_VERSION)
tfrec_codec_row(zlib Zlib zlib codecs/zlib.h ZLIB_VERSION)
