package import Playlists

/// The last part of a playlist, with the properties that the playlist states for its segment.
package struct NewestPart: Equatable, Sendable {
    /// The part.
    package let part: PartialSegment
    /// The keys in effect, one for each key format; empty when the part is not encrypted.
    package let keys: [EncryptionKey]
}

extension MediaPlaylist {
    /// The last part that the playlist lists; `nil` if there is none, or if it is a gap.
    var newestPart: NewestPart? {
        if let tail, let part = tail.parts.last {
            return part.isGap || tail.isGap ? nil : NewestPart(part: part, keys: tail.keys)
        }
        guard let segment = segments.last, let part = segment.parts.last else { return nil }
        return part.isGap || segment.isGap ? nil : NewestPart(part: part, keys: segment.keys)
    }
}
