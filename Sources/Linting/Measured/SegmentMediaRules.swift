import Formats
import Playlists
import Presentation
import VirtualTime

/// The rules that compare the media of one playlist with the text of the playlist.
struct SegmentMediaRules {
    let playlist: LintedPlaylist
    let media: MediaPlaylist
    let stream: MeasuredStream
    private var url: String { playlist.url }

    private static let lengthTolerance = MediaTime.milliseconds(500)
    /// The rule that an announced track has frames.
    private static let emptyTrack = "ts.track-without-frames"

    func check(_ log: inout BreachLog) {
        checkProblems(&log)
        for index in stream.needlessGaps {
            let name = playlist.shownName(of: media.segments[index].uri)
            log.note(
                "segment.gap-without-need", in: url, line: playlist.line(ofSegment: index),
                "\(name) is announced as missing, and can be loaded", expected: "no EXT-X-GAP")
        }
        guard !playlist.isOfSubtitles else { return }
        let ends = SegmentEndRules(playlist: playlist, media: media, stream: stream)
        let losses = ends.losses()
        checkDurations(without: losses, &log)
        ends.check(losses, &log)
        SegmentClockRules(playlist: playlist, media: media, stream: stream).check(&log)
        SegmentChangeRules(playlist: playlist, media: media, stream: stream).check(&log)
        checkKeyframes(&log)
        checkStarts(&log)
        checkTracks(&log)
        checkBitrates(&log)
    }

    private func line(_ segment: MeasuredSegment) -> Int? {
        playlist.line(ofSegment: segment.index)
    }

    private func listed(_ segment: MeasuredSegment) -> MediaSegment {
        media.segments[segment.index]
    }

    /// Reports the problems found while reading segments.
    ///
    /// A problem in a file that several segments share is reported only once.
    private func checkProblems(_ log: inout BreachLog) {
        var needs: [String: Int] = [:]
        for segment in stream.segments {
            for problem in segment.problems where isShared(text(of: problem), by: segment) {
                needs["\(problem.code) \(text(of: problem))", default: 0] += 1
            }
        }
        for segment in stream.segments where !segment.problems.isEmpty {
            let name = playlist.shownName(of: listed(segment).uri)
            let lead = lead(of: listed(segment).uri) + ": "
            let earlier = stream.endOfAudio(before: segment, of: media)
            for problem in segment.problems {
                // Audio that has ended leaves its track without frames.
                if problem.code == Self.emptyTrack, let earlier,
                    !earlier.problems.contains(where: { $0.code == Self.emptyTrack })
                {
                    continue
                }
                var words = text(of: problem)
                let isShared = isShared(words, by: segment)
                if isShared {
                    guard let count = needs.removeValue(forKey: "\(problem.code) \(words)") else {
                        continue
                    }
                    words += " (needed by \(count == 1 ? "\(name)" : "\(count) segments"))"
                } else {
                    if words.hasPrefix(lead) { words.removeFirst(lead.count) }
                    words = "\(name): \(words)"
                }
                log.note(
                    problem.code, in: url, line: line(segment), column: 1, words,
                    expected: LintRule.named(problem.code)?.requirement ?? "",
                    resource: isShared ? nil : segment.url,
                    bytes: isShared ? nil : listed(segment).byteRange)
            }
        }
    }

