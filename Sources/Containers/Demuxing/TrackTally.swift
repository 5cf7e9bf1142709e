import VirtualTime

/// Adds up the samples of one track of one segment.
struct TrackTally {
    /// The maximum number of keyframes in the list of a segment.
    ///
    /// A longer list is cut off and marked as incomplete.
    static let mostKeyframes = 4096
    static let mostHoles = 256

    /// The longest step between video decode times; a longer step counts as a jump.
    ///
    /// A step of at most eight times the usual step never counts as a jump, because the frame rate
    /// may be low.
    private static let longestStep = MediaTime.milliseconds(500)

    /// The longest gap between two samples that still counts as continuous media.
    static let longestSilence = MediaTime.milliseconds(100)

    private let kind: TrackDescription.Kind
    private let track: Int
    private let reportsKeyframes: Bool
    private let isTransport: Bool
    private let isFragments: Bool
    /// Whether each picture is shown until the next one, regardless of the time between them.
    private let lastsUntilNext: Bool
    /// The unit in which the container counts times.
    private let unit: MediaTime
    private var firstDecodeTime: MediaTime?
    private var lastDecodeTime: MediaTime?
    private var lastDuration = MediaTime.zero
    private var countsFrames = false
    private var frameDuration = MediaTime.zero
    /// The sum of the durations; `nil` unless the container states a duration for each sample.
    private var statedTime: MediaTime? = .zero
    private var usualStep = MediaTime.zero
    private var steps = MediaTime.zero
    private var stepCount: Int64 = 0
    /// The shortest and the longest interval between decode times; `nil` before the second sample.
    private var stepRange: ClosedRange<MediaTime>?
    private var start: MediaTime?
    private var lastStart: MediaTime?
    private var end: MediaTime?
    private var keyframes: [MediaTime] = []
    private var holes: [Range<MediaTime>] = []
    private var hasOpenHole = false
    /// The times of all audio or video samples of a transport stream; `nil` for other tracks.
    ///
    /// Only these times can show that samples of a transport stream are missing.
    private var pace: SteadyPace?
    /// The presentation times of the pictures of a fragmented video track; `nil` for other tracks.
    ///
    /// Decode times follow from the stated durations, so only presentation times can show that
    /// pictures are absent.
    private var presentation: SteadyPace?
    /// The stated durations of the pictures of a fragmented video track; `nil` for other tracks.
    private var statedPace: StatedPace?
    /// The samples that appear twice or too late; `nil` where samples may be in any order.
    private var repeats: RepeatedSpans?
    /// The presentation time and the size of the last sample that has a time.
    private var lastTimed: (pts: MediaTime, size: Int)?
    /// Whether a decode time differs from the presentation time of its sample.
    private var hasDecodeTimes = false
    /// Whether the first sample is a keyframe.
    private var startsWithKeyframe = false
    /// Whether the first sample depends on pictures of an earlier segment.
    private var needsEarlierPictures = false
    private var startsOpenGroup = false
    /// The stated durations of the samples; `nil` where the codec determines no duration.
    private var codedDurations: CodedDurations?
    /// The audio samples of an ISO file that are longer than their coded frames.
    private var stretched: StretchedSamples
    /// The timing of packets that state their number of frames.
    private var countedPace = CountedPace()

    private(set) var sampleCount = 0
    private(set) var byteCount: Int64 = 0
    private(set) var problems: [ContainerProblem] = []
    private(set) var isTruncated = false

    init(
        track: Int, kind: TrackDescription.Kind, reportsKeyframes: Bool,
        lastsUntilNext: Bool = false,
        isTransport: Bool = false, isFragments: Bool = false, codedDuration: MediaTime? = nil,
        unit: MediaTime
    ) {
        self.unit = unit
        stretched = StretchedSamples(unit: unit)
        codedDurations = codedDuration.map { CodedDurations(frame: $0) }
        self.lastsUntilNext = lastsUntilNext
        self.track = track
        self.kind = kind
        self.reportsKeyframes = reportsKeyframes
        self.isTransport = isTransport
        self.isFragments = isFragments
        guard isTransport || isFragments, kind == .video || kind == .audio else { return }
        repeats = RepeatedSpans()
        if isTransport { pace = SteadyPace() }
        guard isFragments, kind == .video else { return }
        presentation = SteadyPace()
        statedPace = StatedPace()
    }

    /// Creates a tally for the segment that follows an earlier segment of the same file.
    init(following earlier: TrackTally) {
        self.init(
            track: earlier.track, kind: earlier.kind, reportsKeyframes: earlier.reportsKeyframes,
            lastsUntilNext: earlier.lastsUntilNext, isTransport: earlier.isTransport,
            isFragments: earlier.isFragments, codedDuration: earlier.codedDurations?.frame,
            unit: earlier.unit)
        usualStep = earlier.usualStep
        frameDuration = earlier.frameDuration
    }

