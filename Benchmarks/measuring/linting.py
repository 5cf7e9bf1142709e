"""Measures lint: the rules of text without parsing, and two hours in three variants against ffmpeg."""
import os
import re

import media
from contest import contest

SEGMENTS, VARIANTS = 100_000, 3


def lint(bench):
    text(bench)
    three(bench)


def text(bench):
    """Measures the rules on one long playlist; start-up and parsing are measured and subtracted."""
    paths = {count: marked_playlist(bench.work, count) for count in (0, SEGMENTS)}
    size = os.path.getsize(paths[SEGMENTS])
    bench.report.title(f"lint: the rules of a playlist of {SEGMENTS:,} segments, {size / 1e6:.1f} MB")

    def check(count):
        return [bench.playctl, "lint", "--no-media", paths[count]]

    result = bench.contest(bench.runs * 3, empty=check(0), whole=check(SEGMENTS))
    parse = parsing(bench, paths[SEGMENTS])
    empty, whole = result["empty"].seconds, result["whole"].seconds
    rules = whole - empty - parse
    bench.report.value("lint: MB/s of text rules", size / max(rules, 1e-9) / 1e6,
                       f"{rules * 1000:.0f} ms beside {parse * 1000:.0f} ms of parsing")
    bench.report.note(f"with parsing {size / (whole - empty) / 1e6:.0f} MB/s, "
                      f"peak memory {result['whole'].megabytes:.1f} MB")


def parsing(bench, path):
    """The shortest time in which the parser reads a playlist, in seconds."""
    tool, output = bench.tool("playlist-bench"), os.path.join(bench.work, "parsing.txt")
    media.run("sh", "-c", '"$0" "$1" 9 > "$2"', tool, path, output)
    with open(output, encoding="ascii") as file:
        return float(file.read().split()[0])


def three(bench):
    """Reads two hours in three variants, every byte once; ffmpeg reads one variant after another."""
    folder = three_variants(bench.work)
    variants = [os.path.join(folder, str(number), "index.m3u8") for number in range(VARIANTS)]
    size = sum(os.path.getsize(piece) for variant in variants
               for piece in media.segments(os.path.dirname(variant)))
    bench.report.title(f"lint: two hours in {VARIANTS} variants of MPEG-TS, {size / 1e9:.2f} GB")
    check = [bench.playctl, "lint", os.path.join(folder, "index.m3u8")]
    contest({"cache": check}, 1)
    copies = {f"ffmpeg {number}": ["ffmpeg", "-nostdin", "-v", "error", "-i", variant, "-map", "0",
                                   "-c", "copy", "-f", "null", "-"]
              for number, variant in enumerate(variants)}
    result = bench.contest(lint=check, **copies)
    ours, theirs = result["lint"], sum(result[name].seconds for name in copies)
    bench.report.value("lint: time to ffmpeg's over the same variants", ours.seconds / theirs,
                       f"{ours.seconds:.2f} s : {theirs:.2f} s")
    bench.report.value("lint: peak memory, MB", ours.megabytes, f"{size / 1e9:.2f} GB read")


def marked_playlist(work, count):
    """A correct playlist of `count` segments with dates, a break every ten minutes, and date ranges."""
    def date(second):
        day, second = divmod(second, 86400)
        return f"2026-01-{1 + day:02}T{media.clock(second)}Z"

    def make(draft):
        with open(draft, "w", encoding="utf-8") as file:
            file.write("#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:6\n"
                       "#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-INDEPENDENT-SEGMENTS\n")
            for number in range(count):
                if number % 100 == 50:
                    file.write(f'#EXT-X-DATERANGE:ID="{number}",START-DATE="{date(number * 6)}",'
                               "PLANNED-DURATION=30\n"
                               "#EXT-X-DISCONTINUITY\n#EXT-X-CUE-OUT:30\n")
                if number % 100 == 55:
                    file.write("#EXT-X-CUE-IN\n#EXT-X-DISCONTINUITY\n")
                if number % 5 == 0:
                    file.write(f"#EXT-X-PROGRAM-DATE-TIME:{date(number * 6)}\n")
                file.write(f"#EXTINF:6.000000,\nfilm/video-1080p/segment-{number:06}.ts\n")
            file.write("#EXT-X-ENDLIST\n")
    return media.once(os.path.join(work, f"marked-{count}.m3u8"), make)


def three_variants(work):
    """The two hours of MPEG-TS in three folders, and a playlist that lists them as variants."""
    source = media.two_hours(work, "ts")

    def make(draft):
        with open(os.path.join(source, "index.m3u8"), encoding="utf-8") as file:
            text = file.read()
        pieces = media.segments(source)
        lengths = [float(word) for word in re.findall(r"#EXTINF:([0-9.]+)", text)]
        sizes = [os.path.getsize(piece) for piece in pieces]
        peak = max(size * 8 / length for size, length in zip(sizes, lengths))
        lines = ["#EXTM3U", "#EXT-X-INDEPENDENT-SEGMENTS"]
        for number in range(VARIANTS):
            folder = os.path.join(draft, str(number))
            os.makedirs(folder)
            for piece in pieces:
                os.link(piece, os.path.join(folder, os.path.basename(piece)))
            with open(os.path.join(folder, "index.m3u8"), "w", encoding="utf-8") as file:
                file.write(text)
            lines += [f"#EXT-X-STREAM-INF:BANDWIDTH={int(peak) + 1},RESOLUTION=640x360",
                      f"{number}/index.m3u8"]
        with open(os.path.join(draft, "index.m3u8"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    return media.once(os.path.join(work, "three-variants"), make)
