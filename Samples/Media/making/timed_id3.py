"""timed_id3.py TAGS.json FOLDER TS_START: adds a timed-metadata stream to the segments of FOLDER.

In MPEG-TS, ID3 tags are a separate elementary stream: the program map announces stream type 0x15
with the registration `ID3 `, and each tag is one PES packet of private stream 1. FFmpeg cannot make
such a stream from plain tags, so this script writes the packets.
"""
import json
import os
import sys

import id3tag
from playlist import MediaPlaylist
from transport import SIZE, presentation_time, program_map_identifier, with_stream

PID = 0x102
POINTER = b"\xff\xffID3 \xffID3 \x00\x1f\x00\x01"  # metadata pointer: private format, service 0
METADATA = b"\xff\xffID3 \xffID3 \x00\x0f"  # metadata descriptor: the same format and service


def timestamp(ticks):
    return bytes([0x21 | ticks >> 29 & 0x0E, ticks >> 22 & 0xFF, 0x01 | ticks >> 14 & 0xFE,
                  ticks >> 7 & 0xFF, 0x01 | ticks << 1 & 0xFE])


def packets(tag, ticks, counter):
    """One tag as a PES packet, divided into transport packets whose counters continue `counter`."""
    body = b"\x84\x80\x05" + timestamp(ticks) + tag
    pes = b"\0\0\1\xbd" + len(body).to_bytes(2, "big") + body
    at, pieces = 0, []
    while at < len(pes):
        piece = pes[at:at + SIZE - 4]
        stuffing = SIZE - 4 - len(piece)
        control = 0x10 if stuffing == 0 else 0x30
        field = b"" if stuffing == 0 else bytes([stuffing - 1])
        if stuffing > 1:
            field += b"\0" + b"\xff" * (stuffing - 2)
        head = bytes([0x47, (0x40 if at == 0 else 0) | PID >> 8, PID & 0xFF,
                      control | (counter + len(pieces)) & 15])
        pieces.append(head + field + piece)
        at += len(piece)
    return pieces


def frames(entry):
    for frame in entry["frames"]:
        for name, values in frame.items():
            if name == "PRIV":
                yield id3tag.private(values[0], values[1].encode())
            elif name == "TXXX":
                yield id3tag.user_text(values[0], values[1] * frame.get("repeat", 1))
            elif name != "repeat":
                yield id3tag.text(name, values[0])


with open(sys.argv[1], encoding="utf-8") as file:
    entries = json.load(file)
folder, start = sys.argv[2], float(sys.argv[3])
counter, begin = 0, 0.0
for segment in MediaPlaylist(os.path.join(folder, "index.m3u8")).segments:
    data, out, mapped = segment.read(), [], None
    waiting = [e for e in entries if begin <= e["time"] < begin + segment.duration]
    for at in range(0, len(data), SIZE):
        packet = data[at:at + SIZE]
        pid = (packet[1] & 31) << 8 | packet[2]
        if pid == 0:
            mapped = program_map_identifier(packet)
        elif pid == mapped:
            packet = with_stream(packet, 0x15, PID, bytes([37, len(POINTER)]) + POINTER,
                                 bytes([38, len(METADATA)]) + METADATA)
        # A tag is inserted before the first video frame that is shown at its time or later.
        time = presentation_time(packet) if pid == 0x100 else None
        while waiting and time is not None and time >= round((start + waiting[0]["time"]) * 90000):
            entry = waiting.pop(0)
            ticks = round((start + entry["time"]) * 90000)
            pieces = packets(id3tag.tag(*frames(entry)), ticks, counter)
            counter += len(pieces)
            out += pieces
        out.append(packet)
    for entry in waiting:  # later than the segment's last frame
        pieces = packets(id3tag.tag(*frames(entry)), round((start + entry["time"]) * 90000), counter)
        counter += len(pieces)
        out += pieces
    with open(segment.path, "wb") as file:
        file.write(b"".join(out))
    begin += segment.duration
