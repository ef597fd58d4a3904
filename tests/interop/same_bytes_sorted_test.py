# SPDX-License-Identifier: Apache-2.0
"""With protobuf in plain Python, which sorts names as protobuf in C++ does: "image" before "image_name"."""

import os
import unittest

os.environ["PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION"] = "python"

import same_bytes  # noqa: E402


class SameBytesSorted(same_bytes.SameBytes):
    pass


if __name__ == "__main__":
    unittest.main()
