# SPDX-License-Identifier: Apache-2.0
# Toolchain file: Debian's cross compiler, and libraries of Debian's packages for arm64. `qemu-aarch64` runs the program
# that writes the man pages.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
