"""A minimal HLS reader, with which the make script measures the assets."""
import os
import re


class Segment:
    """A segment, with the text of its key tag and its initialization section."""

    def __init__(self, duration, path, start=0, length=None, key=None, map=None):
        self.duration, self.path, self.start, self.length = duration, path, start, length
        self.key, self.map = key, map

    def read(self):
        with open(self.path, "rb") as file:
            file.seek(self.start)
            return file.read() if self.length is None else file.read(self.length)


def attributes(line):
    """The attributes of a tag, without quotes."""
    return {name: value.strip('"') for name, value in
            re.findall(r'([A-Z0-9-]+)=("[^"]*"|[^",]*)', line.partition(":")[2])}


class MediaPlaylist:
    def __init__(self, path):
        self.path, self.segments, self.breaks, self.target = path, [], [], None
        home, duration, span, place = os.path.dirname(path), None, None, {}
        key, section = None, None
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        assert lines[0] == "#EXTM3U" and lines[-1] == "#EXT-X-ENDLIST", path
        for line in lines:
            if line.startswith("#EXT-X-TARGETDURATION:"):
                self.target = int(line.partition(":")[2])
            elif line.startswith("#EXT-X-MAP:"):
                fields = attributes(line)
                section = Segment(0, os.path.join(home, fields["URI"]))
                if "BYTERANGE" in fields:
                    section.length, section.start = map(int, fields["BYTERANGE"].split("@"))
            elif line.startswith("#EXT-X-KEY:"):
                key = attributes(line)
            elif line.startswith("#EXTINF:"):
                duration = float(line.partition(":")[2].rstrip(","))
            elif line.startswith("#EXT-X-BYTERANGE:"):
                length, _, start = line.partition(":")[2].partition("@")
                span = (int(start) if start else None, int(length))
            elif line == "#EXT-X-DISCONTINUITY":
                self.breaks.append(len(self.segments))
            elif line and not line.startswith("#"):
                file = os.path.join(home, line)
                start, length = span or (0, None)
                start = place.get(file, 0) if start is None else start
                if length is not None:
                    place[file] = start + length
                self.segments.append(Segment(duration, file, start, length, key, section))
                duration, span = None, None

    @property
    def map(self):
        return self.segments[0].map

    @property
    def duration(self):
        return sum(segment.duration for segment in self.segments)

    def rates(self):
        """The peak and the average bits per second of whole segments."""
        sizes = [len(segment.read()) * 8 for segment in self.segments]
        peak = max(size / segment.duration for size, segment in zip(sizes, self.segments))
        return peak, sum(sizes) / self.duration
