# SPDX-License-Identifier: Apache-2.0
# What makes a hole in C or C++ code harder to use: for the project's own code in releases, and for the sources that
# static/third_party.cmake builds. Without -fcf-protection: libraries of Debian 12 are not all built with it, and one
# is enough to turn it off.
set(TFREC_HARDENING -fstack-protector-strong -fstack-clash-protection -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
