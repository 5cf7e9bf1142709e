import Containers

/// The container format of a segment with encrypted samples, detected from its first bytes.
enum ProtectedContainer {
    case transportStream
    case fragments
    case packedAudio
    case text

    private static let boxTypes = [
        "ftyp", "styp", "moov", "moof", "sidx", "emsg", "prft", "free", "skip", "mdat", "uuid",
        "ssix", "pssh", "pdin", "meta",
    ].map { Array($0.utf8) }

    /// Detects the container from the start of a segment.
    ///
    /// - Returns: The container; `nil` when it is unknown.
    init?(of bytes: [UInt8]) {
        if bytes.first == 0x47, bytes.count >= 188, bytes.count < 189 || bytes[188] == 0x47 {
            self = .transportStream
        } else if Self.boxTypes.contains(where: { bytes.holds($0, at: 4) }) {
            self = .fragments
        } else if PackedAudio.isFound(in: bytes) {
            self = .packedAudio
        } else if bytes.holds(Array("WEBVTT".utf8), at: bytes.first == 0xEF ? 3 : 0) {
            self = .text
        } else {
            return nil
        }
    }
}
