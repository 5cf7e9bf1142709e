import AssetChecking
import CommandTree
import Formats
import HeadlessPlayback
import Linting
import PlaybackCommands
import Playlists
import Sessions
import SidecarSubtitles
import Transport

/// `playctl rewrite`: writes the playlists of an asset with text tracks added.
struct RewriteCommand {
    let options: RewriteOptions
    let output: OutputStream
    let errors: OutputStream

    /// Writes the multivariant playlist with text tracks added, and the files of the tracks.
    ///
    /// For each single-file track, the command writes a media playlist. If the file of the track
    /// has no time map, the command also writes a copy of the file with a time map added.
    ///
    /// - Returns: The exit code.
    /// - Throws: ``CommandFailure`` when the asset cannot be read or the folder cannot be written.
    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let loader = try options.hosts.loader(of: options.asset)
        let asset = try ProbedAsset(options.asset, loader: InterruptibleLoader(loader))
        guard let playlist = asset.playlist else {
            throw CommandFailure(.failed, "\(options.asset): not a playlist")
        }
        let media = try firstMedia(of: asset)
        let tracks = try complete(options.textTracks, duration: media?.duration)
        if let media, media.hasEndList { warn(ofDurationsBeside: media) }
        let uris = tracks.indices.map { index in
            tracks[index].sourceType == .webVTT
                ? "subtitles-\(index + 1).m3u8" : tracks[index].source
        }
        let injection = SubtitleInjection(tracks: tracks, uris: uris)
        let result: MultivariantPlaylist
        switch playlist {
        case .multivariant(let multivariant):
            if options.wrapsMediaPlaylists {
                throw CommandFailure(
                    .usage, "\(options.asset): --wrap has no effect on a multivariant playlist")
            }
            result = injection.injected(into: multivariant.resolved(against: asset.url))
        case .media(let media) where options.wrapsMediaPlaylists:
            result = injection.wrapped(try variant(of: asset, media))
        case .media:
            throw CommandFailure(
                .failed,
                "\(options.asset): is a media playlist; --wrap puts a multivariant one around it")
        }
        for track in tracks where track.sourceType == .playlist {
            try checkPlaylist(of: track, loader: asset.loader)
        }
        let files = try mappedFiles(of: tracks, asset)
        var written = [(name: "index.m3u8", bytes: Array(result.text().utf8))]
        for (index, track) in tracks.enumerated() where track.sourceType == .webVTT {
            var source = track.source
            if let file = files[index] {
                source = "subtitles-\(index + 1).vtt"
                written.append((source, file))
            }
            let text = SubtitleInjection.playlist(of: track, uri: source).text()
            written.append((uris[index], Array(text.utf8)))
        }
        try checkInterruption()
        try RewriteInputs(asset, tracks).refuse(written.map { path(of: $0.name) })
        if case .failed(let reason) = SystemCalls.createFolder(options.output) {
            throw CommandFailure(.failed, "\(options.output): \(reason)")
        }
        for (name, bytes) in written {
            try ReplacedFile.write(bytes, to: path(of: name))
            output.write("\(path(of: name))\n")
        }
        return .success
    }

    private func path(of name: String) -> String { "\(options.output)/\(name)" }

    /// Returns the variant stream of a media playlist, with its measured bandwidth and its codecs.
    ///
    /// If a segment cannot be read, or the codec of a track is unknown, the variant stream has no
    /// measured bandwidth and no codecs, and a note is written.
    ///
    /// - Throws: ``CommandFailure`` when the tool is interrupted.
    private func variant(
        of asset: ProbedAsset, _ media: MediaPlaylist
    ) throws(CommandFailure) -> VariantStream {
        var inspector = AssetInspector()
        inspector.readsInterstitials = false
        inspector.cancellation = Interruption.flag
        let inspected = inspector.inspectInTurn(asset.url, loader: asset.loader)
        try checkInterruption()
        var reason = "not all media can be read"
        if let stream = inspected.streams?.first, stream.isWhole {
            if let variant = VariantStream(asset.url, of: stream, media) { return variant }
            reason = "the codec of a track is unknown"
        }
        errors.write(
            "playctl: \(SafeText.url(asset.url)): \(reason), so that the variant states neither its"
                + " bandwidth nor its codecs\n")
        errors.flush()
        return SubtitleInjection.unmeasuredVariant(asset.url)
    }

    /// Throws after an interruption, so that no output reports the media as unreadable.
    private func checkInterruption() throws(CommandFailure) {
        if Interruption.hasHappened {
            throw CommandFailure(.interrupted, "\(options.asset): interrupted")
        }
    }

    /// Completes the durations and the locations of text tracks.
    ///
    /// A single-file track without a duration gets the duration of the asset. Sources become
    /// absolute locations.
    private func complete(
        _ tracks: [TextTrack], duration: MediaTime?
    ) throws(CommandFailure) -> [TextTrack] {
        var result: [TextTrack] = []
        for var track in tracks {
            track.source = LocalPath.url(track.source)
            if track.sourceType == .webVTT, track.duration == nil {
                guard let duration else {
                    throw CommandFailure(
                        .usage, "\(track.source): its length is unknown; add duration=SECONDS")
                }
                track.duration = duration
            }
            result.append(track)
        }
        return result
    }

    /// Checks that the playlist of a text track and its segments can be used.
    ///
    /// Segments of text are small, so all of them are read. The segments of the asset are not read.
    ///
    /// - Throws: ``CommandFailure`` with the file that is missing or not as expected.
    private func checkPlaylist(
        of track: TextTrack, loader: any ResourceLoader
    ) throws(CommandFailure) {
        let asset = try ProbedAsset(track.source, loader: loader)
        guard case .media(let playlist) = asset.playlist else {
            throw CommandFailure(.failed, "\(track.source): not a media playlist of subtitles")
        }
        let media = RenditionMedia(url: asset.url, playlist: playlist)
        let segments = media.segments.map(\.segment).filter { !$0.isGap }
        guard !segments.isEmpty else {
            throw CommandFailure(.failed, "\(track.source): the playlist has no segments")
        }
        var last: String?
        for segment in segments where last != media.location(of: segment) {
            let place = media.location(of: segment)
            last = place
            if segment.keys.isEmpty, WebVTTReport.covers(place) {
                let file = try SubtitleFile(place, loader: loader)
                try Self.refuseLosses(of: file, at: place)
                continue
            }
            do throws(TransportError) {
                _ = try loader.load(ResourceRequest(url: place, kind: .segment))
            } catch {
                throw CommandFailure(.failed, "\(error)")
            }
        }
    }

    /// Throws if a text file has a cue that is lost.
    private static func refuseLosses(
        of file: SubtitleFile, at place: String
    ) throws(CommandFailure) {
        guard let loss = file.content.losses.first else { return }
        throw CommandFailure(.failed, SafeText.line("\(place): \(loss)"))
    }

    /// Returns copies of the track files that have no time map, each with a time map added.
    ///
    /// The copies are indexed by the indices of the tracks. If the media cannot be read, a note is
    /// written and the result is empty.
    private func mappedFiles(
        of tracks: [TextTrack], _ asset: ProbedAsset
    ) throws(CommandFailure) -> [Int: [UInt8]] {
        var files: [Int: [UInt8]] = [:]
        for (index, track) in tracks.enumerated() where track.sourceType == .webVTT {
            let file = try SubtitleFile(track.source, loader: asset.loader)
            try Self.refuseLosses(of: file, at: track.source)
            if file.content.timestampMap == nil { files[index] = file.bytes }
        }
        guard !files.isEmpty else { return files }
        do throws(CommandFailure) {
            let start = try MediaStart(of: asset)
            return files.mapValues(start.mapped)
        } catch {
            try checkInterruption()
            errors.write(
                "playctl: \(error.message); subtitles count from the zero of its clock then\n")
            errors.flush()
            return [:]
        }
    }

    /// Returns the first media playlist of the asset, if a WebVTT file is added.
    private func firstMedia(of asset: ProbedAsset) throws(CommandFailure) -> MediaPlaylist? {
        let files = options.textTracks.filter { $0.sourceType == .webVTT }
        if files.isEmpty { return nil }
        do throws(CommandFailure) {
            return try asset.renditions().first?.media?.playlist
        } catch {
            // Only a track without a duration needs the duration of the asset.
            guard files.allSatisfy({ $0.duration != nil }) else { throw error }
            return nil
        }
    }

    /// Warns of WebVTT files with another duration than the asset, to a target duration.
    private func warn(ofDurationsBeside media: MediaPlaylist) {
        for track in options.textTracks {
            guard let duration = track.duration,
                max(duration - media.duration, media.duration - duration)
                    > media.targetDuration ?? .zero
            else { continue }
            errors.write(
                "playctl: warning: the text track \"\(SafeText.quoted(track.label))\" has"
                    + " \(duration) s, and the asset \(media.duration) s\n")
        }
        errors.flush()
    }
}

