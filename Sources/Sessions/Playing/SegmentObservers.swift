import Containers
import Playlists
import Presentation
import VirtualTime

/// The observers of a session: the simulation's observer, and one that a provider added.
struct SegmentObservers {
    /// The number of the session.
    let number: Int
    let world: PlaybackWorld
    let planned: (any SegmentObserver)?

    /// Whether an observer requests the bytes of the variant stream.
    var wantSources: Bool {
        world.segmentObserver?.wantsSources == true || planned?.wantsSources == true
    }

    private func notify(_ news: (any SegmentObserver) -> Void) {
        if let observer = world.segmentObserver { news(observer) }
        if let planned { news(planned) }
    }

    /// Reports that the multivariant playlist was read.
    func report(_ playlist: MultivariantPlaylist) {
        notify { $0.session(number, didRead: playlist) }
    }

    /// Reports that the playhead passed media.
    func report(passed interval: Range<MediaTime>) {
        notify { $0.session(number, didPass: interval) }
    }

    /// Reports that playback jumps because the window of a broadcast has moved past the playhead.
    func report(rejoinFrom position: MediaTime, at target: MediaTime) {
        notify { $0.session(number, didRejoinFrom: position, at: target) }
    }

    /// Reports a playback rate that adapts to the latency of a broadcast.
    func report(rate: PlaybackRate, for latency: MediaTime) {
        notify { $0.session(number, didFollow: latency, at: rate) }
    }

    /// Reports that a playlist has added a marker.
    func report(_ marker: MarkerNews) { notify { $0.session(number, didRead: marker) } }

    /// Reports that a session continues although it could not obtain or use media.
    func report(_ loss: MediaLoss) { notify { $0.session(number, didLose: loss) } }

    /// Reports that the next segment of a track was placed on the timeline.
    ///
    /// - Parameters:
    ///   - track: The track.
    ///   - listed: The playlist entry that was placed: the segment, or one of its parts.
    ///     `nil` means the whole segment.
    ///   - read: The contents of the segment; `nil` when it was not read.
    ///   - placement: The position of the samples of the segment; `nil` means the position in the
    ///     playlist.
    ///   - playhead: The position of the playhead.
    func reportPlaced(
        _ track: @autoclosure () -> Track?, _ listed: ListedSegment?, _ read: ReadSegment? = nil,
        _ placement: Placement? = nil,
        playhead: @autoclosure () -> MediaTime
    ) {
        guard world.segmentObserver?.wantsPlaces == true || planned?.wantsPlaces == true,
            let track = track()
        else { return }
        let segment = PlacedSegment(
            role: track.role.placed, media: track.media, number: track.next,
            url: listed.map { track.media.location(of: $0.segment) }
                ?? track.media.segmentURL(track.next),
            interval: placement?.interval ?? listed.map(track.media.interval(of:))
                ?? track.media.timeline.interval(of: track.next),
            contents: read?.media, keyframes: placement?.keyframes ?? [],
            isUndeclaredJump: placement?.isUndeclaredJump ?? false, playhead: playhead(),
            source: read?.source)
        notify { $0.session(number, didPlace: segment) }
    }

    /// Reports a segment that was read, with its position if it has media.
    ///
    /// A part without media is not reported, because the other parts of its segment are reported.
    func report(
        _ outcome: SegmentIntake.Outcome, of track: Track, _ read: ReadSegment,
        playhead: @autoclosure () -> MediaTime
    ) {
        switch outcome {
        case .placed(let placement):
            reportPlaced(track, track.requestedNext, read, placement, playhead: playhead())
        case .negligible where track.requestedNext?.part == nil:
            reportPlaced(track, track.requestedNext, playhead: playhead())
        case .negligible: break
        }
    }
}
