import Formats
import Playlists
import VirtualTime

/// The rules about the media of one playlist against its text.
struct SegmentMediaRules {
    let playlist: LintedPlaylist
    let media: MediaPlaylist
    let stream: MeasuredStream
    private var url: String { playlist.url }

    private static let gapTolerance = MediaTime.milliseconds(100)
    private static let lengthTolerance = MediaTime.milliseconds(500)

    func check(_ log: inout BreachLog) {
        for segment in stream.segments { checkProblems(segment, &log) }
        guard !playlist.isOfSubtitles else { return }
        checkDurations(&log)
        checkOrder(&log)
        checkKeyframes(&log)
        checkTracks(&log)
        checkBitrates(&log)
    }

    private func line(_ segment: MeasuredSegment) -> Int? {
        playlist.line(ofSegment: segment.index)
    }

    private func listed(_ segment: MeasuredSegment) -> MediaSegment {
        media.segments[segment.index]
    }

    private func checkProblems(_ segment: MeasuredSegment, _ log: inout BreachLog) {
        for problem in segment.problems {
            log.note(
                problem.code, in: url, line: line(segment), column: 1,
                "\(SafeText.quoted(listed(segment).uri)): \(SafeText.line(problem.text))",
                expected: LintRule.named(problem.code)?.sentence ?? "",
                resource: segment.url, bytes: listed(segment).byteRange)
        }
    }

    /// The track whose times place a segment: pictures, else sound.
    private func lead(_ segment: MeasuredSegment) -> MeasuredTrack? {
        segment.track(.video) ?? segment.track(.audio)
    }

    private func frame(_ track: MeasuredTrack) -> MediaTime {
        if let rate = track.frameRate, rate > 0 {
            return MediaTime(seconds: 1 / rate) ?? .milliseconds(40)
        }
        return .milliseconds(track.kind == .audio ? 50 : 40)
    }

    // MARK: Durations

    private func checkDurations(_ log: inout BreachLog) {
        guard !playlist.isOfIFrames else { return }
        var drift = MediaTime.zero
        var worst: (segment: MeasuredSegment, drift: MediaTime)?
        for segment in stream.segments {
            guard let track = lead(segment) else { continue }
            let stated = listed(segment).duration
            let error = stated - track.duration
            let size = max(error, -error)
            let frame = frame(track)
            if let target = media.targetDuration,
                track.duration > target + Self.lengthTolerance + frame
            {
                log.note(
                    "media.over-target-by-half-second", in: url, line: line(segment),
                    "the segment has \(track.duration) s, and the target duration is \(target) s",
                    expected: "at most half a second above the target")
            }
            if size > Self.lengthTolerance + frame, lacksMap(segment.index) {
                log.note(
                    "segment.map-missing", in: url, line: line(segment), column: 1,
                    "the segment is read with the EXT-X-MAP of the part before the discontinuity, and"
                        + " has \(track.duration) s for \(stated) s",
                    expected: "EXT-X-MAP after EXT-X-DISCONTINUITY, as at the others")
            } else if size > Self.lengthTolerance + frame {
                log.note(
                    "segment.extinf-wrong", in: url,
                    line: playlist.line(ofDuration: segment.index),
                    "EXTINF states \(stated) s, and the \(track.kind.rawValue) of"
                        + " \(SafeText.quoted(listed(segment).uri)) has \(track.duration) s",
                    expected: "EXTINF:\(track.duration)")
            } else if size > frame + frame {
                log.note(
                    "segment.extinf-off", in: url, line: playlist.line(ofDuration: segment.index),
                    "EXTINF states \(stated) s, and the media has \(track.duration) s",
                    expected: "EXTINF:\(track.duration)")
            } else {
                drift += error
                if max(drift, -drift) > frame + frame, worst == nil { worst = (segment, drift) }
            }
        }
        if let worst {
            log.note(
                "segment.extinf-drift", in: url,
                line: playlist.line(ofDuration: worst.segment.index),
                "the sum of EXTINF is \(worst.drift) s off the media here",
                expected: "a sum that follows the media to a frame")
        }
    }

    /// Returns whether the part of a segment has the initialization section of the part before it,
    /// where other parts of the playlist have their own.
    private func lacksMap(_ index: Int) -> Bool {
        func changes(_ place: Int) -> Bool {
            media.segments[place].initializationSection
                != media.segments[place - 1].initializationSection
        }
        let starts = media.segments.indices.dropFirst().filter {
            media.segments[$0].startsDiscontinuity
        }
        guard let start = starts.last(where: { $0 <= index }), starts.contains(where: changes),
            media.segments[start].initializationSection != nil
        else { return false }
        return !changes(start)
    }

    // MARK: Times

