import Formats
import Playlists
import VirtualTime

/// The rules about the playlists of one asset beside each other.
struct SetRules {
    let asset: LintedAsset

    private static let dateTolerance: Int64 = 1000
    private static let boundaryTolerance = MediaTime.milliseconds(100)

    /// The media playlists of pictures and sound.
    private var streams: [LintedPlaylist] {
        asset.mediaPlaylists.filter { !$0.isOfSubtitles && !$0.isOfIFrames }
    }

    func check(_ log: inout BreachLog) {
        for missing in asset.missing {
            log.note(
                "set.unreachable", in: asset.main.url, line: line(listing: missing.role),
                "\(SafeText.url(missing.url)) cannot be loaded: \(SafeText.line(missing.reason))",
                expected: "a media playlist")
        }
        for playlist in asset.playlists where playlist.multivariant != nil {
            log.note(
                "text.mixed-kinds", in: playlist.url, line: 1,
                "a multivariant playlist is listed as a media playlist",
                expected: "a media playlist")
        }
        checkIFrames(&log)
        let streams = streams
        guard let first = streams.first, streams.count > 1, let model = first.media else {
            return checkKeys(&log)
        }
        for playlist in streams.dropFirst() {
            guard let media = playlist.media else { continue }
            compareHeaders(playlist, media, model, first, &log)
            guard media.hasEndList, model.hasEndList else { continue }
            compareTimelines(playlist, media, model, first, &log)
        }
        compareSubtitles(model, first, &log)
        compareDates(streams, &log)
        compareRanges(streams, &log)
        compareGaps(&log)
        checkReports(&log)
        checkKeys(&log)
    }

    /// Returns the line of the multivariant playlist that lists a playlist.
    private func line(listing role: LintedPlaylist.Role) -> Int? {
        let text = asset.main.text
        switch role {
        case .main: return 1
        case .variant(let place):
            return text.variants.indices.contains(place) ? text.variants[place].line : nil
        case .iFrames(let place):
            let tags = text.tags(.iFrameStreamInformation)
            return tags.indices.contains(place) ? tags[place].line : nil
        case .rendition(let place, _):
            let tags = text.tags(.media)
            return tags.indices.contains(place) ? tags[place].line : nil
        }
    }

    private func name(_ playlist: LintedPlaylist) -> String {
        let parts = playlist.url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
        return SafeText.quoted(parts.suffix(2).joined(separator: "/"))
    }

    // MARK: Two playlists

    private func compareHeaders(
        _ playlist: LintedPlaylist, _ media: MediaPlaylist, _ model: MediaPlaylist,
        _ first: LintedPlaylist, _ log: inout BreachLog
    ) {
        if let own = media.targetDuration, let other = model.targetDuration, own != other {
            let tag = playlist.text.first(.targetDuration)
            log.note(
                "set.target-duration", in: playlist.url, line: tag?.line, column: tag?.column,
                "the target duration is \(own) s, and that of \(name(first)) is \(other) s",
                expected: "one target duration")
        }
        if media.playlistType != model.playlistType {
            let tag = playlist.text.first(.playlistType)
            func word(_ kind: MediaPlaylist.Kind?) -> String { kind?.rawValue ?? "not stated" }
            log.note(
                "set.playlist-type", in: playlist.url, line: tag?.line ?? 1, column: tag?.column,
                "the type is \(word(media.playlistType)), and that of \(name(first)) is"
                    + " \(word(model.playlistType))", expected: "one type")
        }
    }

