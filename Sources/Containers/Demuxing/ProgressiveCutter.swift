import VirtualTime

/// Divides the samples of a long file into segments of similar length.
///
/// Cuts are at keyframes of the first video track, or at any sample if there is no video. Samples
/// of other tracks are assigned by time. If the file stores a sample of another track before the
/// video of the same time, the sample is kept until that video is read. Audio before the start or
/// after the end of the video is put into separate segments.
struct ProgressiveCutter {
    private static let mostWaiting = 1 << 16
    private static let mostSegments = 1 << 17
    /// The duration above which audio before or after the video gets separate segments.
    ///
    /// Shorter differences are normal, because the tracks of a film seldom start and end together.
    private static let shortestAudioAlone = MovieReckoning.surplus

    private let length: MediaTime
    private let origin: Int
    private let originIsVideo: Bool
    /// The index of the audio track played with the video; `nil` if video or audio is missing.
    private let audio: Int?
    private var originTime: MediaTime?
    private var waiting: [SampleSummary] = []
    private var waitingHead = 0
    private var hasLead = false

    /// The start of each segment; the first segment also contains samples before its start.
    private(set) var starts: [MediaTime] = []
    private(set) var segments = [SegmentTally()]

    init(length: MediaTime, tracks: [TrackScan]) {
        precondition(length > .zero, "a segment has a length")
        self.length = length
        let video = tracks.firstIndex { $0.facts.kind == .video && $0.reportsKeyframes }
        originIsVideo = video != nil
        audio = video == nil ? nil : tracks.firstIndex { $0.facts.kind == .audio }
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

    /// At the end of the file, assigns to segments the samples that still wait for video.
    ///
    /// - Parameters:
    ///   - scans: The tracks.
    ///   - lastDuration: Returns the duration of a track's last sample, given the number of the
    ///     track; zero if the container does not state it.
    mutating func finish(_ scans: [TrackScan], lastDuration: (Int) -> MediaTime) {
        for index in scans.indices {
            segments[segments.count - 1].last(index, for: lastDuration(scans[index].facts.id))
        }
        let videoEnd = segments[segments.count - 1].end(of: origin)
        let audioEnd = waiting.dropFirst(waitingHead).last { $0.track == audio }?.time
        if let videoEnd, let audioEnd, audioEnd > videoEnd + Self.shortestAudioAlone {
            addSegment(at: videoEnd)
            for _ in 0..<Self.mostSegments {
                guard let start = starts.last, audioEnd > start + length else { break }
                addSegment(at: start + length)
            }
        }
        while waitingHead < waiting.count { placeFirst(of: scans) }
    }

    private mutating func cut(at time: MediaTime, isKey: Bool) {
        guard let start = starts.last else {
            starts = [time]
            return
        }
        guard isKey || !originIsVideo, time >= start + length, starts.count < Self.mostSegments
        else { return }
        addSegment(at: time)
    }

    private mutating func addSegment(at time: MediaTime) {
        guard starts.count < Self.mostSegments else { return }
        starts.append(time)
        segments.append(SegmentTally(following: segments[segments.count - 1]))
    }

    /// Adds a segment for audio before the first picture, or extends that segment.
    private mutating func addLead(at time: MediaTime) {
        guard let first = starts.first else { return }
        if hasLead {
            starts[0] = min(first, time)
        } else if time < first - Self.shortestAudioAlone {
            hasLead = true
            starts.insert(time, at: 0)
            segments.insert(SegmentTally(), at: 0)
        }
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
        if let time, sample.track == audio, !sample.isDiscarded { addLead(at: time) }
        segments[index(at: time)].add(sample, of: scans)
    }

    /// Extends the last picture of each segment until the start of the next segment.
    ///
    /// This applies only to files in which one table has the times of all pictures.
    func close(_ segments: inout [DemuxedSegment], of scans: [TrackScan]) {
        guard originIsVideo, scans[origin].hasTableOfTimes else { return }
        for index in segments.indices.dropFirst() {
            let next = segments[index].tracks.first { $0.description.index == origin }
            let place = segments[index - 1].tracks.firstIndex { $0.description.index == origin }
            guard let next, let place else { continue }
            let end = segments[index - 1].tracks[place].end
            segments[index - 1].tracks[place].end = max(end, next.start)
        }
    }

    /// Returns the index of the segment at a time, or of the last segment if the time is `nil`.
    ///
    /// Samples are assigned in file order and usually belong to one of the last segments, so the
    /// search begins at the end.
    func index(at time: MediaTime?) -> Int {
        guard let time else { return segments.count - 1 }
        return starts.lastIndex { $0 <= time } ?? 0
    }
}

extension SampleSummary {
    fileprivate var time: MediaTime? { pts ?? dts }
}
