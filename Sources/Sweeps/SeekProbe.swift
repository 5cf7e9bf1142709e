import HeadlessPlayback
import Sessions

/// Seeks once in a run, as soon as the video is ready, and records the consequences.
final class SeekProbe: Hold {
    /// The result of a seek.
    struct Landing: Equatable, Sendable {
        /// The position of the playhead; `nil` when it never landed.
        var place: MediaTime?
        /// The duration of the video at that time.
        var duration = MediaTime.zero
        /// The end of the main track at that time, after which audio may end; `nil` when unknown.
        var mainEnd: MediaTime?
        /// Whether the place was at a sync sample that had been read.
        var isKeyframe = false
        /// The segment at the position; `nil` when it had not been read.
        var segment: Range<MediaTime>?
        /// The first progress after it; `nil` without any.
        var progress: MediaTime?
        /// Whether the end was reported after it.
        var hasEnded = false
        /// The instant of the landing.
        var instant = Instant.start
    }

    private(set) var landing = Landing()
    private let target: SeekTarget
    private let controller: PlaybackController
    private var hasBegun = false
    private var observer: Hold?
    /// The intervals of the segments of the main track that were read, of any variant.
    private var placed: [Range<MediaTime>] = []

    /// Prepares to seek in the first session of a controller.
    init(_ target: SeekTarget, in controller: PlaybackController) {
        self.target = target
        self.controller = controller
        super.init()
        observer = controller.observe { [weak self] in self?.take($0) }
        controller.world.segmentObserver = self
    }

    /// Whether the observation is complete.
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
        // The new variant may have read no media here, because another variant still plays.
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