    private func compareTimelines(
        _ playlist: LintedPlaylist, _ media: MediaPlaylist, _ model: MediaPlaylist,
        _ first: LintedPlaylist, _ log: inout BreachLog
    ) {
        let error = media.duration - model.duration
        let target = max(media.targetDuration ?? .seconds(1), model.targetDuration ?? .seconds(1))
        // The last segment may be cut elsewhere, and one that is shorter than half is none.
        if max(error, -error).ticks * 2 >= target.ticks {
            log.note(
                "set.duration", in: playlist.url, line: playlist.text.lastLine,
                "the playlist has \(media.duration) s, and \(name(first)) \(model.duration) s",
                expected: "one length")
        }
        let marks = discontinuities(of: media)
        let others = discontinuities(of: model)
        if let place = marks.first(where: { !others.has($0.time, within: target) }) {
            log.note(
                "set.discontinuities", in: playlist.url,
                line: playlist.text.segment(place.index)?.discontinuity,
                "the discontinuity at \(place.time) s is not in \(name(first))",
                expected: "discontinuities at the same places")
        } else if let place = others.first(where: { !marks.has($0.time, within: target) }) {
            log.note(
                "set.discontinuities", in: playlist.url,
                line: segment(at: place.time, of: media).flatMap {
                    playlist.line(ofDuration: $0)
                },
                "the discontinuity of \(name(first)) at \(place.time) s is missing",
                expected: "discontinuities at the same places")
        }
        guard case .variant = playlist.role, case .variant = first.role else { return }
        compareBoundaries(playlist, media, model, first, &log)
        compareCues(playlist, media, model, first, &log)
    }

    private func segment(at time: MediaTime, of media: MediaPlaylist) -> Int? {
        var end = MediaTime.zero
        return media.segments.firstIndex { segment in
            end += segment.duration
            return end > time
        }
    }

    private struct Mark {
        let index: Int
        let time: MediaTime
    }

    private struct Marks {
        var all: [Mark] = []

        func has(_ time: MediaTime, within tolerance: MediaTime) -> Bool {
            // Marks ascend, so that the nearest one is beside the place.
            let place = all.partitioningIndex { $0.time >= time }
            return all[max(0, place - 1)..<min(all.count, place + 1)].contains {
                max($0.time - time, time - $0.time).ticks * 2 < tolerance.ticks
            }
        }

        func first(where isWanted: (Mark) -> Bool) -> Mark? { all.first(where: isWanted) }
    }

    private func discontinuities(of media: MediaPlaylist) -> Marks {
        var marks = Marks()
        var time = MediaTime.zero
        for (index, segment) in media.segments.enumerated() {
            // The first one separates nothing that is listed.
            if segment.startsDiscontinuity, index > 0 {
                marks.all.append(Mark(index: index, time: time))
            }
            time += segment.duration
        }
        return marks
    }

    private func compareBoundaries(
        _ playlist: LintedPlaylist, _ media: MediaPlaylist, _ model: MediaPlaylist,
        _ first: LintedPlaylist, _ log: inout BreachLog
    ) {
        var (time, other) = (MediaTime.zero, MediaTime.zero)
        for index in 0..<min(media.segments.count, model.segments.count) {
            let error = time - other
            if max(error, -error) > Self.boundaryTolerance {
                log.note(
                    "set.boundaries", in: playlist.url, line: playlist.line(ofDuration: index),
                    "the segment starts at \(time) s, and that of \(name(first)) at \(other) s",
                    expected: "the same boundaries in all variants")
                return
            }
            time += media.segments[index].duration
            other += model.segments[index].duration
        }
    }

    private func compareCues(
        _ playlist: LintedPlaylist, _ media: MediaPlaylist, _ model: MediaPlaylist,
        _ first: LintedPlaylist, _ log: inout BreachLog
    ) {
        let own = MarkedBreak.breaks(of: media).breaks
        let others = MarkedBreak.breaks(of: model).breaks
        func differs(_ one: MarkedBreak, _ other: MarkedBreak) -> Bool {
            let error = one.start - other.start
            return max(error, -error) > Self.boundaryTolerance
        }
        let place = zip(own, others).enumerated().first { differs($0.element.0, $0.element.1) }
        if let place {
            let (mine, other) = place.element
            log.note(
                "set.cues", in: playlist.url, line: playlist.text.segment(mine.segment)?.cue,
                "CUE-OUT is at \(mine.start) s, and that of \(name(first)) at \(other.start) s",
                expected: "the same place in all variants")
        } else if own.count != others.count {
            log.note(
                "set.cues", in: playlist.url, line: playlist.text.lastLine,
                "\(own.count) breaks are marked, and \(others.count) in \(name(first))",
                expected: "the same breaks in all variants")
        }
    }