    /// Adds the samples of a packet.
    mutating func add(_ sample: SampleSummary) {
        byteCount += Int64(sample.size)
        for time in sample.corruptBefore {
            problems.note(ContainerProblem(.corruptSample, track: track, time: time))
        }
        if sample.isCorrupt {
            problems.note(ContainerProblem(.corruptSample, track: track, time: sample.pts))
        }
        guard sample.samples > 0 else { return }
        let isFirst = sampleCount == 0
        sampleCount += sample.samples
        guard let pts = sample.pts ?? sample.dts ?? followingAudio else {
            problems.note(ContainerProblem(.missingTimestamp, track: track, time: lastStart))
            return
        }
        if kind == .video, reportsKeyframes {
            if sample.isKey {
                note(keyframe: pts)
            } else if isFirst {
                problems.note(ContainerProblem(.startsWithoutKeyframe, track: track, time: pts))
            }
        }
        if isFirst {
            startsWithKeyframe = sample.isKey
            startsOpenGroup = kind == .video && sample.isKey && sample.isOpen
            needsEarlierPictures =
                kind == .video && reportsKeyframes && !sample.isKey && !sample.mayStandAlone
        }
        let decodeTime = sample.dts ?? pts
        if !sample.isDiscarded {
            presentation?.add(pts, decodedAt: decodeTime)
            statedPace?.add(pts, decodedAt: decodeTime, for: sample.duration)
        }
        noteRepetition(of: sample, shownAt: pts)
        advance(to: decodeTime, pts: pts)
        if sample.countsFrames && isTransport || isFragments && kind == .audio {
            countedPace.add(pts, decodedAt: decodeTime, sample)
        } else if !sample.countsFrames {
            pace?.add(pts, decodedAt: decodeTime)
        }
        codedDurations?.add(sample.duration)
        lastDuration = sample.duration
        countsFrames = sample.countsFrames
        statedTime = sample.duration > .zero ? statedTime.map { $0 + sample.duration } : nil
        if sample.duration > .zero {
            frameDuration = MediaTime(ticks: sample.duration.ticks / Int64(sample.samples))
        }
        guard !sample.isDiscarded else { return }
        present(pts, sample.duration)
        stretched.add(
            pts, lasting: sample.duration, coded: sample.codedDuration,
            startsTrack: isFirst && decodeTime <= .zero)
    }

    /// Records the duration of the last picture.
    mutating func last(for duration: MediaTime) {
        guard lastsUntilNext, kind == .video, duration > .zero, let lastStart else { return }
        end = max(end ?? lastStart, lastStart + duration)
    }

    /// Returns the finished track; `nil` when the track has no sample.
    func finished(_ scan: TrackScan, brokenFrames: [Range<MediaTime>] = []) -> DemuxedTrack? {
        guard sampleCount > 0 else { return nil }
        let first = start ?? firstDecodeTime ?? .zero
        let holes = holes.filter { !$0.isEmpty }
        let absent = isFragments ? absentFrames : lostFrames
        let small = (absent + missingSound).filter { lost in
            !holes.contains { $0.overlaps(lost) }
        }
        return DemuxedTrack(
            description: scan.description(frameRate: frameRate), start: first,
            end: max(mediaEnd ?? first, first),
            firstDecodeTime: firstDecodeTime ?? first, decodeTime: decodeTime,
            sampleCount: sampleCount,
            sampleTime: sampleTime, lastSampleTime: isFragments ? lastDuration : .zero,
            byteCount: byteCount, keyframes: keyframes,
            holes: (holes + small).sorted { $0.lowerBound < $1.lowerBound },
            brokenFrames: brokenFrames, repeatedSpans: repeatedSpans,
            parameterSets: scan.parameterSets,
            inheritsParameterSets: scan.inheritsParameterSets,
            lacksParameterSets: scan.lacksParameterSets,
            fastestRate: kind == .video ? pace?.fastestRate : nil,
            // MPEG-2 video may be refreshed part by part and have no intra picture at all.
            needsEarlierPictures: needsEarlierPictures
                && !(keyframes.isEmpty && scan.facts.codec == .mpeg2Video),
            startsOpenGroup: startsOpenGroup)
    }

    /// The end of the sample that is presented last, inferred if the container does not state it.
    var mediaEnd: MediaTime? {
        let inferred = lastStart.map { $0 + usualStep }
        guard let end else { return inferred }
        return max(end, inferred ?? end)
    }

    /// The spans of a transport stream that lack two or more pictures, or a frame of audio.
    ///
    /// The list is empty for a track with a variable rate.
    var lostFrames: [Range<MediaTime>] {
        guard isTransport else { return [] }
        let holes = countsFrames ? countedPace.holes : pace?.holes ?? []
        return Array(holes.prefix(Self.mostHoles))
    }

