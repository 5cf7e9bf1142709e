import Containers

/// Parses the fields of a binary message strictly.
///
/// Each field must be present and valid, and no bytes may follow the last field.
struct MessageReader {
    private let subject: LicenceError.Subject
    private var cursor: ByteCursor

    init(_ bytes: [UInt8], of subject: LicenceError.Subject) {
        self.subject = subject
        cursor = ByteCursor(bytes)
    }

    /// The bytes parsed so far.
    var passed: [UInt8] { Array(cursor.bytes[..<cursor.index]) }

    mutating func bytes(_ count: Int) throws(LicenceError) -> [UInt8] {
        guard let bytes = cursor.array(count) else { throw LicenceError(.truncated(subject)) }
        return bytes
    }

    /// Parses a length of two bytes, and then that number of bytes.
    mutating func counted(atMost limit: Int) throws(LicenceError) -> [UInt8] {
        let count = Int(try number(2))
        guard count <= limit else { throw LicenceError(.tooLarge(subject, limit: limit)) }
        return try bytes(count)
    }

    /// Parses a big-endian number of up to eight bytes.
    mutating func number(_ count: Int) throws(LicenceError) -> UInt64 {
        guard let number = cursor.number(count) else { throw LicenceError(.truncated(subject)) }
        return number
    }

    mutating func duration() throws(LicenceError) -> Duration {
        let nanoseconds = try number(8)
        guard nanoseconds > 0, nanoseconds <= LicenceDuration.longestNanoseconds else {
            throw LicenceError(.malformed(subject, "an impossible duration"))
        }
        return .nanoseconds(Int64(nanoseconds))
    }

    /// Parses all remaining bytes.
    mutating func rest() -> [UInt8] {
        cursor.array(cursor.left) ?? []
    }

    var isAtEnd: Bool { cursor.left == 0 }

    func end() throws(LicenceError) {
        guard isAtEnd else {
            throw LicenceError(.malformed(subject, "\(cursor.left) bytes follow it"))
        }
    }

    /// Parses the header of a message: signature, version and total length.
    mutating func begin(_ signature: StaticString) throws(LicenceError) {
        guard try bytes(4) == Array(signature.description.utf8) else {
            throw LicenceError(.malformed(subject, "does not begin with \(signature)"))
        }
        let version = try number(1)
        guard version == UInt64(LicenceMessage.version) else {
            throw LicenceError(.unsupportedVersion(subject, Int(version)))
        }
        let count = try number(4)
        guard count <= UInt64(cursor.end) else { throw LicenceError(.truncated(subject)) }
        guard count == UInt64(cursor.end) else {
            throw LicenceError(.malformed(subject, "bytes follow it"))
        }
    }
}

/// The durations that are permitted in licences and in requested terms.
enum LicenceDuration {
    /// A hundred years, the longest duration permitted.
    static let longestNanoseconds: UInt64 = 100 * 366 * 86_400 * 1_000_000_000

    /// Returns a duration rounded to nanoseconds; `nil` when it is zero, negative or too long.
    static func nanoseconds(_ duration: Duration) -> UInt64? {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow, seconds >= 0, attoseconds >= 0 else { return nil }
        let (sum, carry) = whole.addingReportingOverflow(
            (attoseconds + 500_000_000) / 1_000_000_000)
        guard !carry, sum > 0, UInt64(sum) <= longestNanoseconds else { return nil }
        return UInt64(sum)
    }
}
