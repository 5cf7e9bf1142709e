"""ID3v2.4 tags, with the features that timed metadata needs."""


def synchsafe(number):
    return bytes((number >> shift) & 0x7F for shift in (21, 14, 7, 0))


def frame(name, content):
    return name.encode() + synchsafe(len(content)) + b"\0\0" + content


def private(owner, data):
    return frame("PRIV", owner.encode() + b"\0" + data)


def user_text(description, value):
    return frame("TXXX", b"\x03" + description.encode() + b"\0" + value.encode() + b"\0")


def text(name, value):
    return frame(name, b"\x03" + value.encode() + b"\0")


def tag(*frames):
    body = b"".join(frames)
    return b"ID3\x04\0\0" + synchsafe(len(body)) + body
