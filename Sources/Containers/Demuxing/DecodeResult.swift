import VirtualTime

/// The broken frames and other results of decoding the tracks of a container.
struct DecodeResult {
    private static let mostRanges = 256

    private struct Track {
        var brokenTimes: [MediaTime]
        var sampleDuration: MediaTime
        var isUndecodable: Bool
        var isTruncated: Bool
    }

    private var tracks: [Track] = []

    init() {}

    /// Adds the result of decoding the next track.
    mutating func append(_ decoding: TrackDecoding, sampleDuration: MediaTime) {
        tracks.append(
            Track(
                brokenTimes: decoding.broken.sorted(),
                sampleDuration: max(sampleDuration, MediaTime(ticks: 1)),
                isUndecodable: decoding.isUndecodable, isTruncated: decoding.isTruncated))
    }

    /// Returns the results of decoding for a span of presentation time.
    ///
    /// - Parameters:
    ///   - start: The start of the span; `nil` means the start of the media.
    ///   - end: The end of the span, excluded; `nil` means the end of the media.
    /// - Returns: The results within the span.
    func between(_ start: MediaTime?, _ end: MediaTime?) -> DecodeResult {
        var part = self
        for index in tracks.indices {
            part.tracks[index].brokenTimes = tracks[index].brokenTimes.filter { time in
                start.map { $0 <= time } ?? true && end.map { time < $0 } ?? true
            }
        }
        return part
    }

    /// Returns the broken frames of each track whose frames are broken only at the given times.
    ///
    /// If other frames of a track are broken too, they do not decode for another reason.
    func only(at times: [MediaTime]) -> DecodeResult {
        var part = DecodeResult()
        part.tracks = tracks.map { track in
            let isOnlyThere = track.brokenTimes.allSatisfy { times.contains($0) }
            return Track(
                brokenTimes: isOnlyThere ? track.brokenTimes : [],
                sampleDuration: track.sampleDuration, isUndecodable: false, isTruncated: false)
        }
        return part
    }

    /// Returns the spans of presentation time in which the frames of a track are broken, in order.
    func brokenFrames(of index: Int) -> [Range<MediaTime>] {
        guard index < tracks.count else { return [] }
        return Array(ranges(of: tracks[index]).prefix(Self.mostRanges))
    }

    var isTruncated: Bool {
        tracks.contains { $0.isTruncated || ranges(of: $0).count > Self.mostRanges }
    }

    var problems: [ContainerProblem] {
        var problems: [ContainerProblem] = []
        for (index, track) in tracks.enumerated() {
            if track.isUndecodable { problems.append(ContainerProblem(.undecodable, track: index)) }
            guard let first = track.brokenTimes.first else { continue }
            problems.append(
                ContainerProblem(
                    .brokenFrame, track: index, time: first, count: track.brokenTimes.count))
        }
        return problems
    }

    private func ranges(of track: Track) -> [Range<MediaTime>] {
        var ranges: [Range<MediaTime>] = []
        for time in track.brokenTimes {
            let end = time + track.sampleDuration
            // Timestamps are rounded, so a gap of one clock tick may separate consecutive frames.
            let reach = MediaTime(ticks: track.sampleDuration.ticks / 4)
            if let last = ranges.last, time <= last.upperBound + reach {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, end)
            } else {
                ranges.append(time..<end)
            }
        }
        return ranges
    }
}
