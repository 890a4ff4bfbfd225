# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ways in which the stand-in fails, by the name of the program's function."""

import contextlib
import os
import re
import signal
import sys
import time
import zlib


def function_name(text):
    found = re.search(r"@(\w+)", text)
    return found[1] if found else ""


def say(text):
    os.write(2, text.encode())


def fail_as_asked(text):
    """What a pass of the stand-in does. Returns for a program that asks for nothing."""
    name = function_name(text)
    if name == "assertion":
        say("python3: /src/lib/Transforms/Planted.cpp:7: void {anonymous}::Planted::run(mlir::Value): "
            "Assertion `planted && \"on purpose\"' failed.\n")
        os.abort()
    elif name == "unreachable":
        say("planted layout\nUNREACHABLE executed at /src/lib/Transforms/Planted.cpp:9!\n")
        os.abort()
    elif name == "fatal":
        say("LLVM ERROR: planted error 42\n")
        os.abort()
    elif name == "segfault":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif name == "slow":
        time.sleep(3)
    elif name == "hang":
        time.sleep(3600)
    elif name == "memory":
        hoard = []
        while True:
            hoard.append(bytearray(1 << 20))
    elif name == "diagnostic":
        say("/proc/self/fd/9:3:5: error: planted diagnostic\n")
        raise RuntimeError("PassManager::run failed")
    elif name == "verifier":
        say("/proc/self/fd/9:3:5: error: 'tt.store' op planted\n")
        raise RuntimeError("PassManager::run failed")
    elif name == "swallowed":
        # As MLIR's crash recovery: if the handler can be set, the signal is not fatal.
        with contextlib.suppress(OSError):
            signal.signal(signal.SIGSEGV, signal.SIG_IGN)
        os.kill(os.getpid(), signal.SIGSEGV)
        say("/proc/self/fd/9:1:1: error: Failures have been detected while processing an MLIR pass pipeline\n"
            "/proc/self/fd/9:1:1: note: Pipeline failed while executing [`Planted` on 'builtin.module' operation]\n")
        raise RuntimeError("PassManager::run failed")
    elif name == "noise":
        for _ in range(1000):
            say("x" * 9999 + "\n")
        say("LLVM ERROR: after much noise\n")
        os.abort()
    elif name == "speechless":
        os._exit(7)
    elif name == "flaky":
        try:  # Fails once for each worker.
            os.close(os.open(f"/tmp/fathom-flaky-{os.getppid()}", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return
        os.abort()
    elif name == "worker_dies":
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(3600)
    elif name == "orphan":
        # A tool that the compiler started, and that hangs.
        os.spawnlp(os.P_WAIT, "sleep", "sleep", "3600")
    elif name == "chatter":
        print("a line on stdout")
        sys.stdout.flush()
    elif name == "kernel":
        # A program of the generator: one in eight fails, in one of forty scattered ways.
        number = zlib.crc32(text.encode()) % 320
        if number < 40:
            word = "abcdefgh"[number // 5] + "klmno"[number % 5]
            say(f"python3: /src/lib/Transforms/Planted.cpp:7: void run(): Assertion `planted_{word}' failed.\n")
            os.abort()
