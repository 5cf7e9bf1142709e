import VirtualTime

/// Divides the samples of a long file into segments of about the same length.
///
/// Cuts lie at keyframes of the first video track, or anywhere when there is none. Samples of the
/// other tracks go where their time belongs; those that run ahead of the video wait for it.
struct ProgressiveCutter {
    private static let mostWaiting = 1 << 16
    private static let mostSegments = 1 << 17

    private let length: MediaTime
    private let origin: Int
    private let originIsVideo: Bool
    private var originTime: MediaTime?
    private var waiting: [SampleSummary] = []
    private var waitingHead = 0

    /// Where each segment starts; the first one also holds whatever comes before.
    private(set) var starts: [MediaTime] = []
    private(set) var segments = [SegmentTally()]

    init(length: MediaTime, tracks: [TrackScan]) {
        precondition(length > .zero, "a segment has a length")
        self.length = length
        let video = tracks.firstIndex { $0.facts.kind == .video && $0.tellsKeyframes }
        originIsVideo = video != nil
        origin = video ?? tracks.firstIndex { $0.facts.kind == .audio } ?? 0
    }

    /// Adds the next sample in file order.
    mutating func add(_ sample: SampleSummary, of scans: [TrackScan]) {
        let time = sample.pts ?? sample.dts
        guard sample.track == origin else {
            if let time, originTime.map({ time >= $0 }) ?? true {
                waiting.append(sample)
                if waiting.count - waitingHead > Self.mostWaiting { placeFirst(of: scans) }
            } else {
                place(sample, at: time, of: scans)
            }
            return
        }
        if let time, !sample.isDiscarded { cut(at: time, isKey: sample.isKey) }
        segments[segments.count - 1].add(sample, of: scans)
        guard let reached = sample.dts ?? time else { return }
        originTime = max(originTime ?? reached, reached)
        while waitingHead < waiting.count, let next = waiting[waitingHead].time, next < reached {
            placeFirst(of: scans)
        }
    }

    /// Places what still waits.
    mutating func finish(_ scans: [TrackScan]) {
        while waitingHead < waiting.count { placeFirst(of: scans) }
    }

    private mutating func cut(at time: MediaTime, isKey: Bool) {
        guard let start = starts.last else {
            starts = [time]
            return
        }
        guard isKey || !originIsVideo, time >= start + length, starts.count < Self.mostSegments
        else { return }
        starts.append(time)
        segments.append(SegmentTally(following: segments[segments.count - 1]))
    }

    private mutating func placeFirst(of scans: [TrackScan]) {
        let sample = waiting[waitingHead]
        waitingHead += 1
        if waitingHead == waiting.count {
            waiting.removeAll(keepingCapacity: true)
            waitingHead = 0
        } else if waitingHead > Self.mostWaiting {
            waiting.removeFirst(waitingHead)
            waitingHead = 0
        }
        place(sample, at: sample.time, of: scans)
    }

    private mutating func place(
        _ sample: SampleSummary, at time: MediaTime?, of scans: [TrackScan]
    ) {
        segments[index(at: time)].add(sample, of: scans)
    }

    /// The segment in which an instant lies; what comes late lies near the end.
    func index(at time: MediaTime?) -> Int {
        guard let time else { return segments.count - 1 }
        return max(0, starts.lastIndex { $0 <= time } ?? 0)
    }
}

extension SampleSummary {
    fileprivate var time: MediaTime? { pts ?? dts }
}
