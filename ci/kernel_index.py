# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels that lie in a folder beside the project: index.jsonl has an object a line for each, "ttir" is its file."""
import json
import os
import sys


def kernels_in(folder):
    """The objects of the index; where there is none, ends the script as one that had nothing to look at."""
    path = os.path.join(folder, "index.jsonl")
    if not os.path.exists(path):
        print("skipped: no kernels in " + folder)
        sys.exit(77)
    with open(path) as index:
        return [json.loads(line) for line in index]
