import Playlists
import VirtualTime

/// The rules about the header of a media playlist.
struct HeaderRules {
    let playlist: LintedPlaylist
    let media: MediaPlaylist
    private var text: PlaylistText { playlist.text }
    private var url: String { playlist.url }

    /// The largest usual target duration, as a multiple of the longest segment's duration.
    ///
    /// A larger target duration is a sign of a mistake.
    private static let farAbove = 2

    func check(_ log: inout BreachLog) {
        checkTarget(&log)
        checkEnd(&log)
        if let start = media.start, let tag = text.first(.start) {
            StartRules.check(start, tag, in: url, of: media, &log)
        }
        checkDiscontinuitySequence(&log)
        if !media.hasEndList, media.playlistType == nil { checkWindow(&log) }
        guard let tag = text.first(.iFramesOnly), media.segments.contains(where: { isWhole($0) })
        else { return }
        let hasMap = media.segments.contains { $0.initializationSection != nil }
        let isFragments = media.segments.contains {
            $0.uri.hasSuffix("4s") || $0.uri.hasSuffix("mp4")
        }
        if isFragments, !hasMap {
            log.note(
                "media.iframe-no-initialization", in: url, line: tag.line,
                "I-frames of fMP4 have no EXT-X-MAP", expected: "EXT-X-MAP before the first segment"
            )
        }
    }

    private func isWhole(_ segment: MediaSegment) -> Bool { !segment.isGap }

    private func checkTarget(_ log: inout BreachLog) {
        guard let tag = text.first(.targetDuration), let target = media.targetDuration else {
            return
        }
        if target != .seconds(6), !playlist.isOfSubtitles, !playlist.isOfIFrames,
            media.partInformation == nil
        {
            log.note(
                "media.target-not-six", in: url, line: tag.line, column: tag.column,
                "the target duration is \(target) s", expected: "6 s")
        }
        let owner = media.segments
        let segments = owner.span
        var longest = MediaTime.zero
        for index in segments.indices { longest = max(longest, segments[index].duration) }
        if media.segments.count > 2, !playlist.isOfIFrames, longest > .zero,
            longest * Self.farAbove < target
        {
            log.note(
                "media.target-far-above-longest", in: url, line: tag.line, column: tag.column,
                "the target duration is \(target) s, and the longest segment has \(longest) s",
                expected: "a target duration near the longest segment, which live players wait for")
        }
    }

    private func checkEnd(_ log: inout BreachLog) {
        let type = text.first(.playlistType)
        if media.playlistType == .vod, !media.hasEndList {
            log.note(
                "media.vod-without-endlist", in: url, line: text.lastLine,
                "the type is VOD, and EXT-X-ENDLIST is missing",
                expected: "EXT-X-ENDLIST as the last line")
        } else if !media.hasEndList, !isRemote {
            log.note(
                "media.file-without-endlist", in: url, line: text.lastLine,
                "EXT-X-ENDLIST is missing in a file, so that players wait for more",
                expected: "EXT-X-ENDLIST as the last line")
        }
        if type == nil, media.hasEndList {
            log.note(
                "media.type-missing", in: url, line: text.first(.targetDuration)?.line ?? 1,
                "EXT-X-PLAYLIST-TYPE is missing", expected: "EXT-X-PLAYLIST-TYPE:VOD")
        }
        let cannotGrow = media.hasEndList || !isRemote && media.trailingParts.isEmpty
        if cannotGrow, media.segments.isEmpty, media.skipped == nil {
            log.note(
                "media.empty", in: url, line: text.lastLine,
                "no segment is listed, and none will be", expected: "a segment")
        }
        if media.hasEndList, let hint = text.first(.preloadHint) {
            log.note(
                "hint.with-endlist", in: url, line: hint.line,
                "a hint announces media after the end", expected: "no EXT-X-PRELOAD-HINT")
        }
    }

    private var isRemote: Bool { url.hasPrefix("http://") || url.hasPrefix("https://") }

    private func checkDiscontinuitySequence(_ log: inout BreachLog) {
        let first = text.segments.first { $0.discontinuity > 0 }?.discontinuity
        if let tag = text.first(.discontinuitySequence) {
            if let first, first < tag.line, tag.segmentsBefore == 0 {
                log.note(
                    "media.discontinuity-sequence-late", in: url, line: tag.line,
                    "EXT-X-DISCONTINUITY-SEQUENCE follows EXT-X-DISCONTINUITY in line \(first)",
                    expected: "the tag before it")
            }
        } else if let first, !media.hasEndList, media.playlistType == nil,
            media.mediaSequence > 0
        {
            log.note(
                "live.discontinuity-sequence-absent", in: url, line: first,
                "discontinuities are listed, but not counted after their removal",
                expected: "EXT-X-DISCONTINUITY-SEQUENCE")
        }
    }

    // MARK: Live playlists

    private func checkWindow(_ log: inout BreachLog) {
        let dates = media.segments.contains { $0.programDateTime != nil }
        if isRemote, !dates, !media.segments.isEmpty {
            log.note(
                "live.no-date", in: url, line: text.first(.targetDuration)?.line ?? 1,
                "the live playlist has no dates", expected: "EXT-X-PROGRAM-DATE-TIME")
        }
        // Only a playlist from which segments were removed is checked, because at the start of a
        // broadcast, a live playlist does not have its full length yet.
        guard media.mediaSequence > 0, media.skipped == nil, let target = media.targetDuration
        else { return }
        let line = text.first(.mediaSequence)?.line ?? 1
        if media.duration < target * 3 {
            log.note(
                "live.window-short", in: url, line: line,
                "segments were removed, and \(media.duration) s are left",
                expected: "three target durations, \(target * 3) s")
        } else if media.segments.count < 6 {
            log.note(
                "live.window-six", in: url, line: line,
                "the window has \(media.segments.count) segments", expected: "at least six")
        }
    }
}
