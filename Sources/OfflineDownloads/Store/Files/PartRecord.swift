/// The record of how many bytes of a part file can be trusted, stored next to the part file.
///
/// After a power failure, a part file may have its old length but contain zeros. The record
/// therefore contains the hash of the bytes up to some position, and these bytes are used only if
/// their hash matches. The record also contains the version and the size of the resource, so that
/// the remaining bytes can be requested with `If-Range`, and belong to a resource of the same size.
struct PartRecord: Equatable, Sendable {
    /// The suffix of record file names.
    static let ending = ".part.record"
    /// The maximum length of a resource version in bytes; longer versions are not recorded.
    static let maximumVersionLength = 1024
    /// The size limit of a record in bytes.
    static let maximumSize = 4 * 17 + maximumVersionLength
    /// The text in place of an unknown size of the resource.
    private static let unknown = "?"

    /// The number of bytes at the start of the part file that were hashed.
    var size: Int64
    /// The hash of the first ``size`` bytes of the part file.
    var checksum: UInt64
    /// The size of the complete resource; `nil` when it is unknown.
    var totalByteCount: Int64?
    /// The version of the resource that the bytes belong to.
    var version: String

    /// The contents of the record file, preceded by their own hash.
    var bytes: [UInt8] {
        let total = totalByteCount.map { UInt64(bitPattern: $0).hexadecimal } ?? Self.unknown
        let numbers = [UInt64(bitPattern: size).hexadecimal, checksum.hexadecimal, total]
        let said = numbers.joined(separator: " ") + " " + version
        return Array((Checksum.of(Array(said.utf8)).hexadecimal + " " + said).utf8)
    }

    init(size: Int64, checksum: UInt64, totalByteCount: Int64?, version: String) {
        self.size = size
        self.checksum = checksum
        self.totalByteCount = totalByteCount
        self.version = version
    }

    /// Parses a record; `nil` if malformed or truncated.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let parts = text.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, let size = UInt64(parts[1], radix: 16),
            let checksum = UInt64(parts[2], radix: 16)
        else { return nil }
        self.init(
            size: Int64(bitPattern: size), checksum: checksum,
            totalByteCount: UInt64(parts[3], radix: 16).map { Int64(bitPattern: $0) },
            version: String(parts[4]))
        guard self.size > 0, self.bytes == bytes else { return nil }
    }
}