    private func checkOrder(_ log: inout BreachLog) {
        guard !playlist.isOfIFrames else { return }
        for (earlier, later) in zip(stream.segments, stream.segments.dropFirst())
        where later.index == earlier.index + 1 && !later.isLost && !earlier.isLost {
            let isMarked = listed(later).startsDiscontinuity
            if !isMarked { compareParameters(earlier, later, &log) }
            guard !isMarked, let one = lead(earlier), let next = lead(later), one.kind == next.kind
            else { continue }
            let error = next.start - one.end
            // The clock of MPEG-TS starts again after 26.5 hours.
            if later.isTransportStream, error < MediaTime.seconds(-80_000) { continue }
            let size = max(error, -error)
            if size > Self.gapTolerance * 10 {
                log.note(
                    "segment.discontinuity-undeclared", in: url, line: line(later),
                    "timestamps jump by \(error) s, and EXT-X-DISCONTINUITY is missing",
                    expected: "EXT-X-DISCONTINUITY before the segment")
            } else if error > Self.gapTolerance {
                log.note(
                    "media.pts-gap", in: url, line: line(later),
                    "\(size) s are missing before the segment", expected: "times that continue")
            } else if error < -Self.gapTolerance {
                log.note(
                    "media.pts-overlap", in: url, line: line(later),
                    "the segment starts \(size) s before the end of the one before it",
                    expected: "times that continue")
            }
        }
    }

    private func compareParameters(
        _ earlier: MeasuredSegment, _ later: MeasuredSegment, _ log: inout BreachLog
    ) {
        let kinds = (earlier.tracks.map(\.kind), later.tracks.map(\.kind))
        if Set(kinds.0) != Set(kinds.1), !kinds.0.isEmpty, !kinds.1.isEmpty {
            log.note(
                "segment.discontinuity-tracks", in: url, line: line(later),
                "the segment has \(words(kinds.1)), and the one before it \(words(kinds.0))",
                expected: "EXT-X-DISCONTINUITY")
        }
        guard let one = earlier.track(.video), let next = later.track(.video) else {
            return compareSound(earlier, later, &log)
        }
        if one.width != next.width || one.height != next.height || one.codec != next.codec {
            log.note(
                "segment.discontinuity-parameters", in: url, line: line(later),
                "the video changes to \(next.width ?? 0)x\(next.height ?? 0)"
                    + " \(next.codec ?? "")", expected: "EXT-X-DISCONTINUITY")
        }
        if let before = one.frameRate, let after = next.frameRate, next.sampleCount > 24,
            one.sampleCount > 24, abs(before / after - 1) > 0.1
        {
            log.note(
                "segment.frame-rate-change", in: url, line: line(later),
                "the frame rate changes from \(rounded(before)) to \(rounded(after))",
                expected: "EXT-X-DISCONTINUITY")
        }
        compareSound(earlier, later, &log)
    }

    private func compareSound(
        _ earlier: MeasuredSegment, _ later: MeasuredSegment, _ log: inout BreachLog
    ) {
        guard let one = earlier.track(.audio)?.channels, let next = later.track(.audio)?.channels,
            one != next
        else { return }
        log.note(
            "audio.layout-change", in: url, line: line(later),
            "the audio changes from \(one) to \(next) channels", expected: "EXT-X-DISCONTINUITY")
    }

    private func words(_ kinds: [MeasuredTrack.Kind]) -> String {
        kinds.map(\.rawValue).joined(separator: " and ")
    }

    private func rounded(_ rate: Double) -> String {
        "\((rate * 1000).rounded() / 1000)"
    }

    // MARK: Pictures

    private func checkKeyframes(_ log: inout BreachLog) {
        let isDeclared = media.hasIndependentSegments
        var isIndependent = !stream.segments.isEmpty
        var hasVideo = false
        for segment in stream.segments where !segment.isLost {
            guard let video = segment.track(.video) else { continue }
            hasVideo = true
            if playlist.isOfIFrames {
                if video.sampleCount != 1 || video.keyframes.count != 1 {
                    log.note(
                        "media.iframe-not-single", in: url, line: line(segment),
                        "the segment has \(video.sampleCount) pictures, and"
                            + " \(video.keyframes.count) of them can be decoded alone",
                        expected: "one I-frame", resource: segment.url,
                        bytes: listed(segment).byteRange)
                }
                continue
            }
            guard let first = video.keyframes.first else {
                isIndependent = false
                log.note(
                    "video.no-keyframe", in: url, line: line(segment),
                    "\(SafeText.quoted(listed(segment).uri)) has no keyframe",
                    expected: "a keyframe in each segment")
                continue
            }
            let distance = first - video.start
            // With B-frames of an open GOP, earlier pictures follow the keyframe.
            if distance > frame(video) * 4 {
                isIndependent = false
                log.note(
                    "video.no-idr", in: url, line: line(segment),
                    "\(SafeText.quoted(listed(segment).uri)) has its first keyframe after"
                        + " \(distance) s", expected: "a keyframe at the start")
                if isDeclared {
                    log.note(
                        "media.independent-false", in: url, line: line(segment),
                        "EXT-X-INDEPENDENT-SEGMENTS is stated, and the segment needs the one"
                            + " before it", expected: "segments that start with a keyframe")
                }
            }
            let places = video.keyframes + [video.end]
            if let wide = zip(places, places.dropFirst()).first(where: {
                $0.1 - $0.0 > .seconds(2) + frame(video)
            }) {
                log.note(
                    "video.idr-interval", in: url, line: line(segment),
                    "keyframes are \(wide.1 - wide.0) s apart", expected: "two seconds at most")
            }
        }
        if hasVideo, isIndependent, !isDeclared, !declaresIndependence, !playlist.isOfIFrames,
            stream.isWhole
        {
            log.note(
                "media.independent-undeclared", in: url,
                line: playlist.text.first(.targetDuration)?.line ?? 1,
                "every segment starts with a keyframe, which the playlist does not state",
                expected: "EXT-X-INDEPENDENT-SEGMENTS")
        }
    }

