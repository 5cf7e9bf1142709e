import Formats
import Playlists
import VirtualTime

/// The rules that compare the media clock with `EXTINF`, and find spans without samples.
struct SegmentClockRules {
    let playlist: LintedPlaylist
    let media: MediaPlaylist
    let stream: MeasuredStream
    private var url: String { playlist.url }

    private static let gapTolerance = MediaTime.milliseconds(100)

    func check(_ log: inout BreachLog) {
        guard !playlist.isOfIFrames else { return checkSteps(&log) }
        checkDrift(&log)
        for segment in stream.segments { checkHoles(segment, &log) }
        for (earlier, later) in zip(stream.segments, stream.segments.dropFirst())
        where later.index == earlier.index + 1 && later.isLost == earlier.isLost
            && !media.segments[later.index].startsDiscontinuity && hasClock(earlier)
            && hasClock(later)
        {
            checkBorder(earlier, later, &log)
        }
    }

    /// Returns whether the segment has timestamps, which packed audio may lack.
    private func hasClock(_ segment: MeasuredSegment) -> Bool {
        !segment.problems.contains { $0.code == "packed.no-timestamp" }
    }

    private func line(_ segment: MeasuredSegment) -> Int? {
        playlist.line(ofSegment: segment.index)
    }

    // MARK: Drift

    /// Compares the media clock at each segment with the sum of `EXTINF` durations before it.
    ///
    /// After each discontinuity and each jump of the media clock, the sum restarts at the time of
    /// the clock. Other rules report the jumps, and the segments whose own duration is wrong.
    private func checkDrift(_ log: inout BreachLog) {
        var worst: (segment: MeasuredSegment, drift: MediaTime)?
        func judge(_ drift: MediaTime, at segment: MeasuredSegment, _ track: MeasuredTrack) {
            let size = max(drift, -drift)
            guard size > track.frameDuration * 2, size > worst?.drift.magnitude ?? .zero else {
                return
            }
            worst = (segment, drift)
        }
        for part in stream.parts(of: media) {
            var last: (index: Int, kind: MeasuredTrack.Kind, end: MediaTime)?
            var expected = MediaTime.zero
            for segment in part.segments {
                guard let track = segment.lead else {
                    last = nil
                    continue
                }
                let step = track.start - (last?.end ?? .zero)
                let jump = step.unwrapped(by: segment.clockWrap)
                if let last, last.index + 1 == segment.index, last.kind == track.kind,
                    jump.magnitude <= Self.gapTolerance
                {
                    // If the clock restarted at zero, the sum is reduced by the clock's period.
                    expected += step - jump
                    judge(expected - track.start, at: segment, track)
                } else {
                    expected = track.start
                }
                let stated = media.segments[segment.index].duration
                expected += track.isOff(stated - track.duration) ? track.duration : stated
                last = (segment.index, track.kind, track.end)
            }
            if let segment = part.segments.last, let track = segment.lead, last != nil {
                judge(expected - track.end, at: segment, track)
            }
        }
        guard let worst else { return }
        log.note(
            "segment.extinf-drift", in: url,
            line: playlist.line(ofDuration: worst.segment.index),
            "the sum of EXTINF is \(worst.drift.magnitude) s"
                + " \(worst.drift > .zero ? "more" : "less") than the media has here",
            expected: "a sum that follows the media to a frame")
    }

    // MARK: I-frames

    /// Compares the time from each I-frame to the next one with the `EXTINF` between them.
    ///
    /// The tolerance is half of `EXTINF`, but at least half a second. A missing I-frame makes the
    /// time about twice as long, and is therefore found if `EXTINF` is more than half a second.
    private func checkSteps(_ log: inout BreachLog) {
        for (earlier, later) in zip(stream.segments, stream.segments.dropFirst())
        where later.index == earlier.index + 1
            && !media.segments[later.index].startsDiscontinuity
        {
            guard let one = earlier.timedTrack(.video), let next = later.timedTrack(.video) else {
                continue
            }
            let stated = media.segments[earlier.index].duration
            let step = (next.start - one.start).unwrapped(by: later.clockWrap)
            guard step <= .zero || (step - stated).magnitude > max(.milliseconds(500), stated.half)
            else { continue }
            let way = step < .zero ? "before" : "after"
            log.note(
                "segment.extinf-wrong", in: url, line: playlist.line(ofDuration: earlier.index),
                "EXTINF states \(stated) s, and the next I-frame is \(step.magnitude) s \(way) the"
                    + " I-frame of \(SafeText.quoted(media.segments[earlier.index].uri))",
                expected: "the time to the next I-frame")
        }
    }

    // MARK: Gaps

    /// Finds spans without samples, unless lost frames were already reported for the segment.
    private func checkHoles(_ segment: MeasuredSegment, _ log: inout BreachLog) {
        guard !segment.problems.contains(where: { $0.code == "media.lost-frames" }) else { return }
        for track in segment.tracks where track.kind != .text {
            guard let hole = track.holes.first else { continue }
            let more = track.holes.count > 1 ? ", and \(track.holes.count - 1) more spans" : ""
            log.note(
                "media.lost-frames", in: url, line: line(segment), column: 1,
                "the \(track.kind.rawValue) has no samples for"
                    + " \(hole.upperBound - hole.lowerBound) s at \(hole.lowerBound) s\(more)",
                expected: "samples without a gap")
        }
    }

    /// Returns the longest tolerated overlap of a track with the next segment.
    ///
    /// In packed audio, an overlap of a frame shows that frames appear twice.
    private func overlapTolerance(
        _ segment: MeasuredSegment, _ track: MeasuredTrack
    ) -> MediaTime {
        segment.isPackedAudio ? min(Self.gapTolerance, track.leastGap) : Self.gapTolerance
    }

    private func checkBorder(
        _ earlier: MeasuredSegment, _ later: MeasuredSegment, _ log: inout BreachLog
    ) {
        let kinds = [MeasuredTrack.Kind.video, .audio]
        for (one, next) in kinds.flatMap({ earlier.continuedTracks($0, in: later) }) {
            let jump = (next.start - one.end).unwrapped(by: later.clockWrap)
            let size = jump.magnitude
            let name = earlier.name(of: one)
            let isLead =
                earlier.timedLead.map { $0.kind == one.kind && $0.id == one.id } == true
                && later.timedLead?.kind == one.kind
            let lost = one.lostTime(before: one.end + jump)
            if isLead, size > Self.gapTolerance * 10 {
                return log.note(
                    "segment.discontinuity-undeclared", in: url, line: line(later),
                    "timestamps jump \(jump < .zero ? "back " : "")by \(size) s, and"
                        + " EXT-X-DISCONTINUITY is missing",
                    expected: "times that continue, or EXT-X-DISCONTINUITY before the segment")
            } else if jump > min(Self.gapTolerance, max(one.leastGap, next.leastGap)) {
                log.note(
                    "media.pts-gap", in: url, line: line(later),
                    "\(size) s of \(name) are missing before the segment",
                    expected: "times that continue")
            } else if lost > .zero {
                log.note(
                    "media.pts-gap", in: url, line: line(later),
                    "\(lost) s of \(name) are missing at the end of the segment before it",
                    expected: "times that continue")
            } else if isLead, -jump > overlapTolerance(earlier, one) {
                log.note(
                    "media.pts-overlap", in: url, line: line(later),
                    "the segment starts \(size) s before the end of the one before it",
                    expected: "times that continue")
            }
        }
    }
}
