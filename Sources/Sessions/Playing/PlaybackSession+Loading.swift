import Containers
import Playlists
import Presentation
import Transport
package import VirtualTime

extension PlaybackSession {
    /// Starts to load the source.
    package func load() {
        guard machine.phase == .idle else { return }
        begin(.start)
    }

    /// Loads the source anew and goes on from a position.
    ///
    /// - Parameters:
    ///   - position: Where to go on.
    ///   - autoPlay: Whether to play once it is loaded.
    package func resume(at position: MediaTime, autoPlay: Bool) {
        switch machine.phase {
        case .terminated, .loading: return
        case .idle, .ready, .finished, .failed: break
        }
        decide { $0.beginResumption(at: $1) }
        begin(.resumption(max(position, .zero), autoPlay: autoPlay))
    }

    private func begin(_ purpose: PlaybackMachine.LoadPurpose) {
        if !feeders.isEmpty { record.formerLengths = trackLengths }
        feeders = []
        selection.joining = nil
        cueArrivals = CueArrivals()
        asset = nil
        placer = SegmentPlacer()
        described = [:]
        pendingVariant = nil
        decide { $0.load(for: purpose, at: $1) }
        var refusal: SessionError?
        notifyCompanions { refusal = $0.sessionLoads() ?? refusal }
        protection = plan.protection?(protectionHost())
        for note in plan.unhandled { record.addNote(note) }
        decide { $0.reportLoad(at: $1) }
        if refuseExternalPlayback() { return }
        if let refusal { return fail(refusal) }
        if source.deliveryMethod.usesPlaylists { loadPlaylists() } else { loadProgressive() }
    }

    /// Where the source is: a path as the URL that other locations can be resolved against.
    var location: String { LocalPath.url(source.url) }

    private func loadPlaylists() {
        requestPlaylist(location, kind: .multivariantPlaylist, referrer: nil) { [weak self] in
            guard let self else { return }
            switch $0 {
            case .failure(let error): fail(error)
            case .success(let loaded): accept(loaded)
            }
        }
    }

    private func accept(_ loaded: LoadedPlaylist) {
        switch loaded.playlist {
        case .media(let playlist):
            var asset = LoadedAsset(url: loaded.url)
            let media = RenditionMedia(url: loaded.url, playlist: playlist)
            PlaylistRemarks.add(playlist, at: loaded.url, to: &record.remarks)
            asset.renditions[loaded.url] = media
            self.asset = asset
            start(main: media, audio: nil, subtitles: nil)
        case .multivariant(let playlist):
            var asset = LoadedAsset(url: loaded.url)
            asset.multivariant = playlist
            for observer in segmentObservers { observer.session(number, didRead: playlist) }
            asset.variants = LoadedAsset.candidates(of: playlist)
            if let choice = options.streams?.variant, playlist.variants.indices.contains(choice) {
                asset.variants = [playlist.variants[choice]]
            }
            PlaylistRemarks.add(
                playlist, at: loaded.url, choice: options.streams?.variant, to: &record.remarks)
            guard !asset.variants.isEmpty else { return fail(.emptyPlaylist(url: loaded.url)) }
            self.asset = asset
            selector = VariantSelector(
                bandwidths: asset.variants.map { Int64($0.bandwidth) },
                isNetworkLimited: world.link != nil)
            selector.preferredPeakBitRate = preferredPeakBitRate
            if !playlist.sessionKeys.isEmpty {
                protection?.prepare(playlist.sessionKeys, playlistURL: loaded.url)
                if protection == nil { record.addNote(.ignoredKeys) }
            }
            loadFirstVariant(after: nil)
        }
    }

