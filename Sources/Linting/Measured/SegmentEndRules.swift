import Formats
import Playlists
import Presentation
import VirtualTime

/// The rule about samples missing at the end of a segment without a direct successor.
///
/// The rule concerns the last segment of a playlist, and each segment before a discontinuity or a
/// missing segment. No later timestamp shows where such a segment should end. The rule therefore
/// uses the `EXTINF` duration of the segment, if `EXTINF` is exact to a fraction of a frame for all
/// other segments.
struct SegmentEndRules {
    let playlist: LintedPlaylist
    let media: MediaPlaylist
    let stream: MeasuredStream

    /// The minimum number of segments needed to determine whether `EXTINF` is exact.
    private static let fewestProofs = 2
    /// The largest difference from `EXTINF` that counts as missing samples, less one frame.
    ///
    /// The comparison adds the duration of a frame of the track. A larger difference counts as a
    /// wrong duration.
    private static let largestLoss = MediaTime.milliseconds(500)

    /// The largest error of a stated end time that counts as a rounding error.
    private static let rounding = MediaTime.milliseconds(5)
    /// The largest error of durations in a playlist that are sums of whole frames.
    private static let precision = MediaTime.milliseconds(2)
    /// The rules about damage that can explain missing samples.
    private static let damages: Set<String> = [
        "media.lost-frames", "media.corrupt", "fmp4.data-outside", "ts.continuity",
        "ts.foreign-bytes", "ts.no-timestamps", "segment.unreadable",
    ]

    /// Returns the durations of missing samples at the ends of segments, by segment index.
    func losses() -> [Int: MediaTime] {
        guard !playlist.isOfIFrames else { return [:] }
        let segments = stream.segments
        let continued = Set(zip(segments, segments.dropFirst()).filter(continues).map(\.0.index))
        let ends = segments.filter { !continued.contains($0.index) }
        let isExact = provesExact(segments.filter { continued.contains($0.index) })
        var losses: [Int: MediaTime] = [:]
        for segment in ends {
            guard let lead = segment.timedLead else { continue }
            let inner = lead.lostTime(before: lead.end)
            let loss = isExact ? max(inner, missingEnd(of: segment, lead)) : inner
            if loss > .zero { losses[segment.index] = loss }
        }
        return losses
    }

    /// Reports the missing samples.
    func check(_ losses: [Int: MediaTime], _ log: inout BreachLog) {
        for segment in stream.segments {
            guard let loss = losses[segment.index], let lead = segment.timedLead,
                !segment.problems.contains(where: { Self.damages.contains($0.code) })
            else { continue }
            let listed = media.segments[segment.index]
            log.note(
                "media.lost-frames", in: playlist.url,
                line: playlist.line(ofSegment: segment.index), column: 1,
                "\(loss) s of \(lead.kind.rawValue) are missing at the end of"
                    + " \(SafeText.quoted(listed.uri)), for which EXTINF states"
                    + " \(listed.duration) s",
                expected: "samples without a gap, up to the end",
                resource: segment.url, bytes: listed.byteRange)
        }
    }

    /// Returns whether the second segment follows the first one directly.
    ///
    /// The start of the second segment then shows where the first segment ends.
    private func continues(_ earlier: MeasuredSegment, _ later: MeasuredSegment) -> Bool {
        later.index == earlier.index + 1 && later.isLost == earlier.isLost
            && later.timedLead != nil && later.timedLead?.kind == earlier.timedLead?.kind
            && !media.segments[later.index].startsDiscontinuity
    }

    private func provesExact(_ segments: [MeasuredSegment]) -> Bool {
        let errors = segments.compactMap { segment -> Bool? in
            guard let lead = segment.timedLead else { return nil }
            guard let frame = lead.usualFrame else { return false }
            let length = lead.filledHoles.isEmpty ? lead.duration : frame * lead.sampleCount
            let error = media.segments[segment.index].duration - length
            return error.magnitude <= MediaTime(ticks: frame.ticks / 4)
        }
        return errors.count >= Self.fewestProofs && !errors.contains(false)
    }

    /// Returns the part of the stated duration for which the leading track has no samples.
    ///
    /// Some packagers state the duration of the longest track for the last segment. If another
    /// track ends at the stated end time, the method therefore returns zero.
    private func missingEnd(of segment: MeasuredSegment, _ lead: MeasuredTrack) -> MediaTime {
        guard let frame = lead.usualFrame else { return .zero }
        let stated =
            lead.start + media.segments[segment.index].duration + lead.filledTime(before: lead.end)
        let loss = stated - lead.end
        let ending =
            lead.codec == "fLaC" ? FLACEnd(frame: frame, last: lead.lastSampleTime) : nil
        let lacksFrame = ending?.lacksFrame(loss, precision: Self.rounding) ?? false
        let excess = loss - (ending?.surplus ?? .zero)
        guard lacksFrame || excess > MeasuredTrack.leastGap(of: frame),
            loss <= Self.largestLoss + frame, !isLead(loss, of: segment, frame: frame)
        else { return .zero }
        let isLonger = segment.timedTracks.contains {
            $0.kind != lead.kind && ($0.end - stated).magnitude <= Self.rounding
        }
        return isLonger ? .zero : loss
    }

    /// Returns whether a deficit at the end of a timeline is only the lead of its audio.
    ///
    /// Apple's segmenter cuts at the pictures, and adds the time from the first audio to the first
    /// picture to the `EXTINF` of the last segment. Missing frames have a total duration that is a
    /// multiple of the duration of a frame.
    private func isLead(
        _ deficit: MediaTime, of segment: MeasuredSegment, frame: MediaTime
    ) -> Bool {
        let next = segment.index + 1
        guard next == media.segments.count || media.segments[next].startsDiscontinuity else {
            return false
        }
        let start = media.segments[...segment.index].lastIndex { $0.startsDiscontinuity } ?? 0
        guard frame > .zero, let first = stream.segments.first(where: { $0.index == start }),
            let audio = first.timedTrack(.audio), let video = first.timedTrack(.video)
        else { return false }
        let rest = MediaTime(ticks: deficit.ticks % frame.ticks)
        return (deficit - (video.start - audio.start)).magnitude <= Self.precision
            && min(rest, frame - rest) > Self.precision * 2
    }
}
