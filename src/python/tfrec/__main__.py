# SPDX-License-Identifier: Apache-2.0
"""python -m tfrec ARGUMENTS is tfrec ARGUMENTS."""

import os
import sys

from tfrec import program

os.execv(program(), ["tfrec"] + sys.argv[1:])
