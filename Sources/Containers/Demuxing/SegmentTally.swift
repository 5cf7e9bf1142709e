import VirtualTime

/// Adds up the samples of all tracks of one segment.
struct SegmentTally {
    private var tracks: [TrackTally] = []

    init() {}

    /// Creates a tally for the segment that follows another segment of the same file.
    init(following earlier: SegmentTally) {
        tracks = earlier.tracks.map { TrackTally(following: $0) }
    }

    var byteCount: Int64 { tracks.reduce(0) { $0 + $1.byteCount } }

    /// The usual duration of a sample in each track.
    var sampleDurations: [MediaTime] { tracks.map(\.sampleDuration) }

    /// The presentation time of the first keyframe in each track; `nil` for a track without one.
    var firstKeyframes: [MediaTime?] { tracks.map(\.firstKeyframe) }

    /// The presentation time of the last keyframe in each track; `nil` for a track without one.
    var lastKeyframes: [MediaTime?] { tracks.map(\.lastKeyframe) }

    /// Whether the times of a video track leave room for a missing picture.
    var isUneven: Bool { tracks.contains { $0.isUneven } }

    mutating func add(_ sample: SampleSummary, of scans: [TrackScan]) {
        while tracks.count <= sample.track {
            let scan = scans[tracks.count]
            tracks.append(
                TrackTally(
                    track: tracks.count, kind: scan.facts.kind,
                    reportsKeyframes: scan.reportsKeyframes,
                    lastsUntilNext: scan.hasTableOfTimes, isTransport: scan.isTransport,
                    isFragments: scan.isFragments, codedDuration: scan.codedDuration,
                    unit: scan.facts.clock.time(1)))
        }
        tracks[sample.track].add(sample)
    }

    /// Records the duration of a track's last sample.
    mutating func last(_ index: Int, for duration: MediaTime) {
        if index < tracks.count { tracks[index].last(for: duration) }
    }

    /// Returns the current end of a track's media; `nil` if it has no media.
    func end(of index: Int) -> MediaTime? {
        index < tracks.count ? tracks[index].mediaEnd : nil
    }

    /// Returns whether a track is a video or audio track without samples.
    func lacks(_ index: Int, of scans: [TrackScan]) -> Bool {
        let kind = scans[index].facts.kind
        guard kind == .video || kind == .audio else { return false }
        return index >= tracks.count || tracks[index].sampleCount == 0
    }

    /// Returns the segment that the recorded samples form.
    func segment(
        _ opened: OpenedMedia, _ scans: [TrackScan], _ broken: DecodeResult
    ) -> DemuxedSegment {
        var problems = opened.problems
        for (index, track) in tracks.enumerated() where !scans[index].isIgnored {
            track.problems.forEach { problems.note($0) }
            if let problem = track.contradictedDurations { problems.note(problem) }
            for hole in track.lostFrames {
                problems.note(ContainerProblem(.lostFrames, track: index, time: hole.lowerBound))
            }
        }
        broken.problems.forEach { problems.note($0) }
        return DemuxedSegment(
            format: opened.format,
            tracks: zip(tracks, scans).enumerated().compactMap { index, pair in
                pair.0.finished(pair.1, brokenFrames: broken.brokenFrames(of: index))
            },
            timedMetadata: [],
            timestampWrap: opened.wraps ? DemuxedSegment.transportWrap : nil,
            byteCount: byteCount, problems: problems,
            isTruncated: opened.isTruncated || broken.isTruncated
                || tracks.contains { $0.isTruncated })
    }
}
