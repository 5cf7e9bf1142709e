"""Common Encryption in the scheme `cbcs` (ISO/IEC 23001-7), for tracks of H.264 and AAC.

Video is encrypted in the pattern 1:9 and audio completely, both with a constant vector, as FairPlay
Streaming requires. In each NAL unit with a slice, the length, the type and 31 bytes remain clear,
which is enough for the slice header; all other units remain clear.
"""
import struct

from aes import BLOCK, decrypt_blocks, encrypt_blocks
from boxes import Box, full, parse

CRYPT, SKIP = 1, 9
LEAD = 32
LENGTH = 4


def subsamples(sample):
    """The alternating numbers of clear and encrypted bytes in the NAL units of a sample."""
    parts, clear, at = [], 0, 0
    while at < len(sample):
        size = int.from_bytes(sample[at:at + LENGTH], "big")
        at += LENGTH + size
        clear += LENGTH
        if sample[at - size] & 31 in (1, 5) and size >= LEAD + BLOCK:
            parts.append((clear + LEAD, size - LEAD))
            clear = 0
        else:
            clear += size
    assert at == len(sample), "the units do not fill their sample"
    if clear or not parts:
        parts.append((clear, 0))
    return [piece for part in parts for piece in divided(*part)]


def divided(clear, encrypted):
    """Returns subsamples whose numbers of clear bytes fit into 16 bits."""
    while clear > 0xFFFF:
        yield 0xFFFF, 0
        clear -= 0xFFFF
    yield clear, encrypted


class Track:
    def __init__(self, video, default_size):
        self.video, self.default_size = video, default_size


