package import VirtualTime

extension DemuxedSegment {
    /// Returns a copy of this I-frame segment that has only the first picture.
    ///
    /// The picture is shown until the next segment. Only the picture is complete, because the byte
    /// range of the segment ends within the packet or box that contains it.
    ///
    /// - Parameter duration: The duration of the picture.
    /// - Returns: The copy; `nil` when the segment does not start with a whole I-frame.
    package func firstPicture(lasting duration: MediaTime) -> DemuxedSegment? {
        guard var video = tracks.first(where: { $0.description.kind == .video }),
            let time = video.keyframes.first
        else { return nil }
        let isDamaged = problems.contains { problem in
            problem.kind == .corruptSample && problem.time.map { $0 <= time } ?? true
                || problem.kind == .encrypted
        }
        guard !isDamaged else { return nil }
        video.start = time
        video.end = time + duration
        video.firstDecodeTime = min(video.firstDecodeTime, time)
        video.sampleCount = 1
        video.keyframes = [time]
        video.holes = []
        video.repeatedSpans = []
        video.brokenFrames = video.brokenFrames.filter { $0.contains(time) }
        var picture = self
        picture.tracks = [video]
        picture.timedMetadata = []
        picture.missingKinds = []
        picture.problems = problems.filter { problem in
            switch problem.kind {
            case .differentContainer: true
            default: false
            }
        }
        return picture
    }

    /// Whether the segment contains only text.
    package var isTextAlone: Bool {
        format == .webVTT
            || !tracks.isEmpty && tracks.allSatisfy { $0.description.kind == .subtitle }
    }

    /// Whether the content can be a subtitle segment: text, or an MP4 file without samples.
    package var mayBeText: Bool {
        if format == .webVTT { return true }
        return tracks.contains { $0.description.kind == .subtitle }
            || format.isISO && tracks.isEmpty
    }
}
