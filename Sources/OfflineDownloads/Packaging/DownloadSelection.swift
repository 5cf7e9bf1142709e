/// Which variant stream and which renditions of an asset a download takes.
public struct DownloadSelection: Equatable, Sendable {
    /// How the variant stream is chosen by its bandwidth.
    public enum Bitrate: Equatable, Sendable {
        /// The lowest variant that has video.
        case lowestWithVideo
        /// The highest variant of at most this many bits a second, or else the lowest.
        case atMost(Int64)
        /// The lowest variant of at least this many bits a second, or else the highest.
        case atLeast(Int64)
        /// The highest variant.
        case highest
    }

    /// Which renditions of a kind are taken.
    public enum Languages: Equatable, Sendable {
        /// The one that a player would choose by itself, if there is one.
        case preferred
        /// Those in these languages, as RFC 5646 tags.
        case tags([String])
        /// All of them.
        case all
        /// None; audio that is part of the variant stream comes along anyway.
        case none
    }

    /// How the variant stream is chosen.
    public var bitrate: Bitrate
    /// Which audio renditions are taken.
    public var audio: Languages
    /// Which subtitles renditions are taken.
    public var subtitles: Languages

    /// Creates a selection.
    ///
    /// - Parameters:
    ///   - bitrate: How the variant stream is chosen.
    ///   - audio: Which audio renditions are taken.
    ///   - subtitles: Which subtitles renditions are taken.
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
    /// The languages that are asked for by name.
    var wanted: [String] {
        guard case .tags(let tags) = self else { return [] }
        return tags.filter { $0 != "*" }
    }
}
