import AssetChecking
import CommandTree
import Formats
import HeadlessPlayback
import Linting
import PlaybackCommands
import Playlists
import Recordings
import Sessions
import Transport
import VirtualTime

/// The media of a recording, measured and checked with the rules about media.
///
/// Each playlist lists the segments of all its versions. A segment that the player did not load is
/// not a fault of the asset. The playlist marks such a segment as missing, and the result mentions
/// it.
struct RecordedMedia {
    /// The asset whose playlists list the segments of all versions.
    let asset: LintedAsset
    /// The measured media.
    let streams: [MeasuredStream]

    /// Measures the media.
    ///
    /// - Parameters:
    ///   - newest: The asset with the newest version of each playlist.
    ///   - versions: The segments of all versions, by the location of their playlist.
    ///   - recording: The recording.
    ///   - folder: The path of the recording.
    ///   - options: The options of `playctl lint`.
    ///   - loader: The loader of files.
    init(
        _ newest: LintedAsset, _ versions: [String: MergedVersions], of recording: Recording,
        in folder: String, _ options: LintOptions, loader: any ResourceLoader
    ) async {
        var asset = newest
        var reasons: [String: String] = [:]
        var divided: [String: [ResourceRequest]] = [:]
        let variables = newest.main.multivariant?.variables ?? [:]
        func merged(_ playlist: LintedPlaylist) -> LintedPlaylist {
            guard let own = versions[playlist.url], let text = own.text() else { return playlist }
            func linted(_ text: [UInt8]) -> LintedPlaylist {
                var linted = LintedPlaylist(
                    text, url: playlist.url, listed: playlist.listed, role: playlist.role,
                    variables: playlist.role == .main ? [:] : variables)
                linted.furtherUse = playlist.furtherUse
                return linted
            }
            let all = linted(text)
            guard let media = all.media else { return playlist }
            var missing = Set(
                media.segments.indices.filter { index in
                    let segment = media.segments[index]
                    return !segment.isGap
                        && !recording.holds(segment.uri, segment.byteRange, of: playlist.url)
                })
            // The partial segments of a segment together contain all of its samples, so they can
            // replace it.
            for index in missing {
                let segment = media.segments[index]
                guard let parts = recording.parts(of: segment, in: playlist.url) else { continue }
                divided[URIReference.resolve(segment.uri, against: playlist.url)] = parts
                missing.remove(index)
            }
            // A player loads either a whole segment or its partial segments. The partial segments
            // of a segment are therefore listed only if all of them were recorded.
            let parts = media.segments.map(\.parts) + [media.trailingParts]
            let hidden = Set(
                parts.indices.filter { index in
                    parts[index].contains { part in
                        !part.isGap
                            && !recording.holds(part.uri, part.byteRange, of: playlist.url)
                    }
                })
            var words: [String] = []
            if !missing.isEmpty {
                words.append(
                    "\(missing.count) of \(media.segments.count) segments were not recorded")
            }
            if own.omittedCount > 0 {
                words.append(
                    "\(own.omittedCount) segments are before or after versions that were not"
                        + " recorded")
            }
            reasons[playlist.url] = words.isEmpty ? nil : words.joined(separator: ", and ")
            let shown = own.text(where: missing.contains, withoutParts: hidden.contains)
            return linted(shown ?? text)
        }
        if newest.main.media != nil { asset = LintedAsset(main: merged(newest.main)) }
        asset.playlists = newest.playlists.map(merged)
        asset.missing = newest.missing
        let responses = RecordingLoader(
            recording, in: folder, at: recording.header.location, behind: loader)
        var measurer = MediaMeasurer(
            asset,
            loader: LatestResponses(
                loader: responses, instant: recording.end.instant, divided: divided))
        measurer.makeKeySystems = { options.keys.keySystems() }
        measurer.hasKeys = options.keys.areGiven
        measurer.cancellation = Interruption.flag
        measurer.limit = options.mediaLimit
        measurer.decodes = options.decodes
        measurer.streamsAtOnce = options.jobs ?? Workers.shared.count
        self.asset = asset
        streams = await measurer.measure().map { stream in
            var stream = stream
            // The EXT-X-GAP tags of missing segments were added here and are not in the asset.
            stream.needlessGaps = []
            if stream.ending == nil { stream.ending = reasons[stream.url] }
            return stream
        }
    }

