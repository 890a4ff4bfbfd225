# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds Triton releases in the cache and fetches those that are not there.

    triton_wheels.py find VERSION|PATH     prints {"folder": ..., "python": ...} or {"error": ...}
    triton_wheels.py fetch VERSION...      fetches what is missing, and says so
    triton_wheels.py list                  the versions that there are, and those in the cache

The cache is $FATHOM_CACHE, else $XDG_CACHE_HOME/fathom, else ~/.cache/fathom. A release is installed beside its place
under a temporary name and then renamed, under a lock, so that nobody ever sees half of one; pip checks the hash of the
wheel against wheels.txt. Once a release is there, no network is needed.
"""

import contextlib
import fcntl
import json
import os
import re
import shutil
import subprocess
import sys

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "wheels.txt")
MEGABYTES_NEEDED = 1200  # Unpacked, with room for the wheel.


class Problem(Exception):
    pass


def read_table():
    """{version: {tag: hash}}, oldest first."""
    table = {}
    with open(TABLE) as lines:
        for line in lines:
            fields = line.split("#")[0].split()
            if fields:
                version, tag, digest = fields
                table.setdefault(version, {})[tag] = digest
    return table


def cache_folder():
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(os.environ.get("FATHOM_CACHE") or os.path.join(base, "fathom"), "triton")


def fits(tag, python):
    """Whether a wheel for a tag, "cp311" or "cp312+", runs on a Python, (3, 13)."""
    wanted = (3, int(tag[3:].rstrip("+")))
    return python >= wanted if tag.endswith("+") else python == wanted


def spoken(tag):
    return "3." + tag[3:].replace("+", " or later")


def version_of(interpreter):
    code = "import sys; print(*sys.version_info[:2])"
    try:
        told = subprocess.run([interpreter, "-c", code], capture_output=True, text=True, timeout=60)
        major, minor = told.stdout.split()
        return int(major), int(minor)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


def python_for(tags):
    """This interpreter if a wheel fits it, else one of the PATH that fits; and the tag."""
    for tag in tags:
        if fits(tag, sys.version_info[:2]):
            return sys.executable, tag
    if not os.environ.get("FATHOM_PYTHON"):
        for tag in tags:
            other = shutil.which("python3." + tag[3:].rstrip("+"))
            if other and fits(tag, version_of(other) or (0, 0)):
                return other, tag
    return None, None


def installed_tags(folder):
    """The Python tags that an unpacked wheel says it is for."""
    tags = set()
    for entry in os.listdir(folder):
        wheel = os.path.join(folder, entry, "WHEEL")
        if entry.startswith("triton-") and entry.endswith(".dist-info") and os.path.exists(wheel):
            with open(wheel) as lines:
                for line in lines:
                    tag = re.match(r"Tag: (cp\d+)-(\w+)-", line)
                    if tag:
                        tags.add(tag[1] + ("+" if tag[2] == "abi3" else ""))
    return sorted(tags)


def find_folder(path):
    if not os.path.isdir(path):
        raise Problem(f"there is no folder {path}; give a version ({', '.join(read_table())}), a checkout's python/ "
                      "folder or an unpacked wheel")
    if not os.path.isfile(os.path.join(path, "triton", "__init__.py")):
        inner = os.path.join(path, "python")
        if not os.path.isfile(os.path.join(inner, "triton", "__init__.py")):
            raise Problem(f"{path} does not hold the package triton; give a checkout's python/ folder or an unpacked "
                          "wheel")
        path = inner
    tags = installed_tags(path)
    python, _ = python_for(tags) if tags else (sys.executable, None)
    if python is None:
        raise Problem(f"the Triton in {path} is for Python {', '.join(map(spoken, tags))}, and this is Python "
                      f"{version_name()}; set FATHOM_PYTHON to such an interpreter")
    return {"folder": os.path.abspath(path), "python": python}


def version_name():
    return ".".join(map(str, sys.version_info[:3]))


def cached(version):
    return os.path.isdir(os.path.join(cache_folder(), version))


def find_release(version):
    table = read_table()
    if version not in table:
        raise Problem(f"there is no Triton {version}; there are {', '.join(table)}. A folder is given as a path, with "
                      "a slash")
    place = os.path.join(cache_folder(), version)
    if not os.path.isdir(place):
        fetch(version, table[version], place)
    try:
        return find_folder(place)
    except Problem as problem:
        raise Problem(f"{problem}, or remove {place} to have it fetched for this Python") from None


@contextlib.contextmanager
def locked(place):
    """Lets one process at a time fetch a release."""
    try:
        os.makedirs(os.path.dirname(place), exist_ok=True)
        lock = open(place + ".lock", "w")
    except OSError as error:
        raise Problem(f"cannot write to the cache: {error}; set FATHOM_CACHE to a folder that can be written") from None
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def fetch(version, wheels, place):
    python, tag = python_for(wheels)
    if python is None:
        raise Problem(f"Triton {version} has no wheel for Python {version_name()}, only for "
                      f"{', '.join(map(spoken, wheels))}; set FATHOM_PYTHON to such an interpreter")
    with locked(place):
        if os.path.isdir(place):
            return  # Another process was faster.
        free = shutil.disk_usage(os.path.dirname(place)).free >> 20
        if free < MEGABYTES_NEEDED:
            raise Problem(f"Triton {version} needs {MEGABYTES_NEEDED} MB and {os.path.dirname(place)} has {free} MB "
                          "left: the disk is full; make room, or set FATHOM_CACHE to a folder elsewhere")
        scratch = place + ".new"
        shutil.rmtree(scratch, ignore_errors=True)  # What an interrupted fetch left.
        print(f"fathom: fetching Triton {version} into {place}", file=sys.stderr)
        try:
            install(python, version, wheels[tag], scratch)
            os.rename(scratch, place)
        except OSError as error:
            raise Problem(f"cannot install Triton {version} in {place}: {error}") from None
        finally:
            shutil.rmtree(scratch, ignore_errors=True)


def install(python, version, digest, folder):
    os.makedirs(folder)
    wanted = os.path.join(folder, "wanted.txt")
    with open(wanted, "w") as out:
        out.write(f"triton=={version} --hash=sha256:{digest}\n")
    target = os.path.join(folder, "package")
    command = [python, "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", "--no-deps",
               "--no-cache-dir", "--only-binary=:all:", "--require-hashes", "--retries=2", "--target", target, "-r",
               wanted]
    told = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={**os.environ, "PIP_ROOT_USER_ACTION": "ignore"})
    if told.returncode != 0:
        raise Problem(explain(version, python, told.stdout))
    for entry in os.listdir(target):
        os.rename(os.path.join(target, entry), os.path.join(folder, entry))
    os.rmdir(target)
    os.remove(wanted)


def explain(version, python, said):
    """What to do about a failure of pip, by what it said."""
    last = said.strip().splitlines()[-12:]
    full = "the disk is full; make room, or set FATHOM_CACHE and TMPDIR to folders elsewhere"
    reasons = (
        ("No module named pip", f"{python} has no pip: install it (Debian: python3-pip), or set FATHOM_PYTHON"),
        ("DO NOT MATCH THE HASHES", "the wheel that was served is not the one that fathom knows (its SHA-256 differs): "
         "nothing was installed; see whether a proxy alters downloads"),
        ("No space left on device", full),
        ("Disk quota exceeded", full),
        ("File too large", full),
        ("No matching distribution", "the package index does not serve it for this machine and Python, or cannot be "
         "reached: check the network and pip's configuration"),
        ("Connection", "the package index cannot be reached: check the network and pip's configuration; once a release "
         "is in the cache no network is needed"),
    )
    reason = next((text for mark, text in reasons if mark in said), "pip failed")
    return f"cannot fetch Triton {version}: {reason}. pip said:\n" + "\n".join("  " + line for line in last)


def find(wanted):
    return find_folder(wanted) if "/" in wanted or os.path.isdir(wanted) else find_release(wanted)


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "find":
        try:
            print(json.dumps(find(arguments[1])))
        except Problem as problem:
            print(json.dumps({"error": str(problem)}))
        return 0
    if len(arguments) > 1 and arguments[0] == "fetch":
        try:
            for version in arguments[1:]:
                print(f"Triton {version}: {find_release(version)['folder']}")
        except Problem as problem:
            print(f"error: {problem}", file=sys.stderr)
            return 2
        return 0
    if arguments == ["cached"]:
        print(json.dumps({"releases": [version for version in read_table() if cached(version)]}))
        return 0
    if arguments == ["list"]:
        for version in read_table():
            print(version, "in the cache" if cached(version) else "")
        return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
