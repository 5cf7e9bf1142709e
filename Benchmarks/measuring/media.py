"""Makes the media that the benchmarks play, once; later runs find it in `.work`."""
import json
import os
import shutil
import subprocess
import sys

from contest import CannotRun

MAKING = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Samples/Media/making")

# 64 s have 1,600 pictures at 25/s and exactly 3,000 frames of AAC at 48 kHz, so copies of them follow
# each other without a gap; 60 s would end within an audio frame.
LOOP, PICTURES, FRAMES, RATE = 64, 1600, 3000, 48000
TWO_HOURS, SEGMENT = 7200, 6
KEY, VECTOR, KEY_URI = bytes(range(16)), bytes(range(16, 32)), "skd://two-hours"


def run(*command):
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if result.returncode != 0:
        raise CannotRun(f"{command[0]}: {' '.join(result.stderr.split())[-300:]}")


def once(path, make):
    """Makes a folder or file at `path` unless it exists; an incomplete one never gets this name."""
    if not os.path.exists(path):
        draft = path + ".draft" + os.path.splitext(path)[1]
        if os.path.isdir(draft):
            shutil.rmtree(draft)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        make(draft)
        os.rename(draft, path)
    return path


def loop(work):
    """About a minute of noisy test pattern and tone at 1.6 Mb/s, which can be repeated without a gap."""
    def make(draft):
        video, audio, cut = (os.path.join(work, f"loop-{part}") for part in
                             ("video.mp4", "audio.aac", "cut.aac"))
        run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
            f"testsrc2=size=640x360:rate=25:duration={LOOP},noise=alls=24:allf=t",
            "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-b:v", "1450k",
            "-maxrate", "1600k", "-bufsize", "1600k", "-bf", "2", "-g", "50", "-keyint_min", "50",
            "-sc_threshold", "0", video)
        run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
            f"sine=frequency=440:beep_factor=3:sample_rate={RATE}:duration={LOOP + 1}",
            "-c:a", "aac", "-b:a", "128k", "-ac", "2", audio)
        # Removes the encoder's priming frame and everything after a whole loop.
        with open(audio, "rb") as source, open(cut, "wb") as target:
            data, at = source.read(), 0
            for number in range(FRAMES + 1):
                size = (data[at + 3] & 3) << 11 | data[at + 4] << 3 | data[at + 5] >> 5
                if number > 0:
                    target.write(data[at:at + size])
                at += size
        run("ffmpeg", "-v", "error", "-y", "-i", video, "-i", cut, "-c", "copy",
            "-bsf:a", "aac_adtstoasc", draft)
        for path in (video, audio, cut):
            os.remove(path)
    return once(os.path.join(work, "loop.mp4"), make)


def trim(folder):
    """Removes the media after two hours, which ffmpeg keeps if it is decoded before that time."""
    count, path = TWO_HOURS // SEGMENT, os.path.join(folder, "index.m3u8")
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    uris = [at for at, line in enumerate(lines) if not line.startswith("#")]
    for at in uris[count:]:
        os.remove(os.path.join(folder, lines[at]))
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines[:uris[count - 1] + 1] + ["#EXT-X-ENDLIST", ""]))


def two_hours(work, kind):
    """1,200 segments of six seconds; `kind` is `ts` or `fmp4`."""
    def make(draft):
        source = loop(work)
        os.makedirs(draft)
        name = os.path.join(draft, "segment-%04d." + ("ts" if kind == "ts" else "m4s"))
        run("ffmpeg", "-v", "error", "-y", "-stream_loop", "-1", "-i", source, "-t", str(TWO_HOURS),
            "-map", "0", "-c", "copy", "-f", "hls", "-hls_time", str(SEGMENT),
            "-hls_playlist_type", "vod", "-hls_segment_type", "mpegts" if kind == "ts" else "fmp4",
            "-hls_segment_filename", name, os.path.join(draft, "index.m3u8"))
        trim(draft)
    return once(os.path.join(work, f"two-hours-{kind}"), make)