    /// The spans of presentation time in fragments that no picture covers.
    ///
    /// A span is omitted if pictures of another segment may be shown in it: pictures of the next
    /// segment may be shown before the last decode time of this segment. Pictures of the previous
    /// segment may be shown after the start of this segment, unless this segment starts with a
    /// keyframe.
    ///
    /// A span of at most ``longestSilence`` counts only if the decode times have a gap as well.
    private var absentPictures: [Range<MediaTime>] {
        guard startsWithKeyframe, let presentation, let lastDecodeTime else { return [] }
        let first = keyframes.first ?? .zero
        let long = presentation.holes.filter {
            $0.upperBound - $0.lowerBound > Self.longestSilence && $0.lowerBound >= first
                && $0.upperBound <= lastDecodeTime
        }
        let short = statedPace?.holes(in: first..<max(first, lastDecodeTime)) ?? []
        return long + short.filter { hole in !long.contains { $0.overlaps(hole) } }
    }

    /// The spans within stated durations of audio samples for which there are no coded frames.
    ///
    /// If the durations of the whole segment contradict the codec, that is the only problem.
    private var missingSound: [Range<MediaTime>] {
        contradictedDurations == nil ? stretched.holes : []
    }

    /// The spans of fragments that lack pictures or frames of audio.
    private var absentFrames: [Range<MediaTime>] {
        let holes = kind == .audio ? countedPace.holes : absentPictures
        return Array(holes.prefix(Self.mostHoles))
    }

    /// The spans whose samples appear twice or too late.
    ///
    /// In a transport stream, an encoder may omit decode times although it reorders pictures, or
    /// write several PES packets for one picture. If the samples of a track are not counted audio
    /// frames, the spans therefore count only if few samples are in them, or if decode times are
    /// present and decrease.
    private var repeatedSpans: [Range<MediaTime>] {
        guard let repeats else { return [] }
        let isCertain =
            isFragments || countsFrames || hasDecodeTimes && repeats.hasFalls
            || repeats.sampleCount * 4 <= sampleCount
        guard isCertain else { return [] }
        // A transport stream does not state the duration of a picture, so the spans lack the
        // duration of their last picture.
        let rest = isTransport && lastDuration == .zero ? sampleDuration : .zero
        return repeats.spans
            .map { $0.lowerBound..<$0.upperBound + rest }
            .filter { !$0.isEmpty }
    }

    /// The duration from the first decode time to the end of the last sample.
    ///
    /// The end is inferred if the container does not state it.
    private var decodeTime: MediaTime {
        guard let firstDecodeTime, let lastDecodeTime else { return .zero }
        let last = lastDuration > .zero ? lastDuration : pace?.step ?? usualStep
        return lastDecodeTime + last - firstDecodeTime
    }

    /// The sum of the sample durations; `nil` if the durations are unknown.
    ///
    /// The container states the durations, or they are derived from a constant rate.
    private var sampleTime: MediaTime? {
        guard let pace, !countsFrames else { return statedTime }
        return pace.step.map { MediaTime(ticks: $0.ticks * Int64(sampleCount)) }
    }

    /// The problem that stated durations contradict the codec; `nil` if they do not.
    var contradictedDurations: ContainerProblem? {
        codedDurations?.contradiction.map { ContainerProblem($0, track: track, time: start) }
    }

    /// Whether the intervals between decode times of video leave room for a missing picture.
    var isUneven: Bool {
        kind == .video && stepRange.map { $0.upperBound * 2 >= $0.lowerBound * 3 } ?? false
    }

    /// The presentation time of the first keyframe; `nil` when there is none.
    var firstKeyframe: MediaTime? { keyframes.first }

    /// The presentation time of the last keyframe; `nil` when there is none.
    var lastKeyframe: MediaTime? { keyframes.last }

    /// The usual duration of a sample; zero when it is unknown.
    var sampleDuration: MediaTime { frameDuration > .zero ? frameDuration : usualStep }

    /// The time of an audio packet without a timestamp: the end of the previous packet.
    private var followingAudio: MediaTime? {
        guard kind == .audio, lastDuration > .zero else { return nil }
        return lastDecodeTime.map { $0 + lastDuration }
    }

    /// Records whether earlier samples have already reached the decode time of a sample.
    private mutating func noteRepetition(of sample: SampleSummary, shownAt pts: MediaTime) {
        guard repeats != nil, let dts = sample.dts else { return }
        if dts != pts { hasDecodeTimes = true }
        // In a transport stream, the two fields of a picture may be in two PES packets. So a PES
        // packet repeats the previous one only if both have the same size and the same times.
        let isSame = lastTimed.map { $0.pts == pts && $0.size == sample.size } ?? false
        repeats?.add(
            dts, shownAt: pts, for: sample.duration,
            follows: isTransport ? isSame : lastDuration > .zero)
        lastTimed = (pts, sample.size)
    }

