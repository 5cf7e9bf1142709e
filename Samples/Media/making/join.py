"""join.py FOLDER NAME=PARTFOLDER...: joins playlists, separated by discontinuities."""
import os
import shutil
import sys

from playlist import MediaPlaylist

folder = sys.argv[1]
lines, longest = [], 0
for number, argument in enumerate(sys.argv[2:]):
    name, _, home = argument.partition("=")
    part = MediaPlaylist(os.path.join(home, "index.m3u8"))
    if number > 0:
        lines.append("#EXT-X-DISCONTINUITY")
    for index, segment in enumerate(part.segments):
        target = f"{name}-{index}.ts"
        shutil.copyfile(segment.path, os.path.join(folder, target))
        lines += [f"#EXTINF:{segment.duration:.6f},", target]
        longest = max(longest, segment.duration)
head = ["#EXTM3U", "#EXT-X-VERSION:3", f"#EXT-X-TARGETDURATION:{round(longest)}",
        "#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-PLAYLIST-TYPE:VOD"]
with open(os.path.join(folder, "index.m3u8"), "w", encoding="utf-8") as file:
    file.write("\n".join(head + lines + ["#EXT-X-ENDLIST", ""]))