class Encryptor:
    def __init__(self, key, identifier, vector):
        self.key, self.identifier, self.vector = key, identifier, vector
        self.tracks, self.known = {}, {}

    # The initialization section

    def initialization(self, data):
        """The section with its tracks marked as encrypted; records them for the segments."""
        found = parse(data)
        movie = next(box for box in found if box.kind == b"moov")
        sizes = {}
        for box in movie.first(b"mvex").all(b"trex"):
            track, _, _, size = struct.unpack_from(">IIII", box.payload, 4)
            sizes[track] = size
        for box in movie.all(b"trak"):
            header = box.first(b"tkhd").payload
            track = struct.unpack_from(">I", header, 20 if header[0] == 1 else 12)[0]
            descriptions = box.first(b"mdia", b"minf", b"stbl", b"stsd")
            for entry in descriptions.children:
                video = entry.kind == b"avc1"
                assert video or entry.kind == b"mp4a", entry.kind
                assert not video or entry.first(b"avcC").payload[4] & 3 == LENGTH - 1
                self.tracks[track] = Track(video, sizes[track])
                entry.children.append(self.information(entry.kind, video))
                entry.kind = b"encv" if video else b"enca"
        return b"".join(box.bytes() for box in found)

    def information(self, original, video):
        pattern = CRYPT << 4 | SKIP if video else 0
        defaults = full(b"tenc", 1, 0, bytes([0, pattern, 1, 0]), self.identifier,
                        bytes([len(self.vector)]), self.vector)
        return Box(b"sinf", children=[
            Box(b"frma", original), full(b"schm", 0, 0, b"cbcs", struct.pack(">I", 0x10000)),
            Box(b"schi", children=[defaults])])

    # The segments

    def segment(self, data):
        """Encrypts the samples of a media segment, and describes the encryption in its fragments."""
        result, found = [], parse(data)
        for box, following in zip(found, found[1:] + [None]):
            if box.kind == b"moof":
                assert following is not None and following.kind == b"mdat", "a fragment and its data"
                self.fragment(box, following)
        for box in found:
            if box.kind == b"sidx":
                # ffmpeg writes it with one reference, to the fragment that follows it.
                at = 32 if box.payload[0] == 1 else 24
                assert box.payload[at - 2:at] == b"\0\1", "one reference"
                size = sum(len(b.bytes()) for b in found if b.kind in (b"moof", b"mdat"))
                box.payload = box.payload[:at] + struct.pack(">I", size) + box.payload[at + 4:]
            result.append(box.bytes())
        return b"".join(result)

    def fragment(self, fragment, data):
        before = len(fragment.bytes())
        runs, media = [], bytearray(data.payload)
        for traf in fragment.all(b"traf"):
            track, size = self.header(traf.first(b"tfhd"))
            entries = []
            for run in traf.all(b"trun"):
                offset, sizes = self.run(run, size)
                runs.append(run)
                # Offsets count from the start of the fragment; its data follows it.
                at = offset - before - 8
                for size_of_sample in sizes:
                    sample = bytes(media[at:at + size_of_sample])
                    secret, parts = self.sample(sample, track.video)
                    media[at:at + size_of_sample] = secret
                    entries.append(parts)
                    at += size_of_sample
            if track.video:
                self.describe(traf, entries)
        # The new boxes move the data by their size.
        grown = len(fragment.bytes()) - before
        for run in runs:
            offset = struct.unpack_from(">i", run.payload, 8)[0] + grown
            run.payload = run.payload[:8] + struct.pack(">i", offset) + run.payload[12:]
        self.place(fragment)
        data.payload = bytes(media)

    def header(self, box):
        flags, at = box.flags(), 8
        assert flags & 0x20000 and not flags & 1, "offsets count from the fragment"
        track = self.tracks[struct.unpack_from(">I", box.payload, 4)[0]]
        at += 4 * bin(flags & 0xA).count("1")
        return track, struct.unpack_from(">I", box.payload, at)[0] if flags & 0x10 else (
            track.default_size)

    @staticmethod
    def run(box, default_size):
        flags = box.flags()
        assert flags & 1, "a run that says where its data are"
        count, offset = struct.unpack_from(">Ii", box.payload, 4)
        at = 12 + (4 if flags & 4 else 0)
        fields = [flag for flag in (0x100, 0x200, 0x400, 0x800) if flags & flag]
        if 0x200 not in fields:
            return offset, [default_size] * count
        numbers = struct.unpack_from(f">{count * len(fields)}I", box.payload, at)
        return offset, numbers[fields.index(0x200)::len(fields)]

    def sample(self, sample, video):
        """The encrypted sample and its entry in `senc`; equal samples are encrypted once."""
        if sample not in self.known:
            if video:
                parts = subsamples(sample)
                self.known[sample] = (
                    apply(encrypt_blocks, sample, parts, self.key, self.vector),
                    struct.pack(">H", len(parts)) + b"".join(struct.pack(">HI", *p) for p in parts))
            else:
                whole = len(sample) // BLOCK * BLOCK
                secret = encrypt_blocks(sample[:whole], self.key, self.vector)
                self.known[sample] = secret + sample[whole:], b""
        return self.known[sample]

    @staticmethod
    def describe(traf, entries):
        """Adds the boxes that describe the samples; `place` sets their offset."""
        sizes = [len(entry) for entry in entries]
        same = sizes[0] if len(set(sizes)) == 1 and sizes[0] < 256 else 0
        count = struct.pack(">I", len(entries))
        traf.children += [
            full(b"saiz", 0, 0, bytes([same]), count, b"" if same else bytes(sizes)),
            full(b"saio", 0, 0, struct.pack(">II", 1, 0)),
            full(b"senc", 0, 2, count, *entries)]

    @staticmethod
    def place(fragment):
        """Writes the offset of the entries of `senc` within the fragment into each `saio`."""
        at = 8
        for child in fragment.children:
            if child.kind == b"traf":
                inner = at + 8
                for box in child.children:
                    if box.kind == b"senc":
                        child.first(b"saio").payload = struct.pack(">III", 0, 1, inner + 16)
                    inner += len(box.bytes())
            at += len(child.bytes())


def apply(cipher, sample, parts, key, vector):
    """Applies a cipher to the pattern of each encrypted part; each part starts from the vector."""
    result, at = bytearray(sample), 0
    for clear, encrypted in parts:
        at += clear
        end = at + encrypted // BLOCK * BLOCK
        starts = range(at, end, (CRYPT + SKIP) * BLOCK)
        spans = [(start, min(start + CRYPT * BLOCK, end)) for start in starts]
        changed = cipher(b"".join(sample[a:b] for a, b in spans), key, vector)
        place = 0
        for a, b in spans:
            result[a:b] = changed[place:place + b - a]
            place += b - a
        at += encrypted
    return bytes(result)


def decrypted_sound(sample, key, vector):
    whole = len(sample) // BLOCK * BLOCK
    return decrypt_blocks(sample[:whole], key, vector) + sample[whole:]
