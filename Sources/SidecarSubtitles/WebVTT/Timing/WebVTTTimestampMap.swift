public import VirtualTime

/// How the times of a WebVTT file relate to the clock of MPEG-2 TS, from `X-TIMESTAMP-MAP`.
///
/// Reference: rfc8216bis, section 3.1.4 (WebVTT).
public struct WebVTTTimestampMap: Hashable, Sendable {
    /// A time of the file, from `LOCAL`.
    public var local: MediaTime

    /// What the 90 kHz clock says at ``local``, from `MPEGTS`; not negative, of 33 bits by rights.
    public var mpegTimestamp: Int64

    /// Creates a relation.
    ///
    /// - Parameters:
    ///   - local: A time of the file.
    ///   - mpegTimestamp: What the 90 kHz clock says then.
    public init(local: MediaTime, mpegTimestamp: Int64) {
        self.local = local
        self.mpegTimestamp = mpegTimestamp
    }

    /// What holds for a file without the header: its zero is the clock's zero.
    public static let identity = WebVTTTimestampMap(local: .zero, mpegTimestamp: 0)
}

extension WebVTTTimestampMap {
    /// Reads the line of the header, whose attributes may stand in either order.
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