extension VariantStream {
    /// Creates the variant stream of a media playlist; `nil` when the codec of a track is unknown.
    ///
    /// The caller has read all segments of the playlist.
    ///
    /// - Parameters:
    ///   - uri: The location of the playlist.
    ///   - stream: The measured segments.
    ///   - media: The playlist.
    fileprivate init?(_ uri: String, of stream: MeasuredStream, _ media: MediaPlaylist) {
        let segments = stream.segments.filter { media.segments.indices.contains($0.index) }
        let rate = PeakRate(
            segments.map { (media.segments[$0.index].duration, $0.byteCount) },
            target: media.targetDuration ?? .seconds(6))
        self.init(uri: uri, bandwidth: max(1, Int(rate.peak.rounded(.up))))
        averageBandwidth = max(1, Int(rate.average.rounded(.up)))
        for track in segments.flatMap(\.tracks) where [.video, .audio].contains(track.kind) {
            guard let codec = track.codec else { return nil }
            if !codecs.contains(codec) { codecs.append(codec) }
            if let width = track.width, let height = track.height,
                width > resolution?.width ?? 0
            {
                resolution = Resolution(width: width, height: height)
            }
        }
    }
}

extension MultivariantPlaylist {
    /// Returns the playlist with absolute URIs, so that it can be moved.
    fileprivate func resolved(against base: String) -> MultivariantPlaylist {
        var result = self
        func resolve(_ uri: String) -> String { URIReference.resolve(uri, against: base) }
        for index in result.variants.indices {
            result.variants[index].uri = resolve(result.variants[index].uri)
        }
        for index in result.iFrameVariants.indices {
            result.iFrameVariants[index].uri = resolve(result.iFrameVariants[index].uri)
        }
        for index in result.renditions.indices {
            result.renditions[index].uri = result.renditions[index].uri.map(resolve)
        }
        for index in result.sessionKeys.indices {
            result.sessionKeys[index].uri = result.sessionKeys[index].uri.map(resolve)
        }
        for index in result.sessionData.indices {
            result.sessionData[index].uri = result.sessionData[index].uri.map(resolve)
        }
        result.replaceImagePlaylists(resolve)
        return result
    }
}
