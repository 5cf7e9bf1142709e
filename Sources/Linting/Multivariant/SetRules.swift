import Formats
import Playlists
import VirtualTime

/// The rules that compare the playlists of one asset with each other.
struct SetRules {
    let asset: LintedAsset
    /// The windows of the ended playlists, which are compared where they overlap.
    let windows: EndedWindows<LintedPlaylist.Key>

    /// The media playlists of video and audio.
    private var streams: [LintedPlaylist] {
        asset.mediaPlaylists.filter { !$0.isOfSubtitles && !$0.isOfIFrames }
    }

    func check(_ log: inout BreachLog) {
        for missing in asset.missing where missing.isFault {
            log.note(
                "set.unreachable", in: asset.main.url, line: line(listing: missing.role),
                words(about: missing), expected: "a media playlist")
        }
        for playlist in asset.playlists
        where playlist.multivariant != nil
            && (playlist.furtherUse == nil || playlist.url == asset.main.url)
        {
            log.note(
                "text.mixed-kinds", in: playlist.url, line: 1,
                "a multivariant playlist is listed as a media playlist",
                expected: "a media playlist")
        }
        checkIFrames(&log)
        let comparison = PlaylistComparison(streams, windows)
        comparison.check(&log)
        if let length = comparison.usualLength {
            compareSubtitles(length.media, length.name, &log)
        }
        StartRules(asset: asset).check(&log)
        compareLiveSubtitles(&log)
        comparePartialRenditions(&log)
        compareGaps(&log)
        checkReports(&log)
        checkKeys(&log)
    }

    /// Returns the message about a missing playlist.
    ///
    /// The location of the missing playlist is relative to the folder of the main playlist if the
    /// missing playlist is in that folder.
    private func words(about missing: LintedAsset.Missing) -> String {
        let location = SafeText.url(missing.url)
        let reason = SafeText.line(missing.reason, about: missing.url)
        let main = asset.main.url
        let folder = SafeText.url(String(main[...(main.lastIndex(of: "/") ?? main.startIndex)]))
        let isBelow = folder.count > 1 && location.hasPrefix(folder)
        return "\(isBelow ? String(location.dropFirst(folder.count)) : location) cannot be loaded:"
            + " \(reason)"
    }

    /// Returns the number of the line in the multivariant playlist that lists the given playlist.
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

    private func compareSubtitles(
        _ model: MediaPlaylist, _ name: String, _ log: inout BreachLog
    ) {
        for playlist in asset.mediaPlaylists.map(windows.shortened)
        where playlist.isOfSubtitles || playlist.isOfIFrames {
            guard let media = playlist.media, media.hasEndList, model.hasEndList else { continue }
            let error = media.duration - model.duration
            let target = max(media.targetDuration ?? .zero, model.targetDuration ?? .zero)
            // The last I-frame lasts up to the end of the stream.
            guard max(error, -error) > (playlist.isOfIFrames ? target.half : target) else {
                continue
            }
            log.note(
                "set.duration", in: playlist.url, line: playlist.text.lastLine,
                "the playlist has \(media.duration) s, and \(name) \(model.duration) s",
                expected: "one length")
        }
    }

    /// Compares the target durations of live subtitle playlists and of the video.
    private func compareLiveSubtitles(_ log: inout BreachLog) {
        guard let model = streams.first(where: { $0.media?.hasEndList == false }),
            let target = model.media?.targetDuration
        else { return }
        for playlist in asset.mediaPlaylists where playlist.isOfSubtitles {
            guard let media = playlist.media, !media.hasEndList, let own = media.targetDuration,
                own != target
            else { continue }
            let tag = playlist.text.first(.targetDuration)
            log.note(
                "vtt.in-media-type", in: playlist.url, line: tag?.line, column: tag?.column,
                "the target duration is \(own) s, and that of \(model.shortName) is \(target) s",
                expected: "the target duration of the video")
        }
    }

    /// Finds renditions that have less media than a variant, due to gaps or an early end.
    private func comparePartialRenditions(_ log: inout BreachLog) {
        let variants = asset.mediaPlaylists.compactMap { playlist -> MediaPlaylist? in
            guard case .variant = playlist.role else { return nil }
            return playlist.media
        }
        guard let model = variants.max(by: { $0.presentTime < $1.presentTime }), model.hasEndList
        else { return }
        let target = model.targetDuration ?? .seconds(6)
        for playlist in asset.mediaPlaylists {
            guard case .rendition(_, let kind) = playlist.role, kind != .video,
                let media = playlist.media, media.hasEndList,
                model.presentTime - media.presentTime > target
            else { continue }
            log.note(
                "rendition.partial", in: playlist.url,
                line: media.segments.firstIndex(where: \.isGap).flatMap {
                    playlist.line(ofDuration: $0)
                } ?? playlist.text.lastLine,
                "the rendition has \(media.presentTime) s, and the programme"
                    + " \(model.presentTime) s", expected: "a rendition of the whole programme")
        }
    }

    // MARK: Gaps, I-frame playlists, reports and keys

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
            if case .variant = playlist.role, playlist.media?.isIFramesOnly == true {
                log.note(
                    "text.mixed-kinds", in: playlist.url,
                    line: playlist.text.first(.iFramesOnly)?.line ?? 1,
                    "an I-frame playlist is listed as a variant stream",
                    expected: "EXT-X-I-FRAME-STREAM-INF")
            }
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
            $0.furtherUse == nil && $0.media?.partInformation != nil
                && $0.media?.hasEndList == false
        }
        for playlist in live {
            guard let media = playlist.media else { continue }
            // A redirect may add a token to the location of each request; no report can state it.
            let reported = Set(
                media.renditionReports.flatMap { report in
                    playlist.locations.map { URIReference.resolve(report.uri, against: $0) }
                })
            let missing = live.filter {
                $0.url != playlist.url && reported.isDisjoint(with: $0.locations)
            }
            if let other = missing.first {
                log.note(
                    "report.missing", in: playlist.url, line: playlist.text.lastLine,
                    "there is no report of \(other.shortName)",
                    expected: "EXT-X-RENDITION-REPORT for each other rendition")
            }
            for tag in playlist.text.tags(.renditionReport) {
                guard let uri = tag["URI"]?.value,
                    playlist.locations.contains(where: {
                        URIReference.resolve(uri, against: $0) == $0
                    })
                else { continue }
                log.note(
                    "report.self", in: playlist.url, line: tag.line, column: tag.column(of: "URI"),
                    "the report is about its own playlist", expected: "a report of another one")
            }
        }
    }

    private func checkKeys(_ log: inout BreachLog) {
        guard let multivariant = asset.main.multivariant else { return }
        SessionKeyRules(asset: asset, multivariant: multivariant).check(&log)
    }
}

extension LintedPlaylist {
    /// The locations of the playlist, after and before redirects.
    fileprivate var locations: [String] { [url, listed] }

    /// The last two path components of the location, for messages.
    var shortName: String {
        let parts = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
        return SafeText.quoted(parts.suffix(2).joined(separator: "/"))
    }
}

extension MediaPlaylist {
    /// The duration of the segments that are not gaps.
    fileprivate var presentTime: MediaTime {
        segments.reduce(.zero) { $1.isGap ? $0 : $0 + $1.duration }
    }
}
