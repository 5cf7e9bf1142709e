"""timed_id3.py TAGS.json FOLDER TS_START: adds a timed-metadata stream to the segments of FOLDER.

ID3 tags travel in MPEG-TS as their own elementary stream: the program map announces stream type
0x15 with the registration `ID3 `, and each tag is one PES packet of private stream 1. FFmpeg cannot
make such a stream out of plain tags, so the packets are written here.
"""
import json
import os
import sys

import id3tag
from playlist import MediaPlaylist
from transport import SIZE, presentation_time

PID = 0x102
POINTER = b"\xff\xffID3 \xffID3 \x00\x1f\x00\x01"  # metadata pointer: private format, service 0
METADATA = b"\xff\xffID3 \xffID3 \x00\x0f"  # metadata descriptor: the same format and service


def crc32(data):
    """The CRC of MPEG-2 sections: most significant bit first, no final inversion."""
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte << 24
        for _ in range(8):
            value = (value << 1 ^ (0x04C11DB7 if value & 0x80000000 else 0)) & 0xFFFFFFFF
    return value.to_bytes(4, "big")


def program_map(packet):
    """The packet of a program map, with the metadata stream added to it."""
    at = 5 + packet[4]
    length = (packet[at + 1] & 15) << 8 | packet[at + 2]
    section = packet[at:at + 3 + length - 4]
    information = (section[10] & 15) << 8 | section[11]
    pointer = bytes([37, len(POINTER)]) + POINTER
    descriptor = bytes([38, len(METADATA)]) + METADATA
    body = (section[3:10] + (0xF000 | information + len(pointer)).to_bytes(2, "big")
            + section[12:12 + information] + pointer + section[12 + information:]
            + b"\x15" + (0xE000 | PID).to_bytes(2, "big")
            + (0xF000 | len(descriptor)).to_bytes(2, "big") + descriptor)
    section = section[:1] + (0xB000 | len(body) + 4).to_bytes(2, "big") + body
    packet = packet[:at] + section + crc32(section)
    assert len(packet) <= SIZE
    return packet.ljust(SIZE, b"\xff")


def timestamp(ticks):
    return bytes([0x21 | ticks >> 29 & 0x0E, ticks >> 22 & 0xFF, 0x01 | ticks >> 14 & 0xFE,
                  ticks >> 7 & 0xFF, 0x01 | ticks << 1 & 0xFE])


def packets(tag, ticks, counter):
    """One tag as a PES packet, cut into transport packets that count on from `counter`."""
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
            table = 5 + packet[4]
            mapped = (packet[table + 10] & 31) << 8 | packet[table + 11]
        elif pid == mapped:
            packet = program_map(packet)
        # A tag goes before the first video frame that is shown at its time or later.
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
