import Formats
import Playlists
import VirtualTime

/// The rules about partial segments, server control and hints.
struct LowLatencyRules {
    let playlist: LintedPlaylist
    let media: MediaPlaylist
    private var text: PlaylistText { playlist.text }
    private var url: String { playlist.url }

    /// The rule that a playlist skips segments only when the request asks for it.
    static let unrequestedSkip = "media.skip-unrequested"
    private static let rounding = MediaTime.milliseconds(100)

    func check(_ log: inout BreachLog) {
        checkControl(&log)
        checkSkip(&log)
        for report in text.tags(.renditionReport) {
            guard let uri = report["URI"], uri.value.contains("://") else { continue }
            log.note(
                "report.absolute-uri", in: url, line: report.line,
                column: report.column(of: "URI"), "the report has an absolute URI",
                expected: "a URI relative to the playlist")
        }
        guard let target = media.partInformation?.targetDuration else { return }
        checkParts(target, &log)
        checkPolicy(target, &log)
        checkHints(&log)
    }

    private func checkControl(_ log: inout BreachLog) {
        guard let control = media.serverControl, let tag = text.first(.serverControl),
            let target = media.targetDuration
        else { return }
        if let back = control.holdBack, back < target * 3 {
            log.note(
                "server.hold-back", in: url, line: tag.line, column: tag.column(of: "HOLD-BACK"),
                "HOLD-BACK is \(back) s", expected: "three target durations, \(target * 3) s")
        }
        if let until = control.canSkipUntil, until < target * 6 {
            log.note(
                "server.skip-until", in: url, line: tag.line,
                column: tag.column(of: "CAN-SKIP-UNTIL"), "CAN-SKIP-UNTIL is \(until) s",
                expected: "six target durations, \(target * 6) s")
        }
        if control.canSkipDateRanges, control.canSkipUntil == nil {
            log.note(
                "server.skip-ranges-alone", in: url, line: tag.line,
                column: tag.column(of: "CAN-SKIP-DATERANGES"),
                "CAN-SKIP-DATERANGES is given without CAN-SKIP-UNTIL", expected: "CAN-SKIP-UNTIL")
        }
    }

    /// Finds a delta update that the request did not ask for, or that the playlist does not offer.
    ///
    /// For a newer version of a playlist, `VersionRules` decides whether the update is permitted.
    private func checkSkip(_ log: inout BreachLog) {
        guard let skipped = media.skipped, skipped.count > 0 else { return }
        let query = url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        let isAsked = query.split(separator: "&").contains { $0.hasPrefix("_HLS_skip=") }
        let isOffered = media.serverControl?.canSkipUntil != nil
        guard !isAsked || !isOffered else { return }
        let reason =
            isAsked ? "CAN-SKIP-UNTIL does not offer it" : "the request had no _HLS_skip"
        log.note(
            Self.unrequestedSkip, in: url, line: text.first(.skip)?.line ?? 1,
            "\(skipped.count) segments are skipped, and \(reason)",
            expected: "all segments of the playlist")
    }

    private func checkPolicy(_ target: MediaTime, _ log: inout BreachLog) {
        guard let tag = text.first(.partInformation), !media.hasEndList else { return }
        let control = text.first(.serverControl)
        let line = control?.line ?? tag.line
        if let back = media.serverControl?.partHoldBack {
            let column = control?.column(of: "PART-HOLD-BACK")
            if back < target * 2 {
                log.note(
                    "part.hold-back-short", in: url, line: line, column: column,
                    "PART-HOLD-BACK is \(back) s", expected: "twice PART-TARGET, \(target * 2) s")
            } else if back < target * 3 {
                log.note(
                    "part.hold-back-below-three", in: url, line: line, column: column,
                    "PART-HOLD-BACK is \(back) s",
                    expected: "three times PART-TARGET, \(target * 3) s")
            }
        } else {
            log.note(
                "part.hold-back-missing", in: url, line: line, "PART-HOLD-BACK is missing",
                expected: "PART-HOLD-BACK of three times PART-TARGET")
        }
        if media.serverControl?.canBlockReload != true {
            log.note(
                "server.no-blocking-reload", in: url, line: line,
                "CAN-BLOCK-RELOAD=YES is missing", expected: "CAN-BLOCK-RELOAD=YES")
        }
        if !media.segments.contains(where: { $0.programDateTime != nil }) {
            log.note(
                "part.no-date", in: url, line: tag.line, "the low-latency playlist has no dates",
                expected: "EXT-X-PROGRAM-DATE-TIME")
        }
        if !media.preloadHints.contains(where: { $0.kind == .part }) {
            log.note(
                "hint.missing", in: url, line: text.lastLine, "no part is hinted",
                expected: "EXT-X-PRELOAD-HINT:TYPE=PART as the last line")
        }
    }

