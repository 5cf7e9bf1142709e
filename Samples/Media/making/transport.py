"""What the scripts read out of MPEG transport packets."""

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
    """The PTS of every PES packet of `pid`, in the order of decoding, as the 33 bits that it is."""
    for at in range(0, len(data), SIZE):
        packet = data[at:at + SIZE]
        assert packet[0] == 0x47, "not a transport packet"
        if (packet[1] & 31) << 8 | packet[2] == pid:
            time = presentation_time(packet)
            if time is not None:
                yield time
