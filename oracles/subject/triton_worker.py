# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles programs with one Triton release: imports it once, forks for each job, and outlives whatever the job does.

    triton_worker.py FOLDER      FOLDER holds the package `triton`

A frame is two 32-bit little-endian lengths, a JSON header and a payload. Requests come on descriptor 3, replies go
to descriptor 4: the compiler may write to stdout and stderr as it likes. The first frame sent is {"ready": {...}} or
{"failed": text}. Then, for each request:

    {"target": ["cuda", "80", 32], "options": {"num_warps": 4, ...}, "stage": "ttgir", "passes": "", "llvm": true,
     "dump": false, "step": false, "texts": false, "reprint": false, "raw": false,
     "seconds": 60, "clock_seconds": 360, "megabytes": 4096, "log_bytes": 65536}      payload: the program

the reply is

    {"status": wait status, "timeout": false, "seconds": CPU time, "records": bytes, "log": bytes}
                                                                 payload: the records, then the log

The records are what the job had to say before it ended, each a line of JSON that a text may follow:

    {"begin": "ttir"}                               a stage starts, or "parse", "options", "passes"
    {"step": 7, "pass": "passes.ttgpuir.add_coalesce", "size": N}   with "step": a pass starts, "" when a pipeline is
                                                    over; with "texts": N bytes of the IR that it is given
    {"made": "ttir", "seconds": 0.003, "size": N}   and N bytes of text
    {"kernel": {...}}                               after "asm": what a launcher must know (triton_kernel.py)
    {"error": "RuntimeError", "text": "..."}        an exception
    {"done": true}

This process has no MLIR context of its own, so that each fork starts clean.
"""

import ctypes
import gc
import json
import os
import random
import resource
import select
import signal
import struct
import sys
import time

REQUESTS, REPLIES, PROGRAM, RECORDS = 3, 4, 9, 8
VERIFYING = "fathom: the compiler's own verifier, asked after the failure:\n"
LARGEST_FILE = 1 << 28


def read_exactly(fd, size):
    chunks = []
    while size:
        chunk = os.read(fd, min(size, 1 << 20))
        if not chunk:
            return None
        chunks.append(chunk)
        size -= len(chunk)
    return b"".join(chunks)


def read_frame(fd):
    lengths = read_exactly(fd, 8)
    if lengths is None:
        return None, None
    header_size, payload_size = struct.unpack("<II", lengths)
    header = read_exactly(fd, header_size)
    payload = read_exactly(fd, payload_size)
    if header is None or payload is None:
        return None, None
    return json.loads(header), payload


def write_all(fd, data):
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view):]


def write_frame(fd, header, payload=b""):
    text = json.dumps(header).encode()
    write_all(fd, struct.pack("<II", len(text), len(payload)) + text + payload)


def record(entry, text=b""):
    write_all(RECORDS, json.dumps(entry).encode() + b"\n" + text)


def address_space():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[0]) * resource.getpagesize()


def cpu_seconds(process):
    """CPU time of a process and of those it started, ended ones too; 0 if it is gone."""
    try:
        with open(f"/proc/{process}/stat") as stat, open(f"/proc/{process}/task/{process}/children") as children:
            # user, system, and the same of children that it waited for; the name before may have blanks
            ticks = sum(map(int, stat.read().rpartition(")")[2].split()[11:15]))
            return ticks / os.sysconf("SC_CLK_TCK") + sum(map(cpu_seconds, children.read().split()))
    except OSError:
        return 0


def bounded_contents(fd, limit):
    """A memory file's text: all of it, or its first and last parts where it is longer than the limit."""
    size = os.fstat(fd).st_size
    if size <= limit:
        return os.pread(fd, size, 0)
    half = limit // 2
    return b"%s\n... %d bytes left out ...\n%s" % (os.pread(fd, half, 0), size - 2 * half,
                                                  os.pread(fd, half, size - half))


def die_of_signals(libc):
    """From now on no handler can be set for a signal: MLIR's crash recovery, which says nothing of the signal that it
    caught, finds its handlers refused, and the signal ends the process."""

    class Instruction(ctypes.Structure):
        _fields_ = [("code", ctypes.c_uint16), ("if_true", ctypes.c_uint8), ("if_false", ctypes.c_uint8),
                    ("value", ctypes.c_uint32)]

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_uint16), ("instructions", ctypes.POINTER(Instruction))]

    load, if_equal, leave = 0x20, 0x15, 0x06
    sigaction = {"x86_64": 13, "aarch64": 134}[os.uname().machine]
    refuse_with_eperm, allow = 0x00050001, 0x7FFF0000
    filter_ = (Instruction * 4)(Instruction(load, 0, 0, 0), Instruction(if_equal, 0, 1, sigaction),
                                Instruction(leave, 0, 0, refuse_with_eperm), Instruction(leave, 0, 0, allow))
    program = Program(4, filter_)
    libc.prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS, which a filter needs.
    libc.prctl(22, 2, ctypes.byref(program))  # PR_SET_SECCOMP, SECCOMP_MODE_FILTER