    /// Returns the breaches of rules about media.
    ///
    /// A line number of a merged playlist does not help a reader, so each breach names its segment
    /// instead.
    func breaches(_ profile: LintRule.Profile) -> [LintBreach] {
        let found = AssetLinter(profile).lint(asset, media: streams).filter {
            $0.rule.measure.isOfMedia
        }
        var names: [String: [Int: String]] = [:]
        for playlist in asset.mediaPlaylists {
            for (index, segment) in (playlist.media?.segments ?? []).enumerated() {
                for line in [playlist.line(ofSegment: index), playlist.line(ofDuration: index)] {
                    if let line { names[playlist.url, default: [:]][line] = segment.uri }
                }
            }
        }
        return found.map { breach in
            guard let own = names[breach.file] else { return breach }
            let name = own[breach.line ?? 0].map { SafeText.quoted($0) }
            let isNamed = name.map { breach.problem.contains($0) } ?? true
            var result = LintBreach(
                breach.rule, breach.severity, in: breach.file, line: nil,
                resource: breach.resource, bytes: breach.bytes,
                problem: isNamed ? breach.problem : "\(name ?? ""): \(breach.problem)",
                expected: breach.expected)
            result.more = breach.more
            result.suppression = breach.suppression.map { _ in "ignored by a comment" }
            return result
        }
    }
}

/// A loader that answers each request with the newest recorded response.
private struct LatestResponses: ResourceLoader {
    let loader: RecordingLoader
    let instant: Instant
    /// The requests for the partial segments of each segment that was not recorded whole.
    ///
    /// The key is the URL of the segment.
    let divided: [String: [ResourceRequest]]

    /// The maximum size in bytes of a segment that is assembled from its partial segments.
    private static let largestSegment: Int64 = 256 << 20

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        guard request.kind == .segment, request.byteRange == nil, let parts = divided[request.url]
        else { return try answer(to: request) }
        var bytes: [UInt8] = []
        for part in parts {
            bytes += try answer(to: part).body.bytes(
                limit: Self.largestSegment - Int64(bytes.count))
        }
        return ResourceResponse(url: request.url, body: ResourceBody(bytes))
    }

    private func answer(to request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        var request = request
        var access =
            request.access ?? AssetAccess(AssetOptions(), location: request.url, jar: CookieJar())
        access.instant = instant
        request.access = access
        return try loader.load(request)
    }
}

extension Recording {
    /// Returns whether the recording can answer a request for a segment.
    ///
    /// This is the case if the recording contains an error or a response with a body for the
    /// request.
    fileprivate func holds(_ uri: String, _ range: Range<Int64>?, of playlist: String) -> Bool {
        let location = RecordingMask.location(URIReference.resolve(uri, against: playlist))
        let finding = finding(
            location, range, kind: .segment, at: end.instant, text: { _ in nil })
        guard case .response(let response, _) = finding else { return false }
        guard case .response(let content) = response.outcome else { return true }
        return content.isKept
    }

    /// Returns the requests for all partial segments of a segment; `nil` if the parts are unusable.
    ///
    /// The parts are unusable when one of them was not recorded, or when their joined bytes are not
    /// the bytes of the segment.
    fileprivate func parts(
        of segment: MediaSegment, in playlist: String
    ) -> [ResourceRequest]? {
        // With AES-128, each partial segment is encrypted separately, so joining them does not
        // produce the bytes of the segment.
        let isClear = segment.keys.allSatisfy(\.method.isOfSamples)
        guard isClear, segment.byteRange == nil, !segment.parts.isEmpty,
            segment.parts.allSatisfy({ !$0.isGap && holds($0.uri, $0.byteRange, of: playlist) })
        else { return nil }
        let length = segment.parts.reduce(MediaTime.zero) { $0 + $1.duration }
        // The playlist may already have removed the first partial segments of the segment.
        guard length >= segment.duration - .milliseconds(100) else { return nil }
        return segment.parts.map { part in
            var request = ResourceRequest(
                url: URIReference.resolve(part.uri, against: playlist), kind: .segment)
            request.byteRange = part.byteRange
            return request
        }
    }
}
