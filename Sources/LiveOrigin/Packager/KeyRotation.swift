package import Playlists
package import VirtualTime

/// The encryption of a broadcast with keys that change periodically.
///
/// A key is computed from the number of its period, so periods can be queried in any order.
///
/// Reference: rfc8216bis, section 4.4.4.4 (EXT-X-KEY).
package struct KeyRotation: Equatable, Sendable {
    /// The source of initialization vectors.
    package enum Vectors: String, CaseIterable, Sendable {
        /// The media sequence number of the segment; playlists contain no `IV` attribute.
        case sequence
        /// An attribute `IV` for each segment.
        case written
    }

    /// A key that a licence grants.
    package struct Licensed: Equatable, Sendable {
        /// The content identifier, which follows `skd://` in the URI of the key.
        package var content: String
        /// The key, 16 bytes.
        package var key: [UInt8]

        /// Creates a key.
        package init(content: String, key: [UInt8]) {
            self.content = content
            self.key = key
        }
    }

    /// The key format of keys that licences grant.
    package static let licenceFormat = "com.apple.streamingkeydelivery"

    /// The duration of a rotation period, in which one key is used.
    ///
    /// The first period starts with the broadcast.
    package var interval: MediaTime
    /// The method: `AES-128` or `SAMPLE-AES`.
    package var method: EncryptionKey.Method
    /// The source of initialization vectors.
    package var vectors: Vectors
    /// The seed of the served keys, the initialization vectors and the key identifiers.
    package var seed: UInt64
    /// The keys that licences grant, used in turn, each for one rotation period.
    ///
    /// The list is empty when the origin serves keys as plain bytes.
    package var licensed: [Licensed]

    /// Creates a key rotation.
    ///
    /// By default, segments are encrypted as a whole, and the origin serves keys as plain bytes.
    package init(
        every interval: MediaTime, method: EncryptionKey.Method = .aes128,
        vectors: Vectors = .sequence, seed: UInt64 = 0, licensed: [Licensed] = []
    ) {
        self.interval = interval
        self.method = method
        self.vectors = vectors
        self.seed = seed
        self.licensed = licensed
    }

    /// Returns the number of the rotation period in which a segment starts.
    func period(of item: ProgrammeItem) -> Int { max(0, item.start.count(of: interval)) }

    /// Returns the key of a period, 16 bytes.
    package func key(ofPeriod period: Int) -> [UInt8] {
        guard licensed.isEmpty else { return licensed[place(of: period)].key }
        return Self.bytes(seed, 0x6B65_7900, period)
    }

    /// Returns the key identifier (16 bytes) that fragmented MP4 media of a period contains.
    func identifier(ofPeriod period: Int) -> [UInt8] {
        let number = licensed.isEmpty ? period : place(of: period)
        return Self.bytes(seed, 0x6B69_6400, number)
    }

    /// Returns the initialization vector (16 bytes) of all fragmented MP4 samples of a period.
    func vector(ofPeriod period: Int) -> [UInt8] { Self.bytes(seed, 0x6976_6672, period) }

    /// Returns the initialization vector (16 bytes) that a playlist states for a segment.
    func vector(of item: ProgrammeItem, track: Int) -> [UInt8] {
        Self.bytes(seed, 0x6976_0000 + UInt64(track), item.number)
    }

    /// Returns a wrong key for a segment; the origin never serves this key.
    func strangeKey(of item: ProgrammeItem) -> [UInt8] {
        Self.bytes(seed, 0x7772_6F6E, item.number)
    }

    /// Returns the content identifier of a period's licensed key.
    ///
    /// It is `nil` when the origin serves keys as plain bytes.
    func content(ofPeriod period: Int) -> String? {
        licensed.isEmpty ? nil : licensed[place(of: period)].content
    }

    private func place(of period: Int) -> Int {
        let rest = period % licensed.count
        return rest < 0 ? rest + licensed.count : rest
    }

    private static func bytes(_ seed: UInt64, _ purpose: UInt64, _ number: Int) -> [UInt8] {
        let name = UInt64(bitPattern: Int64(number))
        return (0..<2).flatMap { half in
            let value = HashedNumber.value(seed: seed, purpose, name, UInt64(half))
            return (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * $0)) }
        }
    }
}

/// The encryption of one segment, part or initialization section.
package struct OriginEncryption: Equatable, Sendable {
    /// The method.
    package var method: EncryptionKey.Method
    /// The key, 16 bytes.
    package var key: [UInt8]
    /// The initialization vector, 16 bytes.
    package var vector: [UInt8]
    /// The initialization vector of all samples in fragmented MP4 media, 16 bytes.
    package var fragmentVector: [UInt8]
    /// The key identifier that fragmented MP4 media contains, 16 bytes.
    package var identifier: [UInt8]
}

/// The file name of a key in the folder `keys` of a broadcast.
enum KeyName: Equatable {
    /// The name of the folder.
    static let folder = "keys"
    private static let ending = ".key"

    /// The key of a rotation period, by its number.
    case period(Int)
    /// A key of a source, by its index in the source.
    case source(ProgrammeItem.Source, Int)

    /// The name of the file.
    var text: String {
        switch self {
        case .period(let number): "\(number)\(Self.ending)"
        case .source(.programme(let source), let index): "p\(source)-\(index)\(Self.ending)"
        case .source(.adBreak(let source), let index): "b\(source)-\(index)\(Self.ending)"
        }
    }

    /// The location of the key, relative to the playlist of a rendition.
    var location: String { "../\(Self.folder)/\(text)" }

    /// Parses a name written by ``text``; `nil` for any other text.
    init?(_ text: Substring) {
        guard text.hasSuffix(Self.ending) else { return nil }
        let name = text.dropLast(Self.ending.count)
        if let number = ResourceName.number(name) {
            self = .period(number)
        } else {
            let pieces = name.split(separator: "-", omittingEmptySubsequences: false)
            guard pieces.count == 2, let source = ResourceName.number(pieces[0].dropFirst()),
                let index = ResourceName.number(pieces[1])
            else { return nil }
            switch pieces[0].first {
            case "p": self = .source(.programme(source), index)
            case "b": self = .source(.adBreak(source), index)
            default: return nil
            }
        }
        guard self.text == text else { return nil }
    }
}
