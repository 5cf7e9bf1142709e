import Formats
import Playlists
import Presentation

/// The record of the keys that only a decoder can prove, and of the keys that it has proven.
package struct KeyProofRecord {
    /// The maximum number of recorded keys; a broadcast may use any number.
    private static let limit = 10_000

    /// The locations of the keys, in the order of their first use.
    private var locations: [String] = []
    /// Whether the samples of at least one segment prove a key, by the location of the key.
    private var isProven: [String: Bool] = [:]

    /// Records the key of a segment.
    ///
    /// - Parameters:
    ///   - provesKey: Whether the samples of the segment prove the key.
    ///   - keys: The keys that the playlist lists for the segment, each of which is sufficient.
    ///   - url: The location of the playlist, or of a single file.
    mutating func add(_ provesKey: Bool, of keys: [EncryptionKey], in url: String) {
        let key = keys.first { $0.keyFormat == EncryptionKey.identityFormat } ?? keys.first
        let location = key?.uri.map { URIReference.resolve($0, against: url) } ?? url
        if let known = isProven[location] {
            isProven[location] = known || provesKey
        } else if locations.count < Self.limit {
            locations.append(location)
            isProven[location] = provesKey
        }
    }

    /// Adds a remark about each key that no sample proves.
    func add(to remarks: inout RemarkList) {
        for location in locations where isProven[location] == false {
            remarks.add(.unprovenKey, Self.words(for: location))
        }
    }

    /// Returns the remark about a key that no sample proves, on one line.
    package static func words(for location: String) -> String {
        "nothing shows whether the key is right: \(SafeText.url(location))"
    }
}