def stir_heap(libc, seed):
    """Takes blocks of each small size for good, so that no two jobs get the same addresses: an order that hangs on them differs from job to job, and determinism sees it."""
    numbers = random.Random(seed)
    for size in range(16, 1040, 16):
        for _ in range(numbers.randrange(16)):
            libc.malloc(size)


class Worker:

    def __init__(self, release):
        self.jobs = 0
        self.release = release
        self.base_memory = address_space()
        self.libc = ctypes.CDLL(None)

    def serve(self):
        while True:
            job, program = read_frame(REQUESTS)
            if job is None:
                return
            self.answer(job, program)

    def answer(self, job, program):
        records = os.memfd_create("records")
        log = os.memfd_create("log")
        source = os.memfd_create("program")
        write_all(source, program)
        self.jobs += 1
        child = os.fork()
        if child == 0:
            self.be_the_job(job, program, records, log, source)
        status, timeout, abandoned, seconds = self.wait_for(child, job["seconds"], job.get("clock_seconds", job["seconds"]))
        if abandoned:
            os._exit(0)
        said = os.pread(records, os.fstat(records).st_size, 0)
        text = bounded_contents(log, job["log_bytes"])
        for fd in (records, log, source):
            os.close(fd)
        header = {"status": status, "timeout": timeout, "seconds": seconds, "records": len(said), "log": len(text)}
        write_frame(REPLIES, header, said + text)

    def wait_for(self, child, limit, clock_limit):
        """The wait status, whether time ran out, whether nobody waits for the answer any more, and seconds of CPU time with ptxas and the like.

        Time has run out when the job had so much of a processor; by the clock that is longer on a busy machine, but no job goes on beyond clock_limit."""
        handle = os.pidfd_open(child)
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        poll.register(REQUESTS, 0)  # Only its hang-up.
        deadline = time.monotonic() + clock_limit
        left, events = limit, []
        while not events and left > 0:
            events = poll.poll(max(left * 1000, 10))
            left = min(limit - cpu_seconds(child), deadline - time.monotonic())
        ended = any(fd == handle for fd, _ in events)
        timeout, abandoned = not events, bool(events) and not ended
        os.close(handle)
        try:  # Also ends whatever the job started itself: ptxas, a linker.
            os.killpg(child, signal.SIGKILL) if timeout or abandoned else None
        except ProcessLookupError:
            pass
        if timeout or abandoned:
            os.kill(child, signal.SIGKILL)
        _, status, used = os.wait4(child, 0)
        return status, timeout, abandoned, used.ru_utime + used.ru_stime

    def be_the_job(self, job, program, records, log, source):
        try:
            os.setpgid(0, 0)
            self.libc.prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: no job outlives its worker.
            os.dup2(log, 1)
            os.dup2(log, 2)
            os.dup2(records, RECORDS)
            os.dup2(source, PROGRAM)
            os.close(REQUESTS)
            os.close(REPLIES)
            memory = self.base_memory + job["megabytes"] * (1 << 20)
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            stir_heap(self.libc, self.jobs)
            resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            if job.get("raw"):
                die_of_signals(self.libc)
            os.environ["MLIR_ENABLE_DUMP"] = "1" if job["dump"] else "0"
            self.release.compile(job, program, record)
            record({"done": True})
        except MemoryError:
            record({"error": "MemoryError", "text": "out of memory"})
        except BaseException as error:  # Whatever it is, it is the job's answer.
            sys.stdout.flush()
            record({"error": type(error).__name__, "text": str(error)})
            self.ask_verifier()
        finally:
            os._exit(0)

    def ask_verifier(self):
        """Says in the log whether the module that a failure left behind is itself ill-formed."""
        module = self.release.module
        if module is not None:
            write_all(2, VERIFYING.encode())
            module.verify()


def main():
    sys.path.insert(0, sys.argv[1])
    sys.path.insert(1, os.path.dirname(os.path.abspath(__file__)))
    try:
        import triton_release
        release = triton_release.Release()
    except BaseException as error:
        write_frame(REPLIES, {"failed": f"{type(error).__name__}: {error}"})
        return 1
    gc.collect()
    gc.freeze()
    gc.disable()
    write_frame(REPLIES, {"ready": release.facts()})
    Worker(release).serve()
    return 0


if __name__ == "__main__":
    os._exit(main())  # Past the exit handlers of libraries, which have a lot to say.
