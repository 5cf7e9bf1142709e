/// Writes the fields of a binary message.
struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    /// Starts a message whose header of signature, version and total length precedes `count` bytes.
    init(_ signature: StaticString, followedBy count: Int) {
        bytes = Array(signature.description.utf8)
        bytes.append(LicenceMessage.version)
        write(UInt64(bytes.count + 4 + count), count: 4)
    }

    /// Creates a writer for a part of a message; unlike a complete message, a part has no header.
    init() {}

    mutating func write(_ more: [UInt8]) {
        bytes += more
    }

    /// Writes a big-endian number.
    mutating func write(_ number: UInt64, count: Int) {
        for place in 0..<count {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * (count - 1 - place))))
        }
    }

    /// Writes the number of bytes as two bytes, and then the bytes.
    mutating func write(
        counted more: [UInt8], atMost limit: Int, of subject: LicenceError.Subject
    ) throws(LicenceError) {
        guard more.count <= limit else { throw LicenceError(.tooLarge(subject, limit: limit)) }
        write(UInt64(more.count), count: 2)
        write(more)
    }

    mutating func write(
        _ duration: Duration?, of subject: LicenceError.Subject
    ) throws(LicenceError) {
        guard let duration else { return }
        guard let nanoseconds = LicenceDuration.nanoseconds(duration) else {
            throw LicenceError(.malformed(subject, "the duration \(duration) is out of range"))
        }
        write(nanoseconds, count: 8)
    }
}
