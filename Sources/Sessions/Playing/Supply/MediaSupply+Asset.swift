import Containers
import Playlists
import Presentation
import Transport
import VirtualTime

/// The load of the asset, and the start of playback.
extension MediaSupply {
    /// Removes all tracks, because the source is about to be loaded for the first time or again.
    func removeAll() {
        if !tracks.isEmpty {
            record.formerLengths = record.lengths(of: tracks, in: assetLoad.variant)
        }
        change { $0.removeAll() }
        formerBroadcast = follower?.former ?? formerBroadcast
        follower = nil
        intake = SegmentIntake()
    }

    /// Begins a load of the source.
    ///
    /// - Parameter certificates: The app's certificates for its key systems; `nil` if it has none.
    func begin(_ certificates: ApplicationCertificates?) {
        assetLoad.begin(plan.source, protection: plan.protection, certificates)
        requests.decryption.protection = assetLoad.protection
        for note in plan.unhandled { record.addNote(note) }
    }

    /// Loads the source, with captions in the language that an earlier session selected.
    ///
    /// A language of `nil` means that no earlier session selected captions.
    func load(persistedLanguage language: String?, for purpose: PlaybackMachine.LoadPurpose) {
        assetLoad.load(
            plan.source, as: plan.assetOptions.overrideMIMEType,
            MediaSelectionState.Wishes(
                streams: options.streams, preferences: options.mediaPreferences,
                sidebandLanguage: plan.sidebandLanguage(options.offlineSubtitleLanguage),
                persistedLanguage: language),
            resumes: purpose.position ?? .zero > .zero)
    }

    /// Handles the result of a request that the media supply has made.
    ///
    /// - Returns: Whether the session must perform a step (`SessionShell.step()`).
    func receive(_ arrival: Arrival, at moment: Moment) -> Bool {
        switch arrival {
        case .asset(let report): return receive(report, at: moment)
        case .segment(let number, let arrival): receive(arrival, of: number, at: moment)
        case .playlist(let arrival): receive(arrival, at: moment)
        }
        return true
    }

    private func receive(_ report: AssetLoad.News, at moment: Moment) -> Bool {
        switch report {
        case .listed(let playlist, let place):
            observers.report(playlist)
            PlaylistRemarks.add(
                playlist, at: place, choice: options.streams?.variant, to: &record.remarks)
            let hasKeys = !playlist.sessionKeys.isEmpty
            if hasKeys, assetLoad.protection == nil { record.addNote(.ignoredKeys) }
            return false
        case .remarked(let remarks, let mayPass):
            record.add(remarks, mayPass: mayPass)
            return false
        case .read(let playlist, let place):
            PlaylistRemarks.add(playlist, at: place, to: &record.remarks)
            return false
        case .file(let file):
            record.files.append(file)
            return false
        case .left(let variant, let error):
            leave(variant, after: error, at: moment)
            return false
        case .lost(let role, let error):
            observers.report(assetLoad.loss(error, of: role))
            guard role == .subtitles else { return false }
            if !policy.recovery.skipsEveryLoss { dropSubtitles(after: error) }
            assetLoad.selection.legible = nil
            news.append(.startsWithoutSubtitles(error))
        case .loaded(let media): start(media, moment.load)
        case .media(let purpose, let result): receive(result, for: purpose, at: moment)
        case .failed(let error): news.append(.failed(error))
        case .protection(let report): record.add(report, at: moment.position, to: &news)
        case .manifestRenewed(let error): news.append(.manifestRenewed(error))
        }
        return true
    }

    // MARK: Starting

    /// Starts to fetch segments.
    private func start(_ media: StartingStreams.Media, _ load: PlaybackMachine.LoadPurpose?) {
        guard !media.main.playlist.segments.isEmpty else {
            return news.append(.failed(.emptyPlaylist(url: media.main.url)))
        }
        record.remark(options.mediaPreferences, of: assetLoad.asset)
        let treatment = options.treatment(
            of: media, in: assetLoad.world, mayGrow: assetLoad.mayGrow)
        // A broadcast may have ended between two loads. Even then, the new load continues the
        // positions and the ledger of the broadcast.
        switch formerBroadcast == nil ? treatment : .follow {
        case .follow?: follow(media)
        case .refuse?: return news.append(.failed(.broadcast(url: media.main.url)))
        case .snapshot?, nil: break
        }
        change { $0.load(main: media.main, audio: media.audio, subtitles: media.subtitles) }
        record.addNotes(on: media, at: options.verification)
        let start = startPosition(of: media.main, load)
        news.append(.loaded(start: start))
        readMarkers()
    }

    /// Returns the position at which playback starts.
    ///
    /// For a broadcast, this is the position at which the player joins. For a video on demand, it
    /// is the position to resume at, the position of `EXT-X-START`, or the beginning.
    private func startPosition(
        of main: RenditionMedia, _ load: PlaybackMachine.LoadPurpose?
    ) -> MediaTime {
        let end = tracks.presentationEnd
        if let start = follower?.join(at: load?.position) { return start }
        if let position = load?.position { return min(position, end) }
        // If the options prescribe the streams, playback starts at the beginning, so that all media
        // is read.
        guard options.streams == nil else { return .zero }
        return assetLoad.asset?.start(of: main, endingAt: end) ?? .zero
    }
}