    private func compareSubtitles(
        _ model: MediaPlaylist, _ first: LintedPlaylist, _ log: inout BreachLog
    ) {
        for playlist in asset.mediaPlaylists where playlist.isOfSubtitles || playlist.isOfIFrames {
            guard let media = playlist.media, media.hasEndList, model.hasEndList else { continue }
            let error = media.duration - model.duration
            let target = max(media.targetDuration ?? .zero, model.targetDuration ?? .zero)
            guard max(error, -error) > target else { continue }
            log.note(
                "set.duration", in: playlist.url, line: playlist.text.lastLine,
                "the playlist has \(media.duration) s, and \(name(first)) \(model.duration) s",
                expected: "one length")
        }
    }

    // MARK: Dates

    private func compareDates(_ streams: [LintedPlaylist], _ log: inout BreachLog) {
        let calendars = streams.map { $0.media.map(PlaylistCalendar.init) }
        guard let place = calendars.firstIndex(where: { $0?.starts.isEmpty == false }),
            let model = calendars[place], let media = streams[place].media
        else { return }
        for (playlist, calendar) in zip(streams, calendars) {
            guard let own = playlist.media, let calendar, !own.segments.isEmpty else { continue }
            if calendar.starts.isEmpty {
                log.note(
                    "set.dates", in: playlist.url,
                    line: playlist.text.first(.targetDuration)?.line ?? 1,
                    "the playlist has no dates, and \(name(streams[place])) has",
                    expected: "EXT-X-PROGRAM-DATE-TIME in all playlists")
                continue
            }
            guard own.hasEndList, media.hasEndList, playlist.url != streams[place].url else {
                continue
            }
            // Dates are compared at the segments of this playlist that state one.
            var time = MediaTime.zero
            var dates = DateCursor(media: media, calendar: model)
            for index in own.segments.indices {
                defer { time += own.segments[index].duration }
                guard own.segments[index].programDateTime != nil, let other = dates.date(at: time)
                else { continue }
                let error = calendar.starts[index] - other
                guard error.magnitude > Self.dateTolerance.magnitude else { continue }
                log.note(
                    "set.dates", in: playlist.url, line: playlist.text.segment(index)?.date,
                    "the date is \(MediaTime.milliseconds(Int64(clamping: error.magnitude))) s"
                        + " \(error < 0 ? "before" : "after") that of \(name(streams[place])) at"
                        + " \(time) s", expected: "one date for one place")
                break
            }
        }
    }

    /// The dates of a playlist at ascending places.
    private struct DateCursor {
        let media: MediaPlaylist
        let calendar: PlaylistCalendar
        private var index = 0
        private var start = MediaTime.zero

        init(media: MediaPlaylist, calendar: PlaylistCalendar) {
            self.media = media
            self.calendar = calendar
        }

        /// Returns the date at a place that is not before that of the last call.
        mutating func date(at time: MediaTime) -> Int64? {
            while index < media.segments.count {
                let end = start + media.segments[index].duration
                // A boundary may be off by a frame.
                if end > time + .milliseconds(50) {
                    return calendar.starts[index] + (time - start).value(timescale: 1000)
                }
                start = end
                index += 1
            }
            return nil
        }
    }

