package import Playlists

/// The last part of a playlist, with the keys and the initialization section that apply to it.
package struct NewestPart: Equatable, Sendable {
    /// The part.
    package let part: PartialSegment
    /// The keys in effect, one for each key format; empty when the part is not encrypted.
    package let keys: [EncryptionKey]
    /// The initialization section in effect; `nil` when there is none.
    package let initializationSection: InitializationSection?
}

extension MediaPlaylist {
    /// The last part that the playlist lists; `nil` if there is none, or if it is a gap.
    var newestPart: NewestPart? {
        if let tail, let part = tail.parts.last {
            guard !part.isGap, !tail.isGap else { return nil }
            return NewestPart(
                part: part, keys: tail.keys, initializationSection: tail.initializationSection)
        }
        guard let segment = segments.last, let part = segment.parts.last, !part.isGap,
            !segment.isGap
        else { return nil }
        return NewestPart(
            part: part, keys: segment.keys, initializationSection: segment.initializationSection)
    }
}