    /// Loads the playlists of the variant to start with, and of another one if that fails.
    private func loadFirstVariant(after error: SessionError?) {
        guard var asset, let choice = selector.choice(current: nil, lead: .zero) else {
            return fail(error ?? .noVariant(url: asset?.url ?? source.url))
        }
        asset.currentIndex = choice
        self.asset = asset
        let variant = asset.variants[choice]
        selectAtStart(from: asset)
        let audio = asset.rendition(of: selection.audible, .audio, for: variant)
        let subtitles = asset.rendition(of: selection.legible, .subtitles, for: variant)
        unmetPreferences.add(
            selection.audible, playedAs: audio, .audio, to: &record.remarks)
        unmetPreferences.add(
            selection.legible, playedAs: subtitles, .subtitles, to: &record.remarks)
        let wanted = [variant.uri, audio?.uri, subtitles?.uri]
        var loaded = [RenditionMedia?](repeating: nil, count: wanted.count)
        var missing = wanted.compactMap { $0 }.count
        for (place, uri) in wanted.enumerated() {
            guard let uri else { continue }
            requestMedia(uri) { [weak self] result in
                guard let self else { return }
                switch result {
                case .success(let media):
                    loaded[place] = media
                    missing -= 1
                    if missing == 0, let main = loaded[0] {
                        start(main: main, audio: loaded[1], subtitles: loaded[2])
                    }
                case .failure(let error) where place == 0:
                    assetRequests.release()
                    leaveVariant(choice, after: error)
                    loadFirstVariant(after: error)
                case .failure(let error) where place == 1 && options.recovery.skipsEveryLoss:
                    tellLost(error, of: .audio)
                    missing -= 1
                    if missing == 0, let main = loaded[0] {
                        start(main: main, audio: nil, subtitles: loaded[2])
                    }
                case .failure(let error) where place == 2 && dropsMissingSubtitles:
                    tellLost(error, of: .subtitles)
                    selection.legible = nil
                    decide { machine, _ in machine.report(.loadFailed(error)) }
                    missing -= 1
                    if missing == 0, let main = loaded[0] {
                        start(main: main, audio: loaded[1], subtitles: nil)
                    }
                case .failure(let error): fail(error)
                }
            }
        }
    }

    /// Gets a media playlist of the asset.
    func requestMedia(
        _ uri: String, completion: @escaping (Result<RenditionMedia, SessionError>) -> Void
    ) {
        guard let asset else { return }
        let url = URIReference.resolve(uri, against: asset.url)
        if let media = asset.renditions[url] { return completion(.success(media)) }
        requestPlaylist(url, kind: .mediaPlaylist, referrer: asset.url) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): completion(.failure(error))
            case .success(let loaded):
                guard case .media(let playlist) = loaded.playlist else {
                    return completion(.failure(.notMediaPlaylist(url: loaded.url)))
                }
                let media = RenditionMedia(url: loaded.url, playlist: playlist)
                PlaylistRemarks.add(playlist, at: loaded.url, to: &record.remarks)
                self.asset?.renditions[url] = media
                completion(.success(media))
            }
        }
    }

    private func requestPlaylist(
        _ url: String, kind: ResourceKind, referrer: String?,
        completion: @escaping (Result<LoadedPlaylist, SessionError>) -> Void
    ) {
        var job = PlaylistJob(url: url, referrer: referrer, kind: kind)
        job.patience = options.recovery.patience(forPlaylistHeldFor: nil)
        job.importedVariables = asset?.multivariant?.variables ?? [:]
        let number = assetRequests.next()
        let token = fetcher.fetch(.playlist, job) { [weak self] result in
            guard let self else { return }
            assetRequests.forget(number)
            switch result {
            case .success(let fetched):
                fetcher.use(bytes: fetched.byteCount)
                completion(.success(fetched.value))
            case .failure(let error): completion(.failure(error))
            }
        }
        assetRequests.keep(token, as: number)
    }

    /// Starts to fetch segments.
    func start(main: RenditionMedia, audio: RenditionMedia?, subtitles: RenditionMedia?) {
        guard !main.playlist.segments.isEmpty else { return fail(.emptyPlaylist(url: main.url)) }
        feeders = [TrackFeeder(role: .main, media: main, fetcher: fetcher)]
        if let audio {
            feeders.append(TrackFeeder(role: .audio, media: audio, fetcher: fetcher))
        }
        if let subtitles {
            feeders.append(TrackFeeder(role: .subtitles, media: subtitles, fetcher: fetcher))
        }
        if main.playlist.problems.contains(where: { $0.rule == .controlCharacter }) {
            record.addNote(.damagedPlaylist)
        }
        if !main.playlist.hasEndList { record.addNote(.noEndList) }
        if options.verification == .playlist { record.addNote(.playlistsOnly) }
        let start = startPosition(main.playlist)
        decide { $0.start(at: start, now: $1) }
        for feeder in feeders { feeder.seek(to: start) }
        step()
    }

    /// Where playback starts: where a resumption says, or `EXT-X-START`, or at the beginning.
    private func startPosition(_ playlist: MediaPlaylist) -> MediaTime {
        let end = presentationEnd
        if case .loading(.resumption(let position, _)) = machine.phase { return min(position, end) }
        // A survey reads what a viewer starts behind, too.
        guard options.streams == nil,
            let offset = (playlist.start ?? asset?.multivariant?.start)?.offset
        else {
            return .zero
        }
        return min(max(offset < .zero ? end + offset : offset, .zero), end)
    }
}
