public import HeadlessPlayback

/// What the streams of an asset hold, on the presentation timeline.
public struct AssetSurvey: Sendable, Equatable {
    /// The variant streams in the order of the playlist, then the renditions.
    public var streams: [StreamSurvey]

    /// Creates a survey.
    ///
    /// - Parameter streams: What the streams hold.
    public init(streams: [StreamSurvey] = []) {
        self.streams = streams
    }

    /// The places of the variant streams among the streams.
    public var variants: [Int] { streams.indices.filter { streams[$0].role == .variant } }

    /// How long the asset is: the longest of its variant streams.
    public var duration: MediaTime {
        variants.map { streams[$0].end }.max() ?? streams.map(\.end).max() ?? .zero
    }

    /// The markers of all streams, those joined that say the same of the same place.
    ///
    /// - Parameter tolerance: How far apart markers may lie that mean the same place.
    /// - Returns: The groups, in the order of their places.
    public func markers(tolerance: MediaTime) -> [MarkerGroup] {
        MarkerGroup.join(streams.map(\.markers), tolerance: tolerance)
    }
}