    private mutating func note(keyframe pts: MediaTime) {
        if keyframes.count < Self.mostKeyframes {
            keyframes.append(pts)
        } else {
            isTruncated = true
        }
    }

    private mutating func present(_ pts: MediaTime, _ duration: MediaTime) {
        start = min(start ?? pts, pts)
        if duration > .zero {
            end = max(end ?? pts, pts + duration)
        } else {
            lastStart = max(lastStart ?? pts, pts)
        }
        // A picture that is decoded after a jump of the timestamps, but shown before the end of the
        // hole, shortens the hole.
        guard hasOpenHole, let hole = holes.last, pts < hole.upperBound else { return }
        holes[holes.count - 1] = hole.lowerBound..<max(hole.lowerBound, pts)
    }

    private mutating func advance(to dts: MediaTime, pts: MediaTime) {
        defer { lastDecodeTime = dts }
        guard let last = lastDecodeTime else {
            firstDecodeTime = dts
            return
        }
        let step = dts - last
        if step > .zero {
            let range = stepRange ?? step...step
            stepRange = min(range.lowerBound, step)...max(range.upperBound, step)
        }
        if step < .zero {
            problems.note(ContainerProblem(.decodeTimeRunsBackwards, track: track, time: pts))
        } else if isJump(step) {
            problems.note(ContainerProblem(.timestampJump, track: track, time: pts))
            openHole(before: pts)
        } else if step > .zero {
            usualStep = step
            // An interval in which pictures were lost is not included in the mean interval.
            let isUsual = stepCount < 2 || step.ticks / 3 * 2 < steps.ticks / stepCount
            guard isUsual else { return }
            steps += step
            stepCount += 1
        }
    }

    private func isJump(_ step: MediaTime) -> Bool {
        switch kind {
        case .video:
            if lastsUntilNext { return false }
            if lastDuration > .zero, step - lastDuration <= Self.longestSilence { return false }
            guard usualStep > .zero else { return step > .seconds(10) }
            return step > Self.longestStep && step.ticks / 8 > usualStep.ticks
        case .audio:
            return step - shortestExpectation > Self.longestSilence
        case .subtitle, .timedMetadata, .other:
            return false
        }
    }

    /// The shortest duration that can be expected of the last sample.
    ///
    /// A duration that was calculated from the number of frames is exact. A duration that was
    /// inferred from the next decode time is too long for the sample before a jump of the
    /// timestamps, so it is limited to the usual duration of a sample.
    private var shortestExpectation: MediaTime {
        guard lastDuration > .zero else { return usualStep }
        if countsFrames { return lastDuration }
        return usualStep > .zero ? min(lastDuration, usualStep) : lastDuration
    }

    private mutating func openHole(before pts: MediaTime) {
        var covered = lastStart.map { $0 + usualStep } ?? lastDecodeTime ?? pts
        if let end {
            let stretch = max(.zero, lastDuration - shortestExpectation)
            covered = max(covered, end - stretch)
        }
        guard holes.count < Self.mostHoles else {
            isTruncated = true
            hasOpenHole = false
            return
        }
        holes.append(min(covered, pts)..<pts)
        hasOpenHole = true
    }

    private var frameRate: FrameRate? {
        guard stepCount > 0, steps > .zero else { return nil }
        return FrameRate(averageOf: steps, over: stepCount)
    }
}

extension FrameRate {
    private static let usual: [FrameRate] = [
        FrameRate(24_000, per: 1001), FrameRate(24, per: 1), FrameRate(25, per: 1),
        FrameRate(30_000, per: 1001), FrameRate(30, per: 1), FrameRate(48, per: 1),
        FrameRate(50, per: 1), FrameRate(60_000, per: 1001), FrameRate(60, per: 1),
        FrameRate(120_000, per: 1001), FrameRate(120, per: 1), FrameRate(15, per: 1),
        FrameRate(12, per: 1), FrameRate(10, per: 1),
    ]

    /// Creates the common frame rate that is nearest to an average.
    ///
    /// If no common frame rate is near enough, the result is the average itself, rounded to
    /// thousandths.
    init(averageOf steps: MediaTime, over count: Int64) {
        let average = Double(count) / steps.seconds
        let nearest = Self.usual.min {
            abs($0.perSecond - average) < abs($1.perSecond - average)
        }
        if let nearest, abs(nearest.perSecond - average) < average / 2500 {
            self = nearest
        } else {
            self.init(Int64((min(average, 1e9) * 1000).rounded()), per: 1000)
        }
    }
}
