# SPDX-License-Identifier: Apache-2.0
"""With the protobuf that TensorFlow's Python brings (upb).

It sorts a name behind those that it is the beginning of ("image_name" before "image"), which protobuf in C++, and so
TensorFlow's own code, does not. So no name here is the beginning of another; same_bytes_sorted_test.py has the rest.
"""

import unittest

import same_bytes


class SameBytesAsUpb(same_bytes.SameBytes):
    image_feature = "picture"


if __name__ == "__main__":
    unittest.main()