    private func compareRanges(_ streams: [LintedPlaylist], _ log: inout BreachLog) {
        let marked = streams.filter { $0.media?.dateRanges.isEmpty == false }
        guard let first = marked.first, let model = first.media?.dateRanges else { return }
        let ids = Set(model.map(\.id))
        let modelByID = Dictionary(grouping: model, by: \.id)
        for playlist in marked.dropFirst() {
            guard let ranges = playlist.media?.dateRanges, playlist.media?.hasEndList == true else {
                continue
            }
            let own = Set(ranges.map(\.id))
            if let missing = own.symmetricDifference(ids).min() {
                log.note(
                    "set.date-ranges", in: playlist.url,
                    line: playlist.text.first(.dateRange)?.line,
                    "the date range \"\(SafeText.quoted(missing))\" is"
                        + " \(own.contains(missing) ? "not in" : "only in") \(name(first))",
                    expected: "the same date ranges in all playlists")
                continue
            }
            let byID = Dictionary(grouping: ranges, by: \.id)
            let different = ranges.first { byID[$0.id] != modelByID[$0.id] }
            guard let different else { continue }
            let tag = playlist.text.tags(.dateRange).first { $0["ID"]?.value == different.id }
            log.note(
                "set.date-ranges", in: playlist.url, line: tag?.line,
                "the date range \"\(SafeText.quoted(different.id))\" has other attributes than in"
                    + " \(name(first))", expected: "the same attributes in all playlists")
        }
    }

    // MARK: Others

    private func compareGaps(_ log: inout BreachLog) {
        let variants = asset.mediaPlaylists.filter {
            if case .variant = $0.role { return true }
            return false
        }
        guard let first = variants.first, let media = first.media else { return }
        for (index, segment) in media.segments.enumerated() where segment.isGap {
            let isEverywhere = variants.allSatisfy { playlist in
                guard let segments = playlist.media?.segments, segments.indices.contains(index)
                else { return false }
                return segments[index].isGap
            }
            guard isEverywhere else { continue }
            log.note(
                "segment.gap-everywhere", in: first.url, line: first.line(ofDuration: index),
                "the segment is a gap in all variants", expected: "media in one of them")
        }
    }

    private func checkIFrames(_ log: inout BreachLog) {
        for playlist in asset.playlists {
            guard case .iFrames = playlist.role, let media = playlist.media else { continue }
            let line = playlist.text.first(.targetDuration)?.line ?? 1
            if !media.isIFramesOnly {
                log.note(
                    "iframe.tag-missing", in: playlist.url, line: line,
                    "the I-frame playlist has no EXT-X-I-FRAMES-ONLY",
                    expected: "EXT-X-I-FRAMES-ONLY")
            }
            let count = media.segments.count
            if count > 0, media.hasEndList,
                media.duration > .seconds(Int64(count)) + .milliseconds(500)
            {
                log.note(
                    "iframe.sparse", in: playlist.url, line: line,
                    "\(count) I-frames cover \(media.duration) s", expected: "one for each second")
            }
        }
    }

    private func checkReports(_ log: inout BreachLog) {
        let live = asset.playlists.filter {
            $0.media?.partInformation != nil && $0.media?.hasEndList == false
        }
        for playlist in live {
            guard let media = playlist.media else { continue }
            let reported = Set(
                media.renditionReports.map { URIReference.resolve($0.uri, against: playlist.url) })
            let missing = live.filter { $0.url != playlist.url && !reported.contains($0.url) }
            if let other = missing.first {
                log.note(
                    "report.missing", in: playlist.url, line: playlist.text.lastLine,
                    "there is no report of \(name(other))",
                    expected: "EXT-X-RENDITION-REPORT for each other rendition")
            }
            for tag in playlist.text.tags(.renditionReport) {
                guard let uri = tag["URI"]?.value,
                    URIReference.resolve(uri, against: playlist.url) == playlist.url
                else { continue }
                log.note(
                    "report.self", in: playlist.url, line: tag.line, column: tag.column(of: "URI"),
                    "the report is about its own playlist", expected: "a report of another one")
            }
        }
    }

    // MARK: Keys

    private func checkKeys(_ log: inout BreachLog) {
        guard let multivariant = asset.main.multivariant else { return }
        SessionKeyRules(asset: asset, multivariant: multivariant).check(&log)
    }
}

/// The rules about keys that several playlists use.
struct SessionKeyRules {
    let asset: LintedAsset
    let multivariant: MultivariantPlaylist
    private var main: LintedPlaylist { asset.main }

