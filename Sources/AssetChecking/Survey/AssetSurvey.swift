public import HeadlessPlayback
public import Sessions

/// The contents of an asset's streams on the presentation timeline.
public struct AssetSurvey: Sendable, Equatable {
    /// The variant streams in the order of the playlist, then the renditions.
    public var streams: [StreamSurvey]

    /// Creates a survey.
    ///
    /// - Parameter streams: The contents of the streams.
    public init(streams: [StreamSurvey] = []) {
        self.streams = streams
    }

    /// The indices of the variant streams in ``streams``.
    public var variants: [Int] { streams.indices.filter { streams[$0].role == .variant } }

    /// The duration of the asset: the duration of its longest variant stream.
    public var duration: MediaTime {
        variants.map { streams[$0].end }.max() ?? streams.map(\.end).max() ?? .zero
    }

    /// Returns the cue points that correspond to the markers of the asset.
    ///
    /// The cue points can be the expected cue points of later verifications. Markers before the
    /// start of the media are placed at its start; markers after its end are omitted.
    ///
    /// - Parameter tolerance: The largest distance between markers that count as markers of the
    ///   same position.
    /// - Returns: The cue points that `playctl cues --as-cue-points` writes.
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

    /// Returns the markers after the end of the asset, which announce positions outside the asset.
    ///
    /// - Parameter tolerance: The largest distance between markers that count as markers of the
    ///   same position.
    /// - Returns: The groups, in the order of their positions.
    func markersBehindEnd(tolerance: MediaTime) -> [MarkerGroup] {
        markers(tolerance: tolerance).filter { $0.place > duration + tolerance }
    }

    /// Returns the markers of all streams, with equal markers at the same position joined.
    ///
    /// - Parameter tolerance: The largest distance between markers that count as markers of the
    ///   same position.
    /// - Returns: The groups, in the order of their positions.
    public func markers(tolerance: MediaTime) -> [MarkerGroup] {
        var groups = MarkerGroup.join(
            streams.indices.map { markers(of: $0) }, tolerance: tolerance)
        for index in groups.indices { groups[index].place = place(of: groups[index]) }
        let order = groups.indices.sorted { (groups[$0].place, $0) < (groups[$1].place, $1) }
        return order.map { groups[$0] }
    }

    /// Returns the markers of a stream; markers at its end are moved to the end of the asset.
    ///
    /// The ends of the streams differ, because subtitles may end before the video, and audio before
    /// or after it.
    ///
    /// - Parameter stream: The index of the stream.
    /// - Returns: The markers.
    func markers(of stream: Int) -> [Marker] {
        var markers = streams[stream].markers
        let end = duration
        for index in markers.indices where markers[index].isAtEnd { markers[index].place = end }
        return markers
    }

    /// Returns the playback position of a group of markers.
    ///
    /// The result is the position in the first variant stream that has markers of the group. A
    /// stream with video is preferred. In an audio-only stream, markers are a few milliseconds too
    /// early or too late, because audio and video do not start at exactly the same time. If the
    /// stream has several markers of the group, the marker nearest to a keyframe determines the
    /// position, because a stream can be cut there.
    private func place(of group: MarkerGroup) -> MediaTime {
        let hasVideo = streams.contains(where: \.hasVideo)
        let holders = group.streams.filter { streams[$0].role == .variant }
        let leading = holders.filter { streams[$0].hasVideo || !hasVideo }
        guard let stream = leading.min() ?? holders.min() else { return group.place }
        let places = group.members.flatMap { member in
            zip(member.streams, member.places).filter { $0.0 == stream }.map(\.1)
        }
        func distance(_ place: MediaTime) -> MediaTime {
            guard let nearest = streams[stream].keyframes.nearest(to: place) else { return .zero }
            return max(nearest - place, place - nearest)
        }
        return places.min { (distance($0), $0) < (distance($1), $1) } ?? group.place
    }
}
