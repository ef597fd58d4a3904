# SPDX-License-Identifier: Apache-2.0
"""Names that mean something to a shell, a glob, a terminal or Python."""

FOR_SHELLS = [
    "my plan", "a$(touch pwn)b", "a`touch pwn`b", "it's", 'dq"x', "back\\slash", "~", "*", "{a,b}",
    "a;touch pwn", "$HOME", "a=b", "new\nline", "\x1b[31mred"]
FOR_TERMINALS = "e\x1b]0;x\x07\r\x7f\u009b\u0085z"
NOT_UTF8 = b"x\xff\xfe\xc3(\xed\xa0\x80"
