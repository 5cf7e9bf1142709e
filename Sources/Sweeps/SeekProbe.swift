import HeadlessPlayback
import Sessions

/// Seeks once in a run, as soon as the video is ready, and records the consequences.
final class SeekProbe: Hold {
    /// The result of a seek.
    struct Landing: Equatable, Sendable {
        /// The playback position after the seek; `nil` when the seek did not complete.
        var place: MediaTime?
        /// The duration of the video when the seek completed.
        var duration = MediaTime.zero
        /// The end of the main track when the seek completed; `nil` when unknown.
        ///
        /// Audio may end later than the main track.
        var mainEnd: MediaTime?
        /// Whether the playhead landed on a sync sample that had been read.
        var isKeyframe = false
        /// The interval of the media segment at the position that the seek reached.
        ///
        /// It is `nil` when the segment had not been read.
        var segment: Range<MediaTime>?
        /// The first playback position reported after the seek; `nil` if none was reported.
        var progress: MediaTime?
        /// Whether the end of the video was reported after the seek.
        var hasEnded = false
        /// The instant at which the seek completed.
        var instant = Instant.start
    }

    private(set) var landing = Landing()
    private let target: SeekTarget
    private let controller: PlaybackController
    private var hasBegun = false
    private var observer: Hold?
    /// The intervals of all main-track segments read so far, from any variant stream.
    private var placed: [Range<MediaTime>] = []

    /// Prepares to seek in the first session of a controller.
    init(_ target: SeekTarget, in controller: PlaybackController) {
        self.target = target
        self.controller = controller
        super.init()
        observer = controller.observe { [weak self] in self?.take($0) }
        controller.world.segmentObserver = self
    }

    /// Whether the seek has completed, and a position or the end was reported after the seek.
    var isDone: Bool { landing.place != nil && (landing.progress != nil || landing.hasEnded) }

    private func take(_ event: PlaybackEvent) {
        switch event.kind {
        case .didReceiveLifecycleEvent(let lifecycle):
            if lifecycle.type == .ready { begin() }
            if lifecycle.type == .end { landing.hasEnded = landing.place != nil }
        case .didProgressTo(let progress):
            guard landing.place != nil, landing.progress == nil,
                case .at(let time) = progress
            else { return }
            landing.progress = time
        default: break
        }
    }

    private func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        let tolerance = target.precision.tolerance.seconds
        controller.seek(
            to: target.time.seconds, toleranceBefore: tolerance, toleranceAfter: tolerance
        ) { [weak self] hasLanded in
            if hasLanded { self?.land() }
        }
    }

    private func land() {
        guard let session = controller.currentSession else { return }
        let place = session.position
        landing.place = place
        landing.duration = session.duration ?? .zero
        landing.instant = controller.world.loop.now
        landing.isKeyframe = session.knownKeyframes.contains(place)
        let timeline = session.mainTimeline
        landing.mainEnd = timeline?.end
        // The timeline of a new variant stream may have no media at this position while another
        // variant stream still plays. In that case, the segments of all variant streams are
        // searched.
        landing.segment =
            timeline?.number(at: place).flatMap { timeline?.measuredInterval(of: $0) }
            ?? placed.last { $0.contains(place) }
    }
}

extension SeekProbe: SegmentObserver {
    func session(_ number: Int, didPlace segment: PlacedSegment) {
        guard segment.role == .main, segment.contents != nil else { return }
        placed.append(segment.interval)
    }
}
