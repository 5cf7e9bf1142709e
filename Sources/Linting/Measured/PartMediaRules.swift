import Formats
import Playlists
import VirtualTime

/// The rules about the media of partial segments.
///
/// Low-latency players load partial segments in place of media segments.
///
/// Reference: rfc8216bis, sections 4.4.3.7 (EXT-X-PART-INF) and 4.4.4.9 (EXT-X-PART).
struct PartMediaRules {
    let playlist: LintedPlaylist
    let media: MediaPlaylist
    let stream: MeasuredStream
    private var url: String { playlist.url }

    /// The largest rounding error in the sum of the durations of a segment's partial segments.
    private static let rounding = MediaTime.milliseconds(100)

    /// A listed partial segment, with the line of its tag.
    private struct Listed {
        let part: PartialSegment
        let line: Int?
    }

    func check(_ log: inout BreachLog) {
        guard !stream.partials.isEmpty else { return }
        let listed = listedParts()
        for part in stream.partials where listed.indices.contains(part.segment) {
            let siblings = listed[part.segment]
            guard siblings.indices.contains(part.index) else { continue }
            check(part, as: siblings[part.index], &log)
        }
        checkSegments(listed, &log)
    }

    /// Returns the partial segments in one array per listed segment, followed by one more array.
    ///
    /// The last array contains the partial segments of the segment that is not listed yet.
    private func listedParts() -> [[Listed]] {
        let groups = media.segments.map(\.parts) + [media.trailingParts]
        let tags = LowLatencyRules.usable(playlist.text.tags(.part))
        let hasLines = tags.count == groups.reduce(0) { $0 + $1.count }
        var place = 0
        return groups.map { parts in
            parts.map { part in
                defer { place += 1 }
                return Listed(part: part, line: hasLines ? tags[place].line : nil)
            }
        }
    }

    // MARK: One part

    private func check(_ part: MeasuredPart, as listed: Listed, _ log: inout BreachLog) {
        let name = SafeText.quoted(listed.part.uri)
        func note(_ code: String, _ problem: String, _ expected: String) {
            log.note(
                code, in: url, line: listed.line ?? 1, problem, expected: expected,
                resource: part.url, bytes: listed.part.byteRange)
        }
        if let problem = part.problem {
            note(
                problem.code, "the part \(name): \(SafeText.line(problem.text))", "a readable part")
        }
        guard part.isRead, let lead = part.lead else { return }
        checkLength(of: lead, listed, note)
        checkMark(part, listed, note)
    }

    private typealias Note = (String, String, String) -> Void

    /// Compares the sum of the sample durations with the stated duration.
    ///
    /// A partial segment is cut in decoding order. Its pictures may be shown between pictures of
    /// the next partial segment, so the range of its presentation times can be longer than the sum.
    private func checkLength(of lead: MeasuredTrack, _ listed: Listed, _ note: Note) {
        let name = SafeText.quoted(listed.part.uri)
        let stated = listed.part.duration
        guard let found = lead.sampleTime ?? lead.countedTime else { return }
        if lead.isOff(stated - found) {
            note(
                "part.longer-than-media",
                "DURATION states \(stated) s, and the \(lead.kind.rawValue) of \(name) has"
                    + " \(found) s", "DURATION=\(found)")
        }
        if let target = media.partInformation?.targetDuration, found > target,
            lead.isOff(found - target)
        {
            note(
                "part.over-target",
                "the \(lead.kind.rawValue) of \(name) has \(found) s, and PART-TARGET is"
                    + " \(target) s", "\(target) s at most")
        }
    }

    private func checkMark(_ part: MeasuredPart, _ listed: Listed, _ note: Note) {
        let name = SafeText.quoted(listed.part.uri)
        guard let video = part.track(.video) else { return }
        if listed.part.isIndependent, video.keyframes.isEmpty {
            note(
                "part.independent-false",
                "\(name) is marked INDEPENDENT=YES, and none of its \(video.sampleCount) pictures is"
                    + " a keyframe", "a keyframe, or no mark")
        } else if !listed.part.isIndependent, let first = video.keyframes.first {
            note(
                "part.independent-unmarked",
                "\(name) has a keyframe at \(first) s, and is not marked", "INDEPENDENT=YES")
        }
    }

    // MARK: Parts of one segment

    /// Compares segments with their partial segments, which must contain the same media.
    private func checkSegments(_ listed: [[Listed]], _ log: inout BreachLog) {
        let parts = Dictionary(grouping: stream.partials, by: \.segment)
        for segment in stream.segments where !segment.isLost {
            guard let own = parts[segment.index], listed.indices.contains(segment.index) else {
                continue
            }
            let siblings = listed[segment.index]
            let whole = media.segments[segment.index].duration
            let stated = siblings.reduce(MediaTime.zero) { $0 + $1.part.duration }
            // A segment is also skipped when the stated durations of its partial segments do not
            // add up to its own duration. Either the playlist no longer lists the first partial
            // segments of the segment, or another rule reports the difference.
            guard own.count == siblings.count, own.allSatisfy(\.isRead),
                (stated - whole).magnitude <= Self.rounding
            else { continue }
            guard let problem = difference(of: own, from: segment) else { continue }
            log.note(
                "part.media-differs", in: url, line: siblings.last?.line ?? 1,
                "\(SafeText.quoted(media.segments[segment.index].uri)) and its \(own.count) parts"
                    + " differ: \(problem)",
                expected: "parts with the media of their segment", resource: segment.url)
        }
    }

    private func difference(of parts: [MeasuredPart], from segment: MeasuredSegment) -> String? {
        for kind in [MeasuredTrack.Kind.video, .audio] {
            let pieces = parts.compactMap { $0.track(kind) }
            guard let whole = segment.track(kind) else {
                if pieces.isEmpty { continue }
                return "the parts have \(kind.rawValue), and the segment has none"
            }
            guard let start = pieces.map(\.start).min(), let end = pieces.map(\.end).max() else {
                return "the segment has \(kind.rawValue), and the parts have none"
            }
            let count = pieces.reduce(0) { $0 + $1.sampleCount }
            // The sample counts of audio in MPEG-TS are not compared, because a packet may contain
            // several frames.
            if count != whole.sampleCount, kind == .video || !segment.isTransportStream {
                return "the parts have \(count) samples of \(kind.rawValue), and the segment"
                    + " \(whole.sampleCount)"
            }
            if whole.isOff(start - whole.start) {
                return
                    "the \(kind.rawValue) of the parts starts at \(start) s, and that of the"
                    + " segment at \(whole.start) s"
            }
            if whole.isOff(end - whole.end) {
                return "the \(kind.rawValue) of the parts ends at \(end) s, and that of the"
                    + " segment at \(whole.end) s"
            }
        }
        return nil
    }
}