    /// Returns the tags from which the parser creates partial segments.
    static func usable(_ tags: [WrittenTag]) -> [WrittenTag] {
        tags.filter { $0["URI"] != nil && $0["DURATION"] != nil }
    }

    private func checkParts(_ target: MediaTime, _ log: inout BreachLog) {
        let lines = Self.usable(text.tags(.part))
        let groups = media.segments.map(\.parts) + [media.trailingParts]
        let all = groups.flatMap(\.self)
        guard lines.count == all.count else { return }
        var place = 0
        var end = media.duration
        let total = media.duration + media.trailingParts.reduce(.zero) { $0 + $1.duration }
        end = .zero
        for (index, parts) in groups.enumerated() {
            let segment = index < media.segments.count ? media.segments[index] : nil
            let isGap = segment?.isGap ?? media.tail?.isGap ?? false
            end += segment?.duration ?? .zero
            for (number, part) in parts.enumerated() {
                let tag = lines[place]
                place += 1
                let isLast = number == parts.count - 1
                let column = tag.column(of: "DURATION")
                if part.duration > target {
                    log.note(
                        "part.too-long", in: url, line: tag.line, column: column,
                        "the part lasts \(part.duration) s", expected: "\(target) s at most")
                } else if part.isTooShort(for: target), !isLast, !part.isGap {
                    log.note(
                        "part.too-short", in: url, line: tag.line, column: column,
                        "the part lasts \(part.duration) s, and is not the last of its segment",
                        expected: "85 % of \(target) s at least")
                }
                if isGap, !part.isGap {
                    log.note(
                        "part.gap-unmarked", in: url, line: tag.line,
                        "the segment is a gap, and the part is not", expected: "GAP=YES")
                }
            }
            guard let segment, !parts.isEmpty, let first = lines[..<place].dropLast(0).last else {
                continue
            }
            let sum = parts.reduce(MediaTime.zero) { $0 + $1.duration }
            let error = sum - segment.duration
            // A playlist may list only some of the partial segments of its first segment, so the
            // sum of their durations is not checked.
            if max(error, -error) > Self.rounding, index > 0 {
                log.note(
                    "part.sum-differs", in: url, line: first.line,
                    "the parts last \(sum) s, and their segment \(segment.duration) s",
                    expected: "parts as long as their segment")
            }
            if let longest = media.targetDuration, total - end > longest * 4 {
                log.note(
                    "part.old", in: url, line: first.line,
                    "parts are listed \(total - end) s before the end",
                    expected: "parts of the last three target durations")
            }
        }
        if all.count > 1, !all.contains(where: \.isIndependent), let first = lines.first {
            log.note(
                "part.independent-none", in: url, line: first.line,
                "no part is marked INDEPENDENT=YES", expected: "the mark on parts with an I-frame")
        }
    }

    private func checkHints(_ log: inout BreachLog) {
        var known: Set<String> = []
        for tag in text.tags(.preloadHint) {
            let type = tag["TYPE"]?.value ?? ""
            if !known.insert(type).inserted {
                log.note(
                    "hint.twice", in: url, line: tag.line,
                    "a second hint of the type \(SafeText.quoted(type))", expected: "one of a type")
            }
            guard type == "PART", let uri = tag["URI"]?.value else { continue }
            let start = tag["BYTERANGE-START"].flatMap { Int64($0.value) }
            let hint = PreloadHint(.part, uri: uri, byteRangeStart: start ?? 0)
            if PartHints.isListed(hint, in: media) {
                log.note(
                    "hint.not-next", in: url, line: tag.line, column: tag.column(of: "URI"),
                    "the hint names a part that is listed", expected: "the part after the last one")
            }
        }
    }
}
