"""Runs commands in turn and measures the wall time, the peak memory and the time to a first line."""
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time


class CannotRun(Exception):
    pass


class Result:
    """The median of several runs of one contender."""

    def __init__(self, seconds, megabytes):
        self.seconds = statistics.median(seconds)
        self.megabytes = statistics.median(megabytes)
        self.spread = f"{self.seconds:.2f} s ({min(seconds):.2f}-{max(seconds):.2f})"


class PeakMemory(threading.Thread):
    """Watches the peak memory of a process while it runs.

    What `wait4` reports will not do: between fork and exec a child counts as large as this Python.
    The kernel keeps the peak of the new program in /proc, so looking now and then loses nothing but
    what is added in the last milliseconds.
    """

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.path, self.megabytes, self.ended = f"/proc/{pid}/status", 0.0, threading.Event()

    def run(self):
        while not self.ended.wait(0.004):
            try:
                with open(self.path, encoding="ascii") as file:
                    peak = re.search(r"VmHWM:\s*(\d+) kB", file.read())
            except OSError:
                return
            if peak:
                self.megabytes = max(self.megabytes, int(peak[1]) / 1024)


def once(command, until=None):
    """The seconds and peak megabytes of one run; with `until`, the seconds to the first such line."""
    with tempfile.TemporaryFile() as errors:
        begin = time.monotonic()
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stderr=errors,
            stdout=subprocess.DEVNULL if until is None else subprocess.PIPE)
        memory = PeakMemory(process.pid)
        memory.start()
        seen = None
        if until is not None:
            pattern = re.compile(until)
            for line in process.stdout:
                if seen is None and pattern.search(line):
                    seen = time.monotonic() - begin
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - begin
        memory.ended.set()
        memory.join()
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.stdout:
            process.stdout.close()
        errors.seek(0)
        words = errors.read().decode(errors="replace").strip().splitlines()
    shown = " ".join(command[:6]) + (" ..." if len(command) > 6 else "")
    if process.returncode != 0:
        raise CannotRun(f"{shown} ended with {process.returncode}: {' | '.join(words[-3:])}")
    if until is not None and seen is None:
        raise CannotRun(f"{shown} never said {until.decode()}")
    # Without /proc (macOS), or for a program that ended immediately, a coarser number is used.
    scale = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return (seconds if until is None else seen), memory.megabytes or usage.ru_maxrss / scale


def contest(contenders, runs, before=None):
    """Runs the contenders in turn; each is a command, or a command and the line to wait for.

    `before` is called with the name of who is next, and takes no part in its time.
    """
    samples = {name: ([], []) for name in contenders}
    for _ in range(runs):
        for name, contender in contenders.items():
            command, until = contender if isinstance(contender, tuple) else (contender, None)
            if before is not None:
                before(name)
            seconds, megabytes = once(command, until)
            samples[name][0].append(seconds)
            samples[name][1].append(megabytes)
    return {name: Result(*sample) for name, sample in samples.items()}
