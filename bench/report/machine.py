# SPDX-License-Identifier: Apache-2.0
"""The machine that this runs on, and the versions of what is measured; "unknown" for what it does not tell."""

import os
import platform
import re
import subprocess

UNKNOWN = "unknown"


def machine_fields(work):
    """work is a directory on the file system that is measured."""
    return {"cpu": field("/proc/cpuinfo", "model name"), "cores": os.cpu_count() or 1, "memory": memory(),
            "kernel": platform.release(), "filesystem": last_line("df", "--output=fstype", work)}


def versions(root):
    pom = properties(root / "java/pom.xml", root / "java/bench/pom.xml")
    several = {
        "rocksdb": last_line("pkg-config", "--modversion", "rocksdb"),
        "rocksdbjni": pom.get("rocksdbjni.newest.version", UNKNOWN),
        "frocksdbjni": joined(pom, "frocksdbjni.flink2.version", "frocksdbjni.flink1.version"),
        "flink": joined(pom, "flink2.version", "flink1.version"),
        "jmh": pom.get("jmh.version", UNKNOWN),
        "java": first_line("java", "-version"),
        "compiler": first_line(compiler(root), "--version"),
    }
    return {name: version for name, version in several.items() if version != UNKNOWN}


def joined(pom, *names):
    return ", ".join(pom[name] for name in names if name in pom) or UNKNOWN


def properties(*paths):
    """Of Maven's project files, as far as they are there."""
    found = {}
    for path in paths:
        if path.exists():
            found.update(re.findall(r"<([\w.]+\.version)>([^<$]+)</\1>", path.read_text(encoding="utf-8")))
    return found


def compiler(root):
    """What the release preset was built with."""
    cache = root / "build/release/CMakeCache.txt"
    found = cache.exists() and re.search(r"^CMAKE_CXX_COMPILER:\w+=(.+)$", cache.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else "c++"


def field(path, name):
    """The value after a colon."""
    try:
        with open(path, encoding="utf-8") as file:
            found = re.search(rf"^{name}\s*:\s*(.+)$", file.read(), re.MULTILINE)
    except OSError:
        return UNKNOWN
    return found[1].strip() if found else UNKNOWN


def memory():
    kib = field("/proc/meminfo", "MemTotal").removesuffix(" kB")
    return f"{int(kib) / (1 << 20):.1f} GiB" if kib.isdecimal() else UNKNOWN


def lines(*command):
    """What it prints, on stderr as well: that is where java tells its version."""
    try:
        result = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True, check=False)
    except OSError:
        return [UNKNOWN]
    printed = result.stdout.strip().splitlines() if result.returncode == 0 else []
    return printed or [UNKNOWN]


def first_line(*command):
    return lines(*command)[0].strip()


def last_line(*command):
    return lines(*command)[-1].strip()
