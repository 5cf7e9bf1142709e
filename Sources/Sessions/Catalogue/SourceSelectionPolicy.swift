/// A policy that chooses the source from which a video is played.
public struct SourceSelectionPolicy: Sendable {
    private let choose: @Sendable (Video) -> Source?

    /// Creates a policy.
    ///
    /// - Parameter choose: Returns one of the sources of a video, or `nil` to skip the video.
    public init(_ choose: @escaping @Sendable (Video) -> Source?) {
        self.choose = choose
    }

    /// Returns the source to play, or `nil` to skip the video.
    ///
    /// - Parameter video: The video to be played.
    /// - Returns: One of the sources of the video, or `nil`.
    public func source(for video: Video) -> Source? {
        choose(video)
    }

    /// The policy that prefers HLS sources whose location has the scheme `https`.
    ///
    /// It equals ``hls(scheme:)`` with the scheme `https`. For a video without such a source, the
    /// policy takes any HLS source, else the first MP4 source, else the first source of any kind.
    public static let standard = hls(scheme: "https")

    /// The policy that takes any HLS source.
    ///
    /// For a video without an HLS source, the policy takes the first MP4 source, or else the first
    /// source of any kind.
    public static let hls = SourceSelectionPolicy { video in
        fallback(among: video.sources)
    }

    /// Returns the policy that prefers HLS sources whose location has a given scheme.
    ///
    /// For a video without such a source, the policy takes any HLS source, else the first MP4
    /// source, else the first source of any kind. So the scheme is a preference, not a filter.
    ///
    /// - Parameter scheme: The preferred scheme; case does not count.
    /// - Returns: The policy.
    public static func hls(scheme: String) -> SourceSelectionPolicy {
        let preferred = scheme.lowercased()
        return SourceSelectionPolicy { video in
            video.sources.first { $0.deliveryMethod == .hls && $0.scheme == preferred }
                ?? fallback(among: video.sources)
        }
    }

    private static func fallback(among sources: [Source]) -> Source? {
        sources.first { $0.deliveryMethod == .hls } ?? sources.first { $0.deliveryMethod == .mp4 }
            ?? sources.first
    }
}
