"""splices.py BREAKS.json FOLDER TS_START [ID...]: marks the breaks with these IDs in FOLDER.

Breaks are marked twice. The media has SCTE 35 messages in a separate stream of type 0x86, two
seconds before their splice times. The playlist has `EXT-X-DATERANGE` and the tags that older
packagers write (`EXT-OATCLS-SCTE35`, `EXT-X-CUE-OUT`, `EXT-X-CUE-IN`) at the segments that start at
the start and the end of a break, if there are such segments. Without an ID, nothing is marked.
"""
import base64
import datetime
import json
import os
import sys

from playlist import MediaPlaylist
from transport import SIZE, crc32, presentation_time, program_map_identifier, with_stream

PID = 0x103
REGISTRATION = b"\x05\x04CUEI"
AHEAD = 2.0
MORNING = datetime.datetime(2026, 1, 1, 6, tzinfo=datetime.timezone.utc)
START, END = 0x34, 0x35  # provider placement opportunity


def bits(*fields):
    """Packs pairs of a value and its width into bytes, the most significant bit first."""
    number, width = 0, 0
    for value, count in fields:
        number, width = number << count | value, width + count
    return number.to_bytes(width // 8, "big")


def splice_time(ticks):
    return bits((1, 1), (63, 6), (ticks, 33))


def splice_insert(id, ticks, duration):
    """The command that starts a break of known length, or returns from a break."""
    leaves = duration is not None
    body = bits((id, 32), (0, 1), (127, 7), (leaves, 1), (1, 1), (leaves, 1), (0, 1), (15, 4))
    body += splice_time(ticks)
    if leaves:
        body += bits((1, 1), (63, 6), (duration, 33))
    return 5, body + bits((1, 16), (0, 8), (0, 8)), b""


def time_signal(id, ticks, duration):
    """The command with a time, and the descriptor of the break that starts or ends there."""
    starts = duration is not None
    body = b"CUEI" + bits((id, 32), (0, 1), (127, 7), (1, 1), (starts, 1), (1, 1), (31, 5))
    if starts:
        body += bits((duration, 40))
    upid = b"break-%d" % id
    body += bytes([0x0F, len(upid)]) + upid + bytes([START if starts else END, 1, 1])
    return 6, splice_time(ticks), bytes([2, len(body)]) + body


def section(command, body, descriptors):
    tail = (bytes([0]) + bits((0, 1), (0, 6), (0, 33)) + b"\xff"
            + bits((0xFFF, 12), (len(body), 12)) + bytes([command]) + body
            + len(descriptors).to_bytes(2, "big") + descriptors)
    data = b"\xfc" + bits((0, 1), (0, 1), (3, 2), (len(tail) + 4, 12)) + tail
    return data + crc32(data)


def packet_of(message, counter):
    head = bytes([0x47, 0x40 | PID >> 8, PID & 0xFF, 0x10 | counter & 15, 0])
    assert len(head + message) <= SIZE
    return (head + message).ljust(SIZE, b"\xff")


class Message:
    """One message: its time and its contents."""

    def __init__(self, entry, start, isOut):
        self.id, self.isOut = entry["id"], isOut
        self.time = entry["time"] + (0 if isOut else entry["duration"])
        self.duration = entry["duration"]
        make = {"splice_insert": splice_insert, "time_signal": time_signal}[entry["command"]]
        ticks = round((start + self.time) * 90000)
        self.bytes = section(*make(self.id, ticks, round(self.duration * 90000) if isOut else None))

    def tags(self):
        name = f'#EXT-X-DATERANGE:ID="break-{self.id}"'
        hexadecimal = "0x" + self.bytes.hex().upper()
        if not self.isOut:
            return [f"{name},SCTE35-IN={hexadecimal}", "#EXT-X-CUE-IN"]
        date = (MORNING + datetime.timedelta(seconds=self.time)).isoformat(timespec="milliseconds")
        return [
            f'{name},CLASS="com.example.break",START-DATE="{date.replace("+00:00", "Z")}",'
            f"PLANNED-DURATION={self.duration:.3f},SCTE35-OUT={hexadecimal}",
            "#EXT-OATCLS-SCTE35:" + base64.b64encode(self.bytes).decode(),
            f"#EXT-X-CUE-OUT:{self.duration:.3f}"]


with open(sys.argv[1], encoding="utf-8") as file:
    entries = json.load(file)
folder, start, ids = sys.argv[2], float(sys.argv[3]), {int(id) for id in sys.argv[4:]}
messages = sorted((Message(e, start, isOut) for e in entries if e["id"] in ids
                   for isOut in (True, False)), key=lambda m: m.time)
path = os.path.join(folder, "index.m3u8")
segments = MediaPlaylist(path).segments

waiting, counter, starts, begin = list(messages), 0, {}, 0.0
for segment in segments:
    data, out, mapped = segment.read(), [], None
    for at in range(0, len(data), SIZE):
        packet = data[at:at + SIZE]
        pid = (packet[1] & 31) << 8 | packet[2]
        if pid == 0:
            mapped = program_map_identifier(packet)
        elif pid == mapped:
            packet = with_stream(packet, 0x86, PID, REGISTRATION)
        time = presentation_time(packet) if pid == 0x100 else None
        while waiting and time is not None and time >= (start + waiting[0].time - AHEAD) * 90000:
            out.append(packet_of(waiting.pop(0).bytes, counter))
            counter += 1
        out.append(packet)
    with open(segment.path, "wb") as file:
        file.write(b"".join(out))
    starts[os.path.basename(segment.path)] = begin
    begin += segment.duration

with open(path, encoding="utf-8") as file:
    lines = file.read().splitlines()
out, isFirst = [], True
for number, line in enumerate(lines):
    if line.startswith("#EXTINF:"):
        begin = starts[lines[number + 1]]
        if isFirst:
            date = MORNING.isoformat(timespec="milliseconds").replace("+00:00", "Z")
            out.append(f"#EXT-X-PROGRAM-DATE-TIME:{date}")
            isFirst = False
        for message in messages:
            if abs(message.time - begin) < 0.001:
                out += message.tags()
    out.append(line)
with open(path, "w", encoding="utf-8") as file:
    file.write("\n".join(out) + "\n")