    /// The location of the playlist's folder, with a final slash; empty when it is unknown.
    private var folder: String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "" }
        return SafeText.url(String(path[...slash]))
    }

    /// Returns the text of a problem, with locations relative to the playlist's folder.
    private func text(of problem: MeasuredProblem) -> String {
        let folder = folder
        let text = SafeText.line(problem.text)
        return folder.isEmpty ? text : text.replacing(folder, with: "")
    }

    /// Returns the location of a file as it appears at the start of a problem's text.
    private func lead(of uri: String) -> String {
        let place = SafeText.url(URIReference.resolve(uri, against: url))
        let folder = folder
        return folder.isEmpty ? place : place.replacing(folder, with: "")
    }

    /// Returns whether a problem concerns the initialization section or a key of a segment.
    private func isShared(_ text: String, by segment: MeasuredSegment) -> Bool {
        let files = [listed(segment).initializationSection?.uri] + listed(segment).keys.map(\.uri)
        return files.contains { file in
            file.map { $0 != listed(segment).uri && text.hasPrefix("\(lead(of: $0)): ") } ?? false
        }
    }

    // MARK: Durations

    /// Compares stated durations with measured ones.
    ///
    /// - Parameters:
    ///   - losses: The durations of the samples that are missing at the end of a segment, by the
    ///     index of the segment.
    ///   - log: Receives the breaches.
    private func checkDurations(without losses: [Int: MediaTime], _ log: inout BreachLog) {
        guard !playlist.isOfIFrames else { return }
        let mapless = segmentsWithoutOwnMap()
        for segment in stream.segments {
            guard let track = segment.timedLead else { continue }
            let stated = listed(segment).duration
            let error = stated - track.duration
            let size = max(error, -error)
            let frame = track.frameDuration
            if let target = media.targetDuration,
                track.duration > target + Self.lengthTolerance + frame
            {
                log.note(
                    "media.over-target-by-half-second", in: url, line: line(segment),
                    "the segment has \(track.duration) s, and the target duration is \(target) s",
                    expected: "at most half a second above the target")
            }
            if size > Self.lengthTolerance + frame, mapless.contains(segment.index) {
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
            } else if track.isOff(error), losses[segment.index] == nil {
                log.note(
                    "segment.extinf-off", in: url, line: playlist.line(ofDuration: segment.index),
                    "EXTINF states \(stated) s, and the media has \(track.duration) s",
                    expected: "EXTINF:\(track.duration)")
            }
        }
        checkDecimals(&log)
    }

    /// Finds stated durations in whole seconds that differ from the duration of the media.
    private func checkDecimals(_ log: inout BreachLog) {
        guard media.version >= 3, !media.segments.isEmpty,
            media.segments.allSatisfy({ $0.duration == .seconds($0.duration.value(timescale: 1)) })
        else { return }
        let other = stream.segments.first { segment in
            guard let track = segment.lead, segment.index + 1 < media.segments.count else {
                return false
            }
            let error = track.duration - listed(segment).duration
            // Differences of `lengthTolerance` or more are excluded, because another rule reports
            // them.
            return error.magnitude > max(.milliseconds(20), track.frameDuration.half)
                && error.magnitude < Self.lengthTolerance
        }
        guard let other, let track = other.lead else { return }
        log.note(
            "segment.extinf-integer", in: url, line: playlist.line(ofDuration: other.index),
            "all durations are whole seconds, and the media has \(track.duration) s here",
            expected: "EXTINF with decimals")
    }

    /// Returns the indices of segments after a discontinuity that keeps the initialization section.
    ///
    /// For each segment, only the last discontinuity at or before the segment counts. The result is
    /// empty unless the initialization section changes at another discontinuity.
    private func segmentsWithoutOwnMap() -> Set<Int> {
        var found: Set<Int> = []
        var (hasChange, isRepeated) = (false, false)
        for index in media.segments.indices.dropFirst() {
            if media.segments[index].startsDiscontinuity {
                let section = media.segments[index].initializationSection
                let isSame = section == media.segments[index - 1].initializationSection
                if !isSame { hasChange = true }
                isRepeated = isSame && section != nil
            }
            if isRepeated { found.insert(index) }
        }
        return hasChange ? found : []
    }

    // MARK: Pictures

    private func checkKeyframes(_ log: inout BreachLog) {
        let isDeclared = media.hasIndependentSegments || declaresIndependence
        var isIndependent = !stream.segments.isEmpty
        var hasVideo = false
        var hasOpenGroup = false
        for segment in stream.segments where !segment.isLost {
            guard let video = segment.track(.video) else { continue }
            hasVideo = true
            if playlist.isOfIFrames {
                if video.sampleCount != 1 || video.keyframes.count != 1 {
                    log.note(
                        "media.iframe-not-single", in: url, line: line(segment),
                        "the segment has \(video.sampleCount) pictures, and"
                            + " \(video.keyframes.count) of them can be decoded by themselves",
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
                if isDeclared { noteDependence(segment, &log) }
                continue
            }
            let distance = first - video.start
            // In an open GOP, a few B-frames that follow the keyframe in the stream are displayed
            // before the keyframe, so a distance of up to four frames is accepted.
            if video.startsWithoutKeyframe || distance > video.frameDuration * 4 {
                isIndependent = false
                log.note(
                    "video.no-idr", in: url, line: line(segment),
                    "\(SafeText.quoted(listed(segment).uri)) has its first keyframe after"
                        + " \(distance) s", expected: "a keyframe at the start")
                if isDeclared { noteDependence(segment, &log) }
            } else if video.startsOpenGroup, distance > .zero {
                isIndependent = false
                if isDeclared, !hasOpenGroup { noteOpenGroup(segment, &log) }
                hasOpenGroup = true
            }
            let places = video.keyframes + [video.end]
            if let wide = zip(places, places.dropFirst()).first(where: {
                $0.1 - $0.0 > .seconds(2) + video.frameDuration
            }) {
                log.note(
                    "video.idr-interval", in: url, line: line(segment),
                    "keyframes are \(wide.1 - wide.0) s apart", expected: "two seconds at most")
            }
        }
        if hasVideo, isIndependent, !isDeclared, !playlist.isOfIFrames, stream.isWhole {
            log.note(
                "media.independent-undeclared", in: url,
                line: playlist.text.first(.targetDuration)?.line ?? 1,
                "every segment starts with a keyframe, which the playlist does not state",
                expected: "EXT-X-INDEPENDENT-SEGMENTS")
        }
    }

    /// Reports a segment with an open GOP, whose first pictures players decode with earlier ones.
    private func noteOpenGroup(_ segment: MeasuredSegment, _ log: inout BreachLog) {
        log.note(
            "video.no-idr", in: url, line: line(segment),
            "EXT-X-INDEPENDENT-SEGMENTS is stated, and pictures that"
                + " \(SafeText.quoted(listed(segment).uri)) shows before its first keyframe may refer"
                + " to the segment before it", expected: "an IDR picture at the start")
    }

    private func noteDependence(_ segment: MeasuredSegment, _ log: inout BreachLog) {
        log.note(
            "media.independent-false", in: url, line: line(segment),
            "EXT-X-INDEPENDENT-SEGMENTS is stated, and the segment needs the one before it",
            expected: "segments that start with a keyframe")
    }

    /// Finds pictures that depend on a keyframe which no segment has.
    ///
    /// These are the pictures before the first keyframe of a discontinuity domain, after a gap or a
    /// segment that could not be read, or after a change of the codec.
    private func checkStarts(_ log: inout BreachLog) {
        guard !playlist.isOfIFrames else { return }
        // Segments that were removed from the playlist of a broadcast are not known.
        let isWhole = media.hasEndList || media.playlistType != nil
        var last: (index: Int, chain: KeyframeChain<String>)?
        // Media that was not read for a stated reason, such as encryption, may have the keyframe.
        let lost = Set(stream.segments.filter { $0.isLost && $0.omission == nil }.map(\.index))
        for segment in stream.segments where !segment.isLost {
            let index = segment.index
            let follows = index > 0 && !media.segments[index - 1].isGap && !lost.contains(index - 1)
            let isFirst =
                listed(segment).startsDiscontinuity || !follows && (index > 0 || isWhole)
            let previous = !isFirst && last?.index == index - 1 ? last : nil
            var chain = previous?.chain ?? KeyframeChain(lacksKeyframe: isFirst)
            defer { last = (index, chain) }
            guard let video = segment.track(.video) else { continue }
            let isDependent = chain.take(
                video.codecName, needsEarlierPictures: video.needsEarlierPictures,
                hasKeyframe: !video.keyframes.isEmpty)
            guard isDependent else { continue }
            let end = video.keyframes.first ?? video.end
            log.note(
                "media.lost-frames", in: url, line: line(segment),
                "\(SafeText.quoted(listed(segment).uri)) has \(end - video.start) s of pictures"
                    + " whose keyframe is missing", expected: "a keyframe before other pictures")
        }
    }

    /// Whether the multivariant playlist declares independent segments.
    var declaresIndependence = false

    // MARK: Tracks

    private func checkTracks(_ log: inout BreachLog) {
        var known: Set<String> = []
        for segment in stream.segments where !segment.tracks.isEmpty {
            // A finding that continues over several segments is reported once.
            known = checkTracks(segment, known, &log)
        }
        for part in stream.parts(of: media) { checkLengths(part.segments, &log) }
        checkOffsets(&log)
    }

    private func checkTracks(
        _ segment: MeasuredSegment, _ known: Set<String>, _ log: inout BreachLog
    ) -> Set<String> {
        var found: Set<String> = []
        func note(_ code: String, _ problem: String, _ expected: String) {
            guard found.insert(code).inserted, !known.contains(code) else { return }
            log.note(code, in: url, line: line(segment), problem, expected: expected)
        }
        if segment.tracks.count(where: { $0.kind == .audio }) > 1 {
            note("audio.two-streams", "the segment has several audio streams", "one audio stream")
        }
        let hasRest = segment.index + 1 < media.segments.count
        if let video = segment.track(.video) {
            let rate = video.frameRate.flatMap { video.sampleCount > 24 || hasRest ? $0 : nil }
            if let rate, rate > 60.5 {
                note(
                    "video.over-60-fps", "the video has \(Self.rounded(rate)) frames per second",
                    "60 at most")
            }
            let usual = [23.976, 24, 25, 29.97, 30, 50, 59.94, 60]
            if let rate, !usual.contains(where: { abs($0 - rate) < 0.05 }) {
                note(
                    "video.odd-frame-rate", "the video has \(Self.rounded(rate)) frames per second",
                    "one of 23.976, 24, 25, 29.97, 30, 50, 59.94, 60")
            }
            if video.isInterlaced || video.codec.map(CodecLevel.isInterlaced) == true {
                note("video.interlaced", "the video is coded as fields", "progressive video")
            }
            if let codec = video.codec, !CodecLevel.isPlayed(codec) {
                note(
                    "video.profile-level", "the video is \(SafeText.quoted(codec))",
                    "H.264 up to High 5.2, or HEVC up to Main 10 5.1")
            }
            if let codec = video.codec, let level = CodecLevel.needless(codec, of: video) {
                note(
                    "video.level-higher-than-needed",
                    "the video is \(SafeText.quoted(codec)), and its size and rate need \(level)",
                    "a level of \(level)")
            }
            if video.lacksParameterSets {
                note(
                    "video.idr-without-parameter-sets",
                    "parameter sets are missing before the first keyframe of"
                        + " \(SafeText.quoted(listed(segment).uri))",
                    "parameter sets before the first keyframe of each segment")
            }
            let isHDR10 = video.transfer == 16 && video.codec.map(CodecLevel.isHEVC) == true
            let missing = ["mdcv", "clli"].filter { !video.lightMetadata.contains($0) }
            if isHDR10, !segment.isTransportStream, !missing.isEmpty {
                note(
                    "video.hdr10-metadata",
                    "the video is HEVC of the range PQ, and its sample description lacks"
                        + " \(missing.joined(separator: " and "))", "the boxes mdcv and clli")
            }
            if segment.isTransportStream, video.codec?.hasPrefix("h") == true {
                note("ts.hevc", "HEVC is in MPEG-TS", "fMP4")
            }
        }
        if segment.isPackedAudio, segment.tracks.count > 1 {
            note("packed.two-streams", "the packed audio has several streams", "one stream")
        }
        if let codec = segment.track(.audio)?.codec,
            ["flac", "fLaC", "alac"].contains(where: codec.hasPrefix), segment.isTransportStream
        {
            note("fmp4.container-for-codec", "\(SafeText.quoted(codec)) is not in fMP4", "fMP4")
        }
        return found
    }

    static func rounded(_ rate: Double) -> String {
        "\((rate * 1000).rounded() / 1000)"
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

    /// Compares the total durations of audio and video of the segments between two discontinuities.
    ///
    /// Single segments are not compared, because audio is cut at the boundaries of audio frames.
    private func checkLengths(_ segments: [MeasuredSegment], _ log: inout BreachLog) {
        let audio = totals(of: .audio, in: segments)
        guard let video = totals(of: .video, in: segments).first, let last = segments.last else {
            return
        }
        for total in audio where (total - video).magnitude > Self.lengthTolerance {
            let name = audio.count > 1 ? "an audio stream" : "the audio"
            return log.note(
                "av.length", in: url, line: line(last),
                "\(name) has \(total) s, and the video \(video) s", expected: "one length")
        }
    }

    /// Returns the total duration of each track of a kind, in the order of the tracks in a segment.
    private func totals(
        of kind: MeasuredTrack.Kind, in segments: [MeasuredSegment]
    ) -> [MediaTime] {
        var totals: [MediaTime] = []
        for segment in segments {
            for (place, track) in segment.tracks.filter({ $0.kind == kind }).enumerated() {
                if place == totals.count { totals.append(.zero) }
                totals[place] += track.duration
            }
        }
        return totals
    }

    private func checkBitrates(_ log: inout BreachLog) {
        for segment in stream.segments where !segment.isLost {
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