    func check(_ log: inout BreachLog) {
        var known: Set<EncryptionKey> = []
        let tags = main.text.tags(.sessionKey).filter { $0["METHOD"]?.value != "NONE" }
        for (place, key) in multivariant.sessionKeys.enumerated() {
            var key = key
            key.precedingLines = []
            let line = tags.indices.contains(place) ? tags[place].line : nil
            if !known.insert(key).inserted {
                log.note(
                    "key.session-duplicate", in: main.url, line: line,
                    "the session key is stated before", expected: "each session key once")
            }
        }
        let variants = asset.playlists.compactMap {
            playlist -> (LintedPlaylist, [EncryptionKey])? in
            guard case .variant = playlist.role, let media = playlist.media else { return nil }
            return (playlist, Self.keys(of: media))
        }
        compare(variants, &log)
        checkLevels(variants, &log)
        let shared = variants.map { Set($0.1.compactMap(\.uri)) }
        guard shared.count > 1, let common = shared.first(where: { !$0.isEmpty }),
            shared.allSatisfy({ $0 == common }), multivariant.sessionKeys.isEmpty,
            let tag = main.text.variants.first
        else { return }
        log.note(
            "key.session-missing", in: main.url, line: tag.line,
            "all variants have the same keys, which players could request early",
            expected: "EXT-X-SESSION-KEY")
    }

    private static func keys(of media: MediaPlaylist) -> [EncryptionKey] {
        var known: Set<EncryptionKey> = []
        return media.segments.flatMap(\.keys).filter { known.insert($0).inserted }
    }

    private func compare(
        _ variants: [(LintedPlaylist, [EncryptionKey])], _ log: inout BreachLog
    ) {
        for (playlist, keys) in variants {
            for key in keys {
                let place = key.uri.map { URIReference.resolve($0, against: playlist.url) }
                let session = multivariant.sessionKeys.first { session in
                    session.keyFormat == key.keyFormat
                        && session.uri.map { URIReference.resolve($0, against: main.url) } == place
                }
                guard let session,
                    session.method != key.method
                        || session.keyFormatVersions != key.keyFormatVersions
                else { continue }
                log.note(
                    "key.session-mismatch", in: playlist.url,
                    line: playlist.text.first(.key)?.line,
                    "METHOD or KEYFORMATVERSIONS differ from those of the session key",
                    expected: "the attributes of the session key")
            }
        }
    }

    private func checkLevels(
        _ variants: [(LintedPlaylist, [EncryptionKey])], _ log: inout BreachLog
    ) {
        var levels: [String: String] = [:]
        for (playlist, keys) in variants {
            guard case .variant(let place) = playlist.role, !keys.isEmpty,
                multivariant.variants.indices.contains(place),
                main.text.variants.indices.contains(place)
            else { continue }
            let variant = multivariant.variants[place]
            let tag = main.text.variants[place]
            let height = variant.resolution?.height ?? 0
            let isProtected = keys.contains { $0.keyFormat != EncryptionKey.identityFormat }
            if isProtected, height > 480, variant.hdcpLevel == nil {
                log.note(
                    "drm.hdcp-hd", in: main.url, line: tag.line,
                    "protected video of \(height) lines has no HDCP-LEVEL",
                    expected: "HDCP-LEVEL=TYPE-0")
            }
            if isProtected, height > 1080, let level = variant.hdcpLevel, level != "TYPE-1" {
                log.note(
                    "drm.hdcp-uhd", in: main.url, line: tag.line,
                    column: tag.column(of: "HDCP-LEVEL"),
                    "protected video of \(height) lines has HDCP-LEVEL=\(SafeText.quoted(level))",
                    expected: "HDCP-LEVEL=TYPE-1")
            }
            for uri in keys.compactMap(\.uri) {
                let level = variant.hdcpLevel ?? "NONE"
                guard let other = levels.updateValue(level, forKey: uri), other != level else {
                    continue
                }
                log.note(
                    "drm.hdcp-shared-key", in: main.url, line: tag.line,
                    "the key is shared by HDCP levels \(SafeText.quoted(other)) and"
                        + " \(SafeText.quoted(level))", expected: "a key for each level")
            }
        }
    }
}
