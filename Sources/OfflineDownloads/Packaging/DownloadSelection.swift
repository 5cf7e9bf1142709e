/// The variant stream and the renditions to download.
public struct DownloadSelection: Equatable, Sendable {
    /// The choice of a variant stream by its bandwidth.
    public enum Bitrate: Equatable, Sendable {
        /// The variant with the lowest bandwidth among the variants with video.
        case lowestWithVideo
        /// The highest bandwidth up to this many bits per second, or else the lowest bandwidth.
        case atMost(Int64)
        /// The lowest bandwidth from this many bits per second up, or else the highest bandwidth.
        case atLeast(Int64)
        /// The variant with the highest bandwidth.
        case highest
    }

    /// The choice of renditions of a kind.
    public enum Languages: Equatable, Sendable {
        /// The rendition that a player would choose, if there is one.
        case preferred
        /// The renditions in these languages, as RFC 5646 tags.
        case tags([String])
        /// All renditions of the kind.
        case all
        /// No rendition; audio in the variant stream is still included.
        case none
    }

    /// The choice of the variant stream.
    public var bitrate: Bitrate
    /// The choice of audio renditions.
    public var audio: Languages
    /// The choice of subtitles renditions.
    public var subtitles: Languages

    /// Creates a selection.
    ///
    /// - Parameters:
    ///   - bitrate: The choice of the variant stream.
    ///   - audio: The choice of audio renditions.
    ///   - subtitles: The choice of subtitles renditions.
    public init(
        bitrate: Bitrate = .lowestWithVideo, audio: Languages = .preferred,
        subtitles: Languages = .preferred
    ) {
        self.bitrate = bitrate
        self.audio = audio
        self.subtitles = subtitles
    }
}

extension DownloadSelection.Languages {
    /// The languages that are requested explicitly.
    var wanted: [String] {
        guard case .tags(let tags) = self else { return [] }
        return tags.filter { $0 != "*" }
    }
}
