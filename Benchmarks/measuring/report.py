"""Prints the measured values, each ratio with its threshold."""
import json
import os
import platform
import subprocess


class Report:
    def __init__(self, thresholds, runs):
        with open(thresholds, encoding="utf-8") as file:
            self.thresholds = json.load(file)
        self.runs, self.values, self.missed, self.failures = runs, {}, [], []

    def begin(self):
        version = subprocess.run(["ffmpeg", "-version"], capture_output=True, text=True).stdout
        ffmpeg = " ".join(version.split()[:3]) or "no ffmpeg"
        print(f"{os.cpu_count()} cores, {platform.machine()}, {ffmpeg}, medians of {self.runs}",
              flush=True)

    def title(self, text):
        print(f"\n{text}", flush=True)

    def value(self, name, value, detail=""):
        """Prints a number with its threshold; `detail` states the times from which it was computed."""
        self.values[name] = round(value, 4)
        judgement = ""
        for word, limit in self.thresholds.get(name, {}).items():
            met = value <= limit if word == "at most" else value >= limit
            judgement = f"{word} {limit:g}".ljust(14) + ("met" if met else "MISSED")
            if not met:
                self.missed.append(name)
        print(f"  {value:9.3f}  {name:46} {judgement:22} {detail}".rstrip(), flush=True)

    def note(self, text):
        print(f"             {text}", flush=True)

    def failure(self, name, reason):
        self.failures.append(name)
        print(f"  NOT RUN    {name}: {reason}", flush=True)

    def end(self, path, strict):
        print(f"\n{len(self.values)} measured, {len(self.missed)} missed, "
              f"{len(self.failures)} not run")
        if path:
            with open(path, "w", encoding="utf-8") as file:
                json.dump({"values": self.values, "missed": self.missed,
                           "notRun": self.failures}, file, indent=4)
                file.write("\n")
        if self.failures:
            return 2
        return 1 if self.missed and strict else 0
