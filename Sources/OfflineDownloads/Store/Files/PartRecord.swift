/// What is remembered of a file under way, in a file beside it: how much of it can be trusted.
///
/// A power failure may leave a part that is as long as it was and holds zeros. The record says what
/// the bytes up to some place hashed to; only what still does is built upon. It says which version of
/// the resource they are of, so that the rest can be asked for with `If-Range`.
struct PartRecord: Equatable, Sendable {
    /// The ending of the file that holds a record.
    static let ending = ".part.record"
    /// A version that is longer is not remembered.
    static let maximumVersionLength = 1024
    /// How many bytes a record has at most.
    static let maximumSize = 3 * 17 + maximumVersionLength

    /// How many bytes the record speaks of.
    var size: Int64
    /// What they hash to.
    var checksum: UInt64
    /// The version of the resource that they are of.
    var version: String

    /// The record as the bytes of its file: its own hash, and what it says.
    var bytes: [UInt8] {
        let said = UInt64(bitPattern: size).hexadecimal + " " + checksum.hexadecimal + " " + version
        return Array((Checksum.of(Array(said.utf8)).hexadecimal + " " + said).utf8)
    }

    init(size: Int64, checksum: UInt64, version: String) {
        self.size = size
        self.checksum = checksum
        self.version = version
    }

    /// Reads a record; `nil` when the bytes are none, or not all of one.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let parts = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, let size = UInt64(parts[1], radix: 16),
            let checksum = UInt64(parts[2], radix: 16)
        else { return nil }
        self.init(
            size: Int64(bitPattern: size), checksum: checksum, version: String(parts[3]))
        guard self.size > 0, self.bytes == bytes else { return nil }
    }
}
