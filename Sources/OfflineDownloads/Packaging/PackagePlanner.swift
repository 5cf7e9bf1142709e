import Formats
package import Playlists
import Sessions
package import Transport

/// One resource request that a ``PackagePlanner`` needs.
package struct PlannerRequest: Equatable, Sendable {
    /// The identifier of the request.
    package let id: Int
    /// The resource to load, complete with its referrer.
    package let request: ResourceRequest
}

/// Determines the files of a download from the playlists and keys of an asset.
///
/// The planner is a value without I/O. The caller takes the step that ``next()`` returns, performs
/// its requests in any order with any number of retries, and passes the results to
/// ``receive(id:body:url:)``:
///
///     while case .fetch(let requests) = planner.next() {
///         for request in requests { planner.receive(id: request.id, body: …, url: …) }
///     }
///
/// The planner first requests the playlist of the source, then the playlists of all tracks, then
/// the keys. It fails for assets that cannot be stored: live playlists, anything but HLS, and
/// assets that only unknown key systems can decrypt.
package struct PackagePlanner: Sendable {
    /// The answer of a planner: requests to perform, or the end of planning.
    package enum Step: Equatable, Sendable {
        /// The caller must perform these requests; empty while earlier requests are pending.
        case fetch([PlannerRequest])
        /// The planner has finished, and this plan is its result.
        case done(PackagePlan)
        /// The planner has failed, because the asset cannot be downloaded.
        case failed(OfflineError)
    }

    /// The maximum number of tracks in a download.
    package static let maximumTrackCount = 1_000

    private enum Purpose: Equatable {
        case source
        case playlist(Int)
        case key(Int)
    }

    private let selection: DownloadSelection
    private let limits: ParsingLimits

    private var requests: [PlannerRequest] = []
    private var open: [Int: Purpose] = [:]
    private var lastID = 0
    private var outcome: Step?

    private var source: SourceDraft?
    private var tracks: [TrackDraft] = []
    private var keys = LocalKeys()
    private var hasKeys = false

    /// Prepares to plan a download.
    ///
    /// - Parameters:
    ///   - sourceURL: The absolute location of a multivariant playlist or a media playlist.
    ///   - selection: The variant stream and the renditions to download.
    ///   - limits: The limits on the size of a playlist.
    package init(
        sourceURL: String, selection: DownloadSelection = .init(), limits: ParsingLimits = .init()
    ) {
        self.selection = selection
        self.limits = limits
        if let ending = LocalNames.pathExtension(of: sourceURL), Self.files.contains(ending) {
            outcome = .failed(Self.noPlaylist(sourceURL))
            return
        }
        ask(.source, for: ResourceRequest(url: sourceURL, kind: .multivariantPlaylist))
    }

    /// The file extensions of assets that are not HLS playlists.
    ///
    /// A source with one of these extensions is rejected without being loaded.
    private static let files: Set<String> = [
        "mp4", "m4v", "m4a", "mov", "mp3", "aac", "webm", "mkv", "mpd", "ism", "avi",
    ]

    // MARK: Steps

    /// Returns the requests to perform next, or the end result; no request is returned twice.
    package mutating func next() -> Step {
        if let outcome { return outcome }
        defer { requests = [] }
        return .fetch(requests)
    }

    /// Receives the result of a request.
    ///
    /// - Parameters:
    ///   - id: The identifier of the request; the result is ignored unless the request is pending.
    ///   - body: All bytes of the resource.
    ///   - url: The absolute location after redirects.
    package mutating func receive(id: Int, body: [UInt8], url: String) {
        guard outcome == nil, let purpose = open.removeValue(forKey: id) else { return }
        requests.removeAll { $0.id == id }
        do throws(OfflineError) {
            switch purpose {
            case .source: try receiveSource(try parse(body, from: url), from: url)
            case .playlist(let track):
                tracks[track].url = url
                let isMain = tracks[track].kind == .main
                tracks[track].playlist = try Self.media(
                    try parse(body, from: url), from: url, mayBeEmpty: !isMain)
            case .key(let place): try keys.receive(body, at: place)
            }
            if open.isEmpty { try goOn() }
        } catch {
            outcome = .failed(error)
        }
    }

    private mutating func ask(_ purpose: Purpose, for request: ResourceRequest) {
        lastID += 1
        open[lastID] = purpose
        requests.append(PlannerRequest(id: lastID, request: request))
    }

    /// Requests the next playlists or keys, or completes the plan.
    ///
    /// Called when all pending requests have results.
    private mutating func goOn() throws(OfflineError) {
        guard let source else { return }
        let absent = tracks.indices.filter { tracks[$0].playlist == nil }
        if !absent.isEmpty {
            for index in absent {
                let request = ResourceRequest(
                    url: tracks[index].url, kind: .mediaPlaylist, referrer: source.url)
                ask(.playlist(index), for: request)
            }
            return
        }
        if !hasKeys {
            hasKeys = true
            try collectKeys()
            for (place, key) in keys.wanted.enumerated() {
                let request = ResourceRequest(url: key.url, kind: .key, referrer: key.referrer)
                ask(.key(place), for: request)
            }
            if !open.isEmpty { return }
        }
        let draft = PackageDraft(source: source, tracks: tracks, keys: keys)
        outcome = .done(try draft.plan())
    }

    // MARK: Playlists

    private func parse(_ body: [UInt8], from url: String) throws(OfflineError) -> Playlist {
        var options = ParsingOptions(uri: url, limits: limits)
        options.importedVariables = source?.playlist?.variables ?? [:]
        do throws(PlaylistError) {
            return try Playlist(parsing: body, options: options)
        } catch {
            let cause = SessionError.playlist(error, url: url)
            switch error.reason {
            case .missingHeader, .markup, .undetermined, .empty:
                throw Self.noPlaylist(url, underlying: cause)
            default:
                throw OfflineError(.downloadFailure, because: cause)
            }
        }
    }

    private static func noPlaylist(
        _ url: String, underlying: SessionError? = nil
    ) -> OfflineError {
        OfflineError(
            .unsupported,
            "\(SafeText.url(url)) is not an HLS playlist, and only HLS can be downloaded",
            underlying: underlying)
    }

    private mutating func receiveSource(
        _ playlist: Playlist, from url: String
    ) throws(OfflineError) {
        guard case .multivariant(let multivariant) = playlist else {
            source = SourceDraft(url: url, selection: selection)
            tracks = [TrackDraft(kind: .main, url: url)]
            tracks[0].playlist = try Self.media(playlist, from: url, mayBeEmpty: false)
            return
        }
        if let problem = multivariant.problems.first(where: \.mayLoseMedia) {
            throw Self.loss(problem, in: url)
        }
        guard let choice = VariantChoice(among: multivariant.variants, by: selection.bitrate) else {
            let lack = multivariant.variants.isEmpty ? "" : " that can be played"
            throw OfflineError(.unsupported, "\(SafeText.url(url)) lists no variant streams\(lack)")
        }
        // Playback reports such a group as a loss, too. Closed captions are part of the video.
        let undefined = multivariant.undefinedGroups(namedBy: [choice.index])
        if let group = undefined.first(where: { $0.kind != .closedCaptions }) {
            throw OfflineError(
                .downloadFailure, "\(SafeText.url(url)): \(SafeText.line(group.text))")
        }
        let variant = multivariant.variants[choice.index]
        var draft = SourceDraft(
            url: url, selection: selection, playlist: multivariant, variant: variant)
        draft.explanation = choice.explanation
        draft.audio = RenditionChoice(
            .audio, of: variant, in: multivariant, by: selection.audio)
        draft.subtitles = RenditionChoice(
            .subtitles, of: variant, in: multivariant, by: selection.subtitles)
        source = draft
        let main = URIReference.resolve(variant.uri, against: url)
        tracks = [TrackDraft(kind: .main, url: main)]
        for (kind, choice) in [
            (PackagePlan.Track.Kind.audio, draft.audio), (.subtitles, draft.subtitles),
        ] {
            for rendition in choice?.streams ?? [] { add(rendition, kind, from: url) }
        }
        guard tracks.count <= Self.maximumTrackCount else {
            throw OfflineError(.unsupported, "more than \(Self.maximumTrackCount) tracks")
        }
    }

    /// Adds a track for a rendition.
    ///
    /// If a track of the same kind, or the variant stream, has the same location, the rendition
    /// shares that track instead.
    private mutating func add(
        _ rendition: Rendition, _ kind: PackagePlan.Track.Kind, from url: String
    ) {
        let location = URIReference.resolve(rendition.uri ?? "", against: url)
        let sharer = tracks.firstIndex {
            $0.url == location && ($0.kind == kind || $0.kind == .main)
        }
        if let sharer {
            tracks[sharer].renditions.append(rendition)
        } else {
            tracks.append(TrackDraft(kind: kind, url: location, renditions: [rendition]))
        }
    }

    private static func media(
        _ playlist: Playlist, from url: String, mayBeEmpty: Bool
    ) throws(OfflineError) -> MediaPlaylist {
        let place = SafeText.url(url)
        guard case .media(let media) = playlist else {
            throw OfflineError(
                .downloadFailure, "\(place) is not a media playlist",
                underlying: SessionError.notMediaPlaylist(url: url))
        }
        guard !media.isIFramesOnly else {
            throw OfflineError(.unsupported, "\(place) lists only I-frames")
        }
        guard media.hasEndList else {
            // A VOD playlist never changes, so a missing EXT-X-ENDLIST does not show that the
            // playlist is live.
            guard media.playlistType != .vod else {
                throw OfflineError(
                    .downloadFailure,
                    "\(place) lacks EXT-X-ENDLIST although its type is VOD, so it may be cut off")
            }
            throw OfflineError(
                .unsupported, "\(place) is live, and can be downloaded when it has ended")
        }
        guard media.skipped == nil else {
            throw OfflineError(.downloadFailure, "\(place) skips segments with EXT-X-SKIP")
        }
        if let problem = media.lossOfMedia(at: url) { throw loss(problem, in: url) }
        guard mayBeEmpty || !media.segments.isEmpty else {
            throw OfflineError(
                .unsupported, "\(place) lists no media",
                underlying: SessionError.emptyPlaylist(url: url))
        }
        return media
    }

    /// Returns the error for a parsing problem that may have lost media of a playlist.
    private static func loss(_ problem: PlaylistProblem, in url: String) -> OfflineError {
        OfflineError(
            .downloadFailure, "\(SafeText.url(url)): \(SafeText.line("\(problem)"))")
    }

    // MARK: Keys

    private mutating func collectKeys() throws(OfflineError) {
        for track in tracks {
            guard let playlist = track.playlist else { continue }
            var last: [EncryptionKey] = []
            var lastSection: InitializationSection?
            for segment in playlist.segments {
                if segment.keys != last {
                    last = segment.keys
                    try keys.note(last, in: track.url)
                }
                guard segment.initializationSection != lastSection else { continue }
                lastSection = segment.initializationSection
                try keys.note(lastSection?.keys ?? [], in: track.url)
            }
        }
        if let source, let listed = source.playlist?.sessionKeys {
            keys.putFirst(listed, in: source.url)
        }
    }
}
