# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A stand-in for a Triton release, which fails in whatever way the name of the program's function says (planted.py)."""

import os
import sys

__version__ = "3.6.0"


def send_garbage_when_asked():
    """Breaks the worker's protocol, or the worker, once a program asks for it."""
    worker = sys.modules.get("__main__")
    whole = getattr(worker, "write_frame", None)
    if whole is None:
        return

    def write_frame(fd, header, payload=b""):
        if b"@garbage" in payload:
            os.write(fd, b"\xff" * 64)
        elif b"@half_an_answer" in payload:
            os.write(fd, b"\x10\x00\x00\x00\x10\x00\x00\x00{")
            os._exit(3)
        else:
            whole(fd, header, payload)

    worker.write_frame = write_frame


send_garbage_when_asked()
