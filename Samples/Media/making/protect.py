"""protect.py FOLDER: makes a protected asset from a clear asset.

    protected-aes128    from `single`: whole segments in AES-128, with two keys
    protected-cbcs      from `cmaf-byteranges`: Common Encryption, with a key in a licence
"""
import hashlib
import json
import os
import sys

from aes import encrypt_segment, implicit_vector
from cbcs import Encryptor
from playlist import MediaPlaylist

FIRST_NUMBER = 7
CONTENT = "protected-cbcs"
LICENCE = (f'METHOD=SAMPLE-AES,URI="skd://{CONTENT}",'
           'KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1"')


def secret(name):
    """16 bytes that are the same each time; protected samples have no secrets."""
    return hashlib.sha256(f"HeadlessPlayback sample: {name}".encode()).digest()[:16]


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data.encode() if isinstance(data, str) else data)


def head(version, target, number):
    return ["#EXTM3U", f"#EXT-X-VERSION:{version}", f"#EXT-X-TARGETDURATION:{target}",
            f"#EXT-X-MEDIA-SEQUENCE:{number}", "#EXT-X-PLAYLIST-TYPE:VOD"]


def aes128(folder):
    """Encrypts all but the first segment: two with an implicit IV, the others with an IV each."""
    twin = MediaPlaylist("single/index.m3u8")
    lines = head(3, twin.target, FIRST_NUMBER)
    names = [None, "one", "one", "two", "two"]
    for name in ("one", "two"):
        write(f"{folder}/{name}.key", secret(name))
    for index, (segment, name) in enumerate(zip(twin.segments, names, strict=True)):
        data = segment.read()
        if name is not None:
            tag, vector = f'#EXT-X-KEY:METHOD=AES-128,URI="{name}.key"', None
            if name == "two":
                vector = secret(f"vector {index}")
                tag += f",IV=0x{vector.hex()}"
            if name != names[index - 1] or vector:
                lines.append(tag)
            data = encrypt_segment(
                data, secret(name), vector or implicit_vector(FIRST_NUMBER + index))
        write(f"{folder}/segment-{index}.ts", data)
        lines += [f"#EXTINF:{segment.duration:.6f},", f"segment-{index}.ts"]
    write(f"{folder}/index.m3u8", "\n".join(lines + ["#EXT-X-ENDLIST", ""]))


def cbcs(folder):
    """Encrypts all but the first segment, which has a separate initialization section."""
    key, identifier, vector = (secret(f"{CONTENT} {part}") for part in
                               ("key", "identifier", "vector"))
    for name in ("video-180p", "audio-en"):
        twin, encryptor = MediaPlaylist(f"cmaf-byteranges/{name}/index.m3u8"), Encryptor(
            key, identifier, vector)
        clear = twin.map.read()
        write(f"{folder}/{name}/clear.mp4", clear)
        write(f"{folder}/{name}/init.mp4", encryptor.initialization(clear))
        lines = head(7, twin.target, 0) + ['#EXT-X-MAP:URI="clear.mp4"']
        for index, segment in enumerate(twin.segments):
            data = segment.read()
            if index == 1:
                lines += [f"#EXT-X-KEY:{LICENCE}", '#EXT-X-MAP:URI="init.mp4"']
            if index > 0:
                data = encryptor.segment(data)
            write(f"{folder}/{name}/segment-{index}.m4s", data)
            lines += [f"#EXTINF:{segment.duration:.6f},", f"segment-{index}.m4s"]
        write(f"{folder}/{name}/index.m3u8", "\n".join(lines + ["#EXT-X-ENDLIST", ""]))
    write(f"{folder}/policies.json", json.dumps({CONTENT: {"key": key.hex()}}, indent=4) + "\n")


{"protected-aes128": aes128, "protected-cbcs": cbcs}[sys.argv[1]](sys.argv[1])
