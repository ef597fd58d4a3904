# SPDX-License-Identifier: Apache-2.0
# The headers and licences of the libraries below OpenCV.
set(codecs ${root}/include/codecs)
set(headers
  ${source}/3rdparty/libjpeg-turbo/src/jpeglib.h ${source}/3rdparty/libjpeg-turbo/src/jmorecfg.h
  ${source}/3rdparty/libjpeg-turbo/src/jerror.h ${build}/3rdparty/libjpeg-turbo/jconfig.h
  ${source}/3rdparty/libpng/png.h ${source}/3rdparty/libpng/pngconf.h ${source}/3rdparty/libpng/pnglibconf.h
  ${source}/3rdparty/zlib/zlib.h ${build}/3rdparty/zlib/zconf.h
  ${source}/3rdparty/libtiff/tiff.h ${source}/3rdparty/libtiff/tiffio.h
  ${build}/3rdparty/libtiff/tiffconf.h ${build}/3rdparty/libtiff/tiffvers.h)
file(COPY ${headers} DESTINATION ${codecs})
file(STRINGS ${source}/3rdparty/libwebp/src/dec/vp8i_dec.h version REGEX "define DEC_[A-Z]+_VERSION")
string(JOIN "\n" version ${version})
file(WRITE ${codecs}/webp_version.h "${version}\n")

file(COPY ${source}/LICENSE DESTINATION ${root}/licences/opencv)
file(GLOB_RECURSE texts RELATIVE ${source}/3rdparty
  ${source}/3rdparty/libjpeg-turbo/LICENSE* ${source}/3rdparty/libjpeg-turbo/README.ijg ${source}/3rdparty/libpng/LICENSE
  ${source}/3rdparty/libtiff/LICENSE* ${source}/3rdparty/libwebp/COPYING ${source}/3rdparty/libwebp/PATENTS
  ${source}/3rdparty/zlib/LICENSE)
foreach(text ${texts})
  get_filename_component(library ${text} DIRECTORY)
  file(COPY ${source}/3rdparty/${text} DESTINATION ${root}/licences/${library})
endforeach()
