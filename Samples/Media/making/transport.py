"""Functions that read MPEG transport packets, and add streams to program maps."""

SIZE = 188


def presentation_time(packet):
    """The PTS of the PES packet that starts in `packet`, or `None`."""
    at = 4 + (1 + packet[4] if packet[3] & 0x20 else 0)
    if not packet[1] & 0x40 or not packet[3] & 0x10 or packet[at:at + 3] != b"\0\0\1":
        return None
    if not packet[at + 7] & 0x80:
        return None
    p = packet[at + 9:at + 14]
    return (p[0] >> 1 & 7) << 30 | p[1] << 22 | p[2] >> 1 << 15 | p[3] << 7 | p[4] >> 1


def presentation_times(data, pid):
    """The 33-bit PTS of every PES packet of `pid`, in the order of decoding."""
    for at in range(0, len(data), SIZE):
        packet = data[at:at + SIZE]
        assert packet[0] == 0x47, "not a transport packet"
        if (packet[1] & 31) << 8 | packet[2] == pid:
            time = presentation_time(packet)
            if time is not None:
                yield time


def crc32(data):
    """The CRC of MPEG-2 sections: most significant bit first, no final inversion."""
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte << 24
        for _ in range(8):
            value = (value << 1 ^ (0x04C11DB7 if value & 0x80000000 else 0)) & 0xFFFFFFFF
    return value.to_bytes(4, "big")


def program_map_identifier(packet):
    """The PID of the program map, from the packet of the program association."""
    table = 5 + packet[4]
    return (packet[table + 10] & 31) << 8 | packet[table + 11]


def with_stream(packet, kind, pid, program=b"", stream=b""):
    """The packet of a program map, with an added stream and descriptors of both."""
    at = 5 + packet[4]
    length = (packet[at + 1] & 15) << 8 | packet[at + 2]
    section = packet[at:at + 3 + length - 4]
    information = (section[10] & 15) << 8 | section[11]
    body = (section[3:10] + (0xF000 | information + len(program)).to_bytes(2, "big")
            + section[12:12 + information] + program + section[12 + information:]
            + bytes([kind]) + (0xE000 | pid).to_bytes(2, "big")
            + (0xF000 | len(stream)).to_bytes(2, "big") + stream)
    section = section[:1] + (0xB000 | len(body) + 4).to_bytes(2, "big") + body
    packet = packet[:at] + section + crc32(section)
    assert len(packet) <= SIZE
    return packet.ljust(SIZE, b"\xff")
