import Playlists
import Presentation
import VirtualTime

/// The playlists of variant streams, and the streams that replace each other.
extension LoadedAsset {
    /// Returns the location of a playlist that a variant stream or its audio still lacks.
    ///
    /// - Parameters:
    ///   - choice: The index of the variant stream.
    ///   - audible: The selected audio.
    /// - Returns: The location as listed; `nil` if all playlists were read.
    func missingPlaylist(of choice: Int, with audible: MediaOption?) -> String? {
        links(of: choice, with: audible).first { media(at: $0) == nil }
    }

    /// Returns the locations of the playlists of a variant stream and its audio, as listed.
    private func links(of choice: Int, with audible: MediaOption?) -> [String] {
        let variant = variants[choice]
        return [variant.uri, rendition(of: audible, .audio, for: variant)?.uri].compactMap { $0 }
    }

    /// Returns a redundant stream of the variant stream that is being fetched.
    ///
    /// A redundant stream has the properties of the variant stream and another location, from which
    /// players obtain the media when the first location fails. Streams whose loaded playlists list
    /// no segments are skipped.
    ///
    /// Reference: RFC 8216, section 6.2.4 (Providing Variant Streams).
    ///
    /// - Parameters:
    ///   - failed: The rendition whose playlist fails; the redundant stream has a different
    ///     playlist.
    ///   - audible: The selected audio.
    ///   - excluded: The indices of the variant streams that must not be chosen.
    ///   - stale: The window of a stale playlist, which streams without later media do not replace;
    ///     `nil` if the playlist cannot be obtained.
    /// - Returns: The index of the redundant stream; `nil` if there is none, or if `failed` is
    ///   neither the variant stream that is being fetched nor its audio.
    func redundantStream(
        instead failed: RenditionMedia, with audible: MediaOption?, besides excluded: Set<Int>,
        ifItEndsAfter stale: LiveWindow?
    ) -> Int? {
        guard let current = currentIndex, uses(current, failed, with: audible) else { return nil }
        return variants.indices.first { index in
            !excluded.contains(index) && variants[index].isRedundant(to: variants[current])
                && !uses(index, failed, with: audible)
                && links(of: index, with: audible).compactMap { media(at: $0) }.allSatisfy {
                    !$0.playlist.segments.isEmpty && $0.endsAfter(stale)
                }
        }
    }

    /// Returns whether a rendition belongs to a variant stream or is its audio.
    private func uses(
        _ choice: Int, _ rendition: RenditionMedia, with audible: MediaOption?
    ) -> Bool {
        links(of: choice, with: audible).contains { media(at: $0) === rendition }
    }
}

extension RenditionMedia {
    /// Returns whether the playlist seems to list media after the end of a window.
    ///
    /// The media must last at least half a target duration, because the clocks of two servers may
    /// differ. A rendition that is already followed is not compared, nor is a playlist whose
    /// position relative to the window is unknown.
    fileprivate func endsAfter(_ window: LiveWindow?) -> Bool {
        guard let window, !isFollowed else { return true }
        let place = LiveAlignment(playlist, with: window, at: load.upperBound)
        let later = place.start + playlist.duration - window.end
        return place.rung == .end || later * 2 >= ReloadPace.target(of: playlist)
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
