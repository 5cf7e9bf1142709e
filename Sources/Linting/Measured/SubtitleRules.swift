import Formats
import Playlists
import VirtualTime

/// The rules about the cues of subtitles against the times of the programme.
struct SubtitleRules {
    let playlist: LintedPlaylist
    let media: MediaPlaylist
    let stream: MeasuredStream
    /// The stream that places the programme, with its playlist.
    let model: (stream: MeasuredStream, media: MediaPlaylist)?
    private var url: String { playlist.url }

    private static let tolerance = MediaTime.milliseconds(500)

    func check(_ log: inout BreachLog) {
        var start = MediaTime.zero
        var starts: [MediaTime] = []
        for segment in media.segments {
            starts.append(start)
            start += segment.duration
        }
        let isSegmented = media.segments.count > 1
        var isOff = false
        for segment in stream.segments where !segment.isLost {
            checkFile(segment, isSegmented, &log)
            guard let first = segment.cues.first, let shift = segment.cueShift else { continue }
            let listed = media.segments[segment.index]
            let place = starts[segment.index]
            guard let clock = clock(at: place) else { continue }
            let length = listed.duration
            let shown = segment.cues.map { ($0.start + shift - clock, $0.end + shift - clock) }
            let outside = shown.firstIndex { cue in
                cue.1 < -Self.tolerance || cue.0 > length + Self.tolerance
            }
            guard let outside else { continue }
            let line = playlist.line(ofSegment: segment.index)
            let distance =
                shown[outside].0 > length
                ? shown[outside].0 - length : -shown[outside].1
            let isLate = shown[outside].0 > length
            let cue = segment.cues.indices.contains(outside) ? segment.cues[outside] : first
            // Where a map is off, cues of every segment leave it.
            if !isOff {
                isOff = true
                log.note(
                    "vtt.timestamp-map-off", in: url, line: line, column: 1,
                    "the cue at \(cue.start) s of \(SafeText.quoted(listed.uri)) is shown"
                        + " \(distance) s \(isLate ? "after the end" : "before the start") of its"
                        + " segment",
                    expected: "X-TIMESTAMP-MAP that places cues within their segments")
            }
        }
    }

    private func checkFile(
        _ segment: MeasuredSegment, _ isSegmented: Bool, _ log: inout BreachLog
    ) {
        let line = playlist.line(ofSegment: segment.index)
        let uri = SafeText.quoted(media.segments[segment.index].uri)
        if isSegmented, segment.cueShift == nil, !segment.cues.isEmpty {
            log.note(
                "vtt.no-timestamp-map", in: url, line: line, column: 1,
                "\(uri) has no X-TIMESTAMP-MAP", expected: "X-TIMESTAMP-MAP after WEBVTT")
        }
        if let pair = zip(segment.cues, segment.cues.dropFirst()).first(where: {
            $0.1.start < $0.0.start
        }) {
            log.note(
                "vtt.cue-backwards", in: url, line: line, column: 1,
                "the cue at \(pair.1.start) s of \(uri) follows that at \(pair.0.start) s",
                expected: "cues in the order of their starts")
        }
        var known: Set<String> = []
        if let twice = segment.cues.first(where: { !$0.id.isEmpty && !known.insert($0.id).inserted }
        ) {
            log.note(
                "vtt.cue-duplicate-id", in: url, line: line, column: 1,
                "\(uri) has two cues \"\(SafeText.quoted(twice.id))\"",
                expected: "identifiers that are unique")
        }
    }

    /// The clock of the media at a place of the programme.
    private func clock(at place: MediaTime) -> MediaTime? {
        guard let model else { return nil }
        var start = MediaTime.zero
        var places: [Int: MediaTime] = [:]
        for (index, segment) in model.media.segments.enumerated() {
            places[index] = start
            start += segment.duration
        }
        let candidate = model.stream.segments.last { segment in
            (places[segment.index] ?? .zero) <= place + .milliseconds(50)
        }
        guard let candidate, let track = candidate.track(.video) ?? candidate.track(.audio),
            let begin = places[candidate.index]
        else { return nil }
        return track.start + (place - begin)
    }
}
