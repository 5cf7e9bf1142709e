import Playlists

/// The playlists of variant streams, and the streams that replace each other.
extension LoadedAsset {
    /// Returns the location of a playlist that a variant stream or its audio still lacks.
    ///
    /// - Parameters:
    ///   - choice: The index of the variant stream.
    ///   - audible: The selected audio.
    /// - Returns: The location as listed; `nil` if all playlists were read.
    func missingPlaylist(of choice: Int, with audible: MediaOption?) -> String? {
        let variant = variants[choice]
        let audio = rendition(of: audible, .audio, for: variant)?.uri
        return [variant.uri, audio].compactMap { $0 }.first { media(at: $0) == nil }
    }

    /// Returns a redundant stream of the variant stream that is being fetched.
    ///
    /// A redundant stream has the properties of the variant stream and another location, from which
    /// players obtain the media when the first location fails.
    ///
    /// Reference: RFC 8216, section 6.2.4 (Providing Variant Streams).
    ///
    /// - Parameter excluded: The indices of the variant streams that must not be chosen.
    /// - Returns: The index of the redundant stream; `nil` if there is none.
    func redundantStream(besides excluded: Set<Int>) -> Int? {
        guard let current = currentVariant else { return nil }
        return variants.indices.first {
            !excluded.contains($0) && variants[$0].isRedundant(to: current)
        }
    }
}

extension VariantStream {
    /// Returns whether the variant stream has the media of another one at another location.
    fileprivate func isRedundant(to other: VariantStream) -> Bool {
        uri != other.uri && bandwidth == other.bandwidth && codecs == other.codecs
            && resolution == other.resolution && frameRate == other.frameRate
            && videoRange == other.videoRange
    }
}