    /// Whether the multivariant playlist declares independent segments.
    var declaresIndependence = false

    // MARK: Tracks

    private func checkTracks(_ log: inout BreachLog) {
        for part in stream.parts(of: media) {
            if let first = part.segments.first(where: { !$0.tracks.isEmpty }) {
                checkTracks(first, &log)
            }
            checkLengths(part.segments, &log)
        }
        checkOffsets(&log)
    }

    private func checkTracks(_ first: MeasuredSegment, _ log: inout BreachLog) {
        if first.tracks.count(where: { $0.kind == .audio }) > 1 {
            log.note(
                "audio.two-streams", in: url, line: line(first),
                "the segment has several audio streams", expected: "one audio stream")
        }
        if let video = first.track(.video), let rate = video.frameRate {
            if rate > 60.5 {
                log.note(
                    "video.over-60-fps", in: url, line: line(first),
                    "the video has \(rounded(rate)) frames per second", expected: "60 at most")
            }
            let usual = [23.976, 24, 25, 29.97, 30, 50, 59.94, 60]
            if !usual.contains(where: { abs($0 - rate) < 0.05 }),
                first.index + 1 < media.segments.count
            {
                log.note(
                    "video.odd-frame-rate", in: url, line: line(first),
                    "the video has \(rounded(rate)) frames per second",
                    expected: "one of 23.976, 24, 25, 29.97, 30, 50, 59.94, 60")
            }
            if first.isTransportStream, video.codec?.hasPrefix("h") == true {
                log.note(
                    "ts.hevc", in: url, line: line(first), "HEVC is in MPEG-TS", expected: "fMP4")
            }
        }
        if let codec = first.track(.audio)?.codec,
            ["flac", "fLaC", "alac"].contains(where: codec.hasPrefix), first.isTransportStream
        {
            log.note(
                "fmp4.container-for-codec", in: url, line: line(first),
                "\(SafeText.quoted(codec)) is not in fMP4", expected: "fMP4")
        }
    }

    private func checkOffsets(_ log: inout BreachLog) {
        for segment in stream.segments where !segment.isLost {
            guard let video = segment.track(.video), let audio = segment.track(.audio) else {
                continue
            }
            let error = audio.start - video.start
            if max(error, -error) > MediaTime.milliseconds(500) {
                log.note(
                    "av.offset", in: url, line: line(segment),
                    "the audio starts \(max(error, -error)) s"
                        + " \(error < .zero ? "before" : "after") the video",
                    expected: "audio and video that start together")
            }
        }
    }

    /// Compares the lengths of a part, whose segments are summed, since audio is cut at its own
    /// frames.
    private func checkLengths(_ segments: [MeasuredSegment], _ log: inout BreachLog) {
        var totals: [MeasuredTrack.Kind: MediaTime] = [:]
        for track in segments.flatMap(\.tracks) {
            totals[track.kind, default: .zero] += track.duration
        }
        guard let video = totals[.video], let audio = totals[.audio], let last = segments.last
        else { return }
        let error = audio - video
        if max(error, -error) > Self.lengthTolerance {
            log.note(
                "av.length", in: url, line: line(last),
                "the audio has \(audio) s, and the video \(video) s", expected: "one length")
        }
    }

    private func checkBitrates(_ log: inout BreachLog) {
        for segment in stream.segments {
            let listed = listed(segment)
            guard let stated = listed.bitrate, stated > 0, listed.duration > .seconds(1),
                listed.byteRange == nil
            else { continue }
            let rate = Double(segment.byteCount) * 8 / listed.duration.seconds / 1000
            let ratio = rate / Double(stated)
            if ratio > 1.1 || ratio < 0.9 {
                log.note(
                    "segment.bitrate-off", in: url, line: line(segment),
                    "EXT-X-BITRATE states \(stated) kb/s, and the segment has"
                        + " \(Int(rate.rounded())) kb/s", expected: "within 10 %")
            }
        }
    }
}
