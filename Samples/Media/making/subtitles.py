"""subtitles.py CUES.json FOLDER SEGMENT_SECONDS TS_START: segmented WebVTT with a timestamp map.

A cue that crosses a segment boundary is written into both segments, as HLS requires.
"""
import json
import os
import sys

TOTAL = 20


def clock(seconds):
    milliseconds = round(seconds * 1000)
    minutes, milliseconds = divmod(milliseconds, 60000)
    return f"00:{minutes:02}:{milliseconds // 1000:02}.{milliseconds % 1000:03}"


source, folder, length, start = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
with open(source, encoding="utf-8") as file:
    languages = json.load(file)
for language, track in languages.items():
    home = os.path.join(folder, f"subtitles-{language}")
    os.makedirs(home, exist_ok=True)
    lines = ["#EXTM3U", "#EXT-X-VERSION:3", f"#EXT-X-TARGETDURATION:{length}",
             "#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-PLAYLIST-TYPE:VOD"]
    for number, begin in enumerate(range(0, TOTAL, length)):
        text = f"WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:{start * 90000},LOCAL:00:00:00.000\n"
        for index, (first, last, words) in enumerate(track["cues"], 1):
            if first < begin + length and last > begin:
                text += f"\n{index}\n{clock(first)} --> {clock(last)}\n{words}\n"
        with open(os.path.join(home, f"segment-{number}.vtt"), "w", encoding="utf-8") as file:
            file.write(text)
        lines += [f"#EXTINF:{min(length, TOTAL - begin):.6f},", f"segment-{number}.vtt"]
    with open(os.path.join(home, "index.m3u8"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines + ["#EXT-X-ENDLIST", ""]))
