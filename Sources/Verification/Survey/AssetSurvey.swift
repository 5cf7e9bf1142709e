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

    /// The cue points that the markers stand for: what can be expected of the asset from now on.
    ///
    /// Those ahead of the media lie at its start; what is announced for behind its end is left out.
    ///
    /// - Parameter tolerance: How far apart markers may lie that mean the same place.
    /// - Returns: The cue points, as `playctl cues --as-cue-points` writes them.
    public func cuePoints(tolerance: MediaTime = .milliseconds(100)) -> CuePointCollection {
        let end = duration
        let groups = markers(tolerance: tolerance).filter {
            $0.kind != .unreadable && $0.place <= end + tolerance
        }
        return CuePointCollection(
            groups.map { group in
                var cuePoint = CuePoint(group)
                cuePoint.position = .time(min(max(group.place, .zero), end))
                return cuePoint
            })
    }

    /// The markers that lie behind the end, as those do that announce what is not part of the asset.
    ///
    /// - Parameter tolerance: How far apart markers may lie that mean the same place.
    /// - Returns: The groups, in the order of their places.
    func markersBehindEnd(tolerance: MediaTime) -> [MarkerGroup] {
        markers(tolerance: tolerance).filter { $0.place > duration + tolerance }
    }

    /// The markers of all streams, those joined that say the same of the same place.
    ///
    /// - Parameter tolerance: How far apart markers may lie that mean the same place.
    /// - Returns: The groups, in the order of their places.
    public func markers(tolerance: MediaTime) -> [MarkerGroup] {
        MarkerGroup.join(streams.map(\.markers), tolerance: tolerance)
    }
}
