"""Parses and writes the boxes of an ISO base media file (ISO/IEC 14496-12)."""
import struct


class Box:
    """A box with its type, and either its payload or its child boxes."""

    def __init__(self, kind, payload=b"", children=None, head=b""):
        self.kind, self.payload, self.children, self.head = kind, payload, children, head

    def bytes(self):
        body = self.payload if self.children is None else (
            self.head + b"".join(child.bytes() for child in self.children))
        return struct.pack(">I4s", 8 + len(body), self.kind) + body

    def all(self, kind):
        return [child for child in self.children if child.kind == kind]

    def first(self, *path):
        """The first box at the end of a path of types."""
        box = self
        for kind in path:
            box = box.all(kind)[0]
        return box

    def flags(self):
        return int.from_bytes(self.payload[1:4], "big")


def full(kind, version, flags, *parts):
    return Box(kind, bytes([version]) + flags.to_bytes(3, "big") + b"".join(parts))


# The number of bytes before the children of a box, for boxes that have children.
CONTAINERS = {b"moov": 0, b"trak": 0, b"mdia": 0, b"minf": 0, b"stbl": 0, b"mvex": 0, b"moof": 0,
              b"traf": 0, b"sinf": 0, b"schi": 0, b"stsd": 8, b"avc1": 78, b"encv": 78,
              b"mp4a": 28, b"enca": 28}


def parse(data):
    found, at = [], 0
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        assert 8 <= size <= len(data) - at, (kind, size)
        payload = data[at + 8:at + size]
        if kind in CONTAINERS:
            head = CONTAINERS[kind]
            found.append(Box(kind, children=parse(payload[head:]), head=payload[:head]))
        else:
            found.append(Box(kind, payload))
        at += size
    return found
