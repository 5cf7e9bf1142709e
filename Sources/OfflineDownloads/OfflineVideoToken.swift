import Formats

/// The identifier of a download and of the resulting offline video, across launches of the app.
///
/// A token is opaque: only its store can interpret it. An app stores the ``rawValue``, or encodes
/// the token, which yields the same string:
///
/// ```swift
/// let kept: [String] = manager.offlineVideoTokens.map(\.rawValue)
/// let tokens = kept.map(OfflineVideoToken.init(rawValue:))
/// ```
///
/// Source: `Documentation/BrightcoveOffline.md#tokens`.
public struct OfflineVideoToken: RawRepresentable, Hashable, Codable, CodingKeyRepresentable,
    Sendable
{
    /// The token as a string, which the app can store.
    public let rawValue: String

    /// Creates a token from the string that an app has kept.
    ///
    /// - Parameter rawValue: The string; a string that was not issued by a store identifies no
    ///   download.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension OfflineVideoToken: ExpressibleByStringInterpolation {
    /// Creates a token from a literal.
    ///
    /// - Parameter value: The string.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

extension OfflineVideoToken: CustomStringConvertible {
    /// The token as a string.
    public var description: String { rawValue }
}

extension OfflineVideoToken: Comparable {
    /// Returns whether one token comes before another; tokens are ordered as strings.
    public static func < (one: OfflineVideoToken, other: OfflineVideoToken) -> Bool {
        one.rawValue < other.rawValue
    }
}

extension OfflineVideoToken {
    /// Creates the token of a request: two hashes in the form of a UUID.
    ///
    /// - Parameters:
    ///   - number: The number of the request in its store.
    ///   - sourceURL: The requested location.
    init(number: UInt64, of sourceURL: String) {
        let bytes = Array(sourceURL.utf8)
        let digits = Array(
            (Checksum.of(bytes, seed: number).hexadecimal
                + Checksum.of(bytes, seed: ~number).hexadecimal).utf8)
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        rawValue = parts.map { String(decoding: digits[$0], as: UTF8.self) }
            .joined(separator: "-")
    }

    /// Whether a store may have issued the token: 1 to 64 lower-case letters, digits and `-`.
    package var isWellFormed: Bool {
        (1...64).contains(rawValue.utf8.count)
            && rawValue.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "-")
            }
    }
}
