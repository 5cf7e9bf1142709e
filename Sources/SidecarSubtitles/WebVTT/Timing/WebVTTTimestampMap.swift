public import VirtualTime

/// The relation of a WebVTT file's times to the MPEG-2 TS clock, from `X-TIMESTAMP-MAP`.
///
/// Reference: rfc8216bis, section 3.1.4 (WebVTT).
public struct WebVTTTimestampMap: Hashable, Sendable {
    /// The time in the file that corresponds to ``mpegTimestamp``, from `LOCAL`.
    public var local: MediaTime

    /// The value of the 90 kHz clock at ``local``, from `MPEGTS`; not negative, normally 33 bits.
    public var mpegTimestamp: Int64

    /// Creates a relation.
    ///
    /// - Parameters:
    ///   - local: A time of the file.
    ///   - mpegTimestamp: The value of the 90 kHz clock at that time.
    public init(local: MediaTime, mpegTimestamp: Int64) {
        self.local = local
        self.mpegTimestamp = mpegTimestamp
    }

    /// The relation for a file without `X-TIMESTAMP-MAP`: zero in the file is zero on the clock.
    public static let identity = WebVTTTimestampMap(local: .zero, mpegTimestamp: 0)
}

extension WebVTTTimestampMap {
    /// Parses the header line; `nil` when the line is malformed.
    ///
    /// - Parameter line: The line, which starts with `X-TIMESTAMP-MAP=`.
    init?(header line: ArraySlice<UInt8>) {
        var local: MediaTime?
        var count: Int64?
        let attributes = line.dropFirst("X-TIMESTAMP-MAP=".utf8.count)
        for attribute in attributes.split(separator: UInt8(ascii: ",")) {
            var scanner = ByteScanner(attribute)
            scanner.collect { $0.isWhitespace }
            let name = scanner.collect { $0 != UInt8(ascii: ":") }
            guard scanner.skip(UInt8(ascii: ":")) else { return nil }
            if name.isText("LOCAL") {
                guard local == nil, let time = scanner.collectTimestamp() else { return nil }
                local = time
            } else if name.isText("MPEGTS") {
                guard count == nil else { return nil }
                count = Int64(scanner.collect { $0.isDigit }.text)
                guard count != nil else { return nil }
            } else {
                continue
            }
            scanner.collect { $0.isWhitespace }
            guard scanner.isAtEnd else { return nil }
        }
        guard let local, let count else { return nil }
        self.init(local: local, mpegTimestamp: count)
    }
}