def languages(work, codes, segment=60):
    """The two hours as MPEG-TS with subtitles in these languages, in segments of a minute."""
    video = os.path.join(two_hours(work, "ts"), "index.m3u8")

    def make(draft):
        lines = ["#EXTM3U"]
        for code in codes:
            os.makedirs(os.path.join(draft, code))
            texts = ["#EXTM3U", f"#EXT-X-TARGETDURATION:{segment}", "#EXT-X-PLAYLIST-TYPE:VOD"]
            for number in range(TWO_HOURS // segment):
                cues = "".join(
                    f"{clock(second)} --> {clock(second + 4)}\n{code} {second}\n\n"
                    for second in range(number * segment, (number + 1) * segment, 5))
                with open(os.path.join(draft, code, f"{number}.vtt"), "w") as file:
                    file.write("WEBVTT\n\n" + cues)
                texts += [f"#EXTINF:{segment},", f"{number}.vtt"]
            with open(os.path.join(draft, code, "index.m3u8"), "w") as file:
                file.write("\n".join(texts + ["#EXT-X-ENDLIST"]) + "\n")
            lines.append(f'#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",NAME="{code}",'
                         f'LANGUAGE="{code}",AUTOSELECT=YES,URI="{code}/index.m3u8"')
        lines += ['#EXT-X-STREAM-INF:BANDWIDTH=1900000,SUBTITLES="text"',
                  os.path.relpath(video, os.path.join(work, "languages"))]
        with open(os.path.join(draft, "index.m3u8"), "w") as file:
            file.write("\n".join(lines) + "\n")
    return os.path.join(once(os.path.join(work, "languages"), make), "index.m3u8")


def clock(second):
    return f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.000"


def segments(folder):
    return sorted(os.path.join(folder, name) for name in os.listdir(folder)
                  if name.startswith("segment-"))


def encryptors():
    """The encryptors that make the protected samples."""
    if MAKING not in sys.path:
        sys.path.append(MAKING)
    try:
        import aes
        import cbcs
    except ImportError as problem:
        raise CannotRun(f"{problem}: apt-get install python3-cryptography") from problem
    return aes, cbcs


def protected(work, kind):
    """The two hours encrypted: `ts` in AES-128, `fmp4` in cbcs; all with `KEY`."""
    source = two_hours(work, kind)

    def make(draft):
        aes, cbcs = encryptors()
        os.makedirs(draft)
        if kind == "ts":
            tag = f'#EXT-X-KEY:METHOD=AES-128,URI="{KEY_URI}",IV=0x{VECTOR.hex()}'

            def encrypt(data):
                return aes.encrypt_segment(data, KEY, VECTOR)
        else:
            tag = (f'#EXT-X-KEY:METHOD=SAMPLE-AES,URI="{KEY_URI}",'
                   'KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1"')
            encryptor = cbcs.Encryptor(KEY, bytes(16), VECTOR)
            with open(os.path.join(source, "init.mp4"), "rb") as clear, open(
                    os.path.join(draft, "init.mp4"), "wb") as secret:
                secret.write(encryptor.initialization(clear.read()))
            encrypt = encryptor.segment
        for path in segments(source):
            with open(path, "rb") as clear, open(
                    os.path.join(draft, os.path.basename(path)), "wb") as secret:
                secret.write(encrypt(clear.read()))
        with open(os.path.join(source, "index.m3u8"), encoding="utf-8") as file:
            lines = file.read().splitlines()
        first = next(at for at, line in enumerate(lines) if line.startswith("#EXTINF"))
        with open(os.path.join(draft, "index.m3u8"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines[:first] + [tag] + lines[first:] + [""]))
    return once(os.path.join(work, f"two-hours-{kind}-protected"), make)


def day(folder):
    """A playlist that lists the segments of `folder` twelve times, separated by discontinuities."""
    path = os.path.join(folder, "day.m3u8")
    with open(os.path.join(folder, "index.m3u8"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("#EXTINF"))
    body = [line for line in lines[first:] if line != "#EXT-X-ENDLIST"]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines[:first]) + "\n")
        for repeat in range(12):
            if repeat > 0:
                file.write("#EXT-X-DISCONTINUITY\n")
            file.write("\n".join(body) + "\n")
        file.write("#EXT-X-ENDLIST\n")
    return path


def cue_points(work, name, count, first, last):
    """A file of `count` cue points at equal distances from `first` to `last` seconds."""
    def make(draft):
        step = (last - first) / count
        with open(draft, "w", encoding="utf-8") as file:
            json.dump([{"time": round(first + index * step, 6), "type": "CODE", "name": f"c{index}"}
                       for index in range(count)], file)
    return once(os.path.join(work, name), make)


def promise(work, name, count, seconds):
    """A media playlist of `count` segments that do not exist."""
    def make(draft):
        with open(draft, "w", encoding="utf-8") as file:
            file.write(f"#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:{seconds}\n"
                       "#EXT-X-PLAYLIST-TYPE:VOD\n")
            for number in range(count):
                file.write(f"#EXTINF:{seconds},\nsegment-{number:06}.ts\n")
            file.write("#EXT-X-ENDLIST\n")
    return once(os.path.join(work, name), make)


def long_playlist(work, count):
    """A media playlist of `count` segments, about 100 bytes each."""
    def make(draft):
        with open(draft, "w", encoding="utf-8") as file:
            file.write("#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:0\n"
                       "#EXT-X-PLAYLIST-TYPE:VOD\n")
            for number in range(count):
                file.write(f"#EXTINF:6.006000,\n#EXT-X-BYTERANGE:{750000 + number % 9973}@{number}\n"
                           f"https://media.example.com/film/video-1080p/segment-{number:06}.ts\n")
            file.write("#EXT-X-ENDLIST\n")
    return once(os.path.join(work, f"long-{count}.m3u8"), make)
