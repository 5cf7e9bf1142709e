"""packed_audio.py INPUT.aac FOLDER SEGMENT_SECONDS TS_START: packed audio with its timestamp tags.

Each segment starts with the ID3 tag that HLS requires: a PRIV frame with the 33-bit, 90 kHz
time of the segment's first sample (rfc8216bis, section 3.4).
"""
import math
import os
import sys

import id3tag

RATE, SAMPLES = 44100, 1024
OWNER = "com.apple.streaming.transportStreamTimestamp"

source, folder, length, start = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
with open(source, "rb") as file:
    data = file.read()
frames, at = [], 0
while at < len(data):
    assert data[at] == 0xFF and data[at + 1] & 0xF6 == 0xF0, "not an ADTS header"
    size = (data[at + 3] & 3) << 11 | data[at + 4] << 3 | data[at + 5] >> 5
    frames.append(data[at:at + size])
    at += size

lines, first, number, longest = [], 0, 0, 0
while first < len(frames):
    # A segment ends before the first frame that starts at its boundary or later.
    last = min(len(frames), math.ceil((number + 1) * length * RATE / SAMPLES))
    ticks = round(start * 90000 + first * SAMPLES * 90000 / RATE)
    name = f"segment-{number}.aac"
    with open(os.path.join(folder, name), "wb") as file:
        file.write(id3tag.tag(id3tag.private(OWNER, ticks.to_bytes(8, "big"))))
        file.write(b"".join(frames[first:last]))
    seconds = (last - first) * SAMPLES / RATE
    longest = max(longest, seconds)
    lines += [f"#EXTINF:{seconds:.6f},", name]
    first, number = last, number + 1
head = ["#EXTM3U", "#EXT-X-VERSION:3", f"#EXT-X-TARGETDURATION:{round(longest)}",
        "#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-PLAYLIST-TYPE:VOD"]
with open(os.path.join(folder, "index.m3u8"), "w", encoding="utf-8") as file:
    file.write("\n".join(head + lines + ["#EXT-X-ENDLIST", ""]))
