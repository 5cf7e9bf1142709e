import Containers
import Playlists
import Presentation
import VirtualTime

/// Loading: what the session does with what an asset load reports.
extension PlaybackSession {
    /// Loads the source, for the first time or again.
    func begin(_ purpose: PlaybackMachine.LoadPurpose) {
        if !tracks.isEmpty {
            record.formerLengths = record.lengths(of: tracks, in: assetLoad.variant)
        }
        change { $0.removeAll() }
        intake = SegmentIntake()
        decide { $0.load(for: purpose, at: $1) }
        var refusal: SessionError?
        notifyCompanions { refusal = $0.sessionLoads() ?? refusal }
        assetLoad.begin(source, protection: plan.protection, applicationCertificates)
        requests.decryption.protection = assetLoad.protection
        for note in plan.unhandled { record.addNote(note) }
        decide { $0.reportLoad(at: $1) }
        if refuseExternalPlayback() { return }
        if let refusal { return fail(refusal) }
        assetLoad.load(
            source,
            MediaSelectionState.Wishes(
                streams: options.streams, preferences: options.mediaPreferences,
                sidebandLanguage: plan.sidebandLanguage(options.offlineSubtitleLanguage),
                persistedLanguage: persistedCaptionLanguage))
    }

    /// Fails when a video is shown on another device that may not be.
    ///
    /// - Returns: Whether it did.
    @discardableResult
    func refuseExternalPlayback() -> Bool {
        guard isExternal, let refusal = plan.externalPlaybackRefusal, machine.phase.mayBeRefused
        else { return false }
        fail(.refused(refusal))
        return true
    }

    /// Handles what the load of the asset reports.
    ///
    /// - Returns: Whether anything may follow from it that a step would bring about.
    func receive(_ news: AssetLoad.News) -> Bool {
        switch news {
        case .listed(let playlist, let url):
            observers.report(playlist)
            PlaylistRemarks.add(
                playlist, at: url, choice: options.streams?.variant, to: &record.remarks)
            let hasKeys = !playlist.sessionKeys.isEmpty
            if hasKeys, assetLoad.protection == nil { record.addNote(.ignoredKeys) }
            return false
        case .unmet(let remarks):
            for remark in remarks.remarks { record.remarks.add(remark.kind, remark.text) }
            return false
        case .read(let playlist, let url):
            PlaylistRemarks.add(playlist, at: url, to: &record.remarks)
            return false
        case .file(let file):
            record.files.append(file)
            return false
        case .left(let variant, let error):
            leave(variant, after: error)
            return false
        case .lost(let role, let error):
            observers.report(
                MediaLoss(
                    role: role.placed, media: nil, number: nil,
                    option: assetLoad.selection.option(of: role),
                    error: error, endsTrack: true))
            guard role == .subtitles else { return false }
            assetLoad.selection.legible = nil
            decide { machine, _ in machine.report(.loadFailed(error)) }
        case .loaded(let media): start(media)
        case .media(let purpose, let result): receive(result, for: purpose)
        case .failed(let error): fail(error)
        case .protectionFailed(let error):
            decide { machine, _ in machine.reportProtectionError(error) }
        }
        return true
    }

    // MARK: Starting

    /// Starts to fetch segments.
    private func start(_ media: StartingStreams.Media) {
        let playlist = media.main.playlist
        guard !playlist.segments.isEmpty else { return fail(.emptyPlaylist(url: media.main.url)) }
        change { $0.load(main: media.main, audio: media.audio, subtitles: media.subtitles) }
        if playlist.problems.contains(where: { $0.rule == .controlCharacter }) {
            record.addNote(.damagedPlaylist)
        }
        if !playlist.hasEndList { record.addNote(.noEndList) }
        if options.verification == .playlist { record.addNote(.playlistsOnly) }
        let start = startPosition(playlist)
        decide { $0.start(at: start, now: $1) }
        change { $0.seek(to: start) }
    }

    /// The start of playback: that of a resumption, or of `EXT-X-START`, or the beginning.
    private func startPosition(_ playlist: MediaPlaylist) -> MediaTime {
        let end = tracks.presentationEnd
        if case .loading(.resumption(let position, _)) = machine.phase { return min(position, end) }
        // A survey reads what a viewer starts behind, too.
        guard options.streams == nil,
            let offset = (playlist.start ?? assetLoad.asset?.multivariant?.start)?.offset
        else { return .zero }
        return min(max(offset < .zero ? end + offset : offset, .zero), end)
    }

    // MARK: Variants and renditions

    /// Changes to the variant that the next segment should come from, if it is another one.
    ///
    /// - Parameter number: The main track, which is not busy.
    /// - Returns: Whether the track has to wait for the playlist of the other variant, or has ended.
    func isVariantPending(_ number: Track.Number) -> Bool {
        while let seam = tracks[number]?.resolvedEnd {
            switch assetLoad.nextVariant(
                lead: seam - position, audible: assetLoad.selection.audible)
            {
            case .current: return false
            case .pending: return true
            case .none(let error):
                giveUp(number, error)
                return true
            case .empty(let variant, let error): leave(variant, after: error)
            case .change(let media, let audio, let variant):
                var start = seam
                if audio != nil, tracks.audio == nil {
                    let isPromised = options.verification == .playlist
                    start = record.startOfAudio(at: seam, isPromised: isPromised)
                }
                let source = change {
                    $0.adopt(
                        media, audio: audio, carriesAudio: variant.hasAudio, audioStart: start,
                        at: placeOfInterest)
                }
                record.follow(source)
            }
        }
        return true
    }

    /// Takes a variant out of the choice because of an error, and notes which one and why.
    func leave(_ variant: Int, after error: SessionError) {
        assetLoad.leave(variant)
        guard let variants = assetLoad.asset?.variants, variants.indices.contains(variant) else {
            return
        }
        let next = tracks.main?.resolvedEnd ?? position
        record.remarks.add(
            .replacedVariant,
            "\(error); the variant stream of \(variants[variant].bandwidth) bit/s is not played"
                + " from \(next) s on")
    }

    private func receive(
        _ result: Result<RenditionMedia, SessionError>, for purpose: AssetLoad.Purpose
    ) {
        switch (purpose, result) {
        case (.variant, .success): break
        case (.variant(let variant), .failure(let error)):
            leave(variant, after: error)
            if assetLoad.hasLeftAll, let main = tracks.main { giveUp(main.number, error) }
        case (.audio(let number), _) where number != assetLoad.selection.audioRequest: break
        case (.subtitles(let number), _) where number != assetLoad.selection.subtitlesRequest: break
        case (.audio, .success(let media)):
            let place = placeOfInterest
            record.follow(change { $0.join(media, at: place) })
        case (.audio, .failure(let error)): fail(error)
        case (.subtitles, .success(let media)):
            let place = placeOfInterest
            change { $0.addSubtitles(media, at: place) }
        case (.subtitles, .failure(let error)): recoverSubtitles(from: error)
        }
    }

    // MARK: Selection

    func select(audio option: MediaOption) -> Bool {
        guard option != assetLoad.selection.audible,
            audibleMediaSelectionGroup?.options.contains(option) == true
        else { return false }
        assetLoad.selection.audible = option
        report(.didChangeSelectedAudibleMediaOption(option))
        guard !tracks.isEmpty, let asset = assetLoad.asset, let variant = assetLoad.variant else {
            return false
        }
        change { $0.cancelJoining() }
        let purpose = assetLoad.selection.beginAudio()
        if let uri = asset.rendition(of: option, .audio, for: variant)?.uri {
            assetLoad.request(uri, for: purpose)
        } else if change({ $0.goBackToCarriedAudio() }), intake.hasCarriedAudio {
            record.addMainKinds([.audio], gapsOf: record.mainKinds.first?.ledgerName)
        }
        return true
    }

    func select(subtitles option: MediaOption?) -> Bool {
        guard option != assetLoad.selection.legible, let group = legibleMediaSelectionGroup,
            option.map(group.options.contains) ?? group.allowsEmptySelection
        else { return false }
        // What was due up to here has been reported.
        step()
        forgetCues()
        assetLoad.selection.legible = option
        report(.didChangeSelectedLegibleMediaOption(option))
        guard !tracks.isEmpty, let asset = assetLoad.asset, let variant = assetLoad.variant else {
            return false
        }
        let purpose = assetLoad.selection.beginSubtitles()
        change { $0.retireSubtitles() }
        if let uri = asset.rendition(of: option, .subtitles, for: variant)?.uri {
            assetLoad.request(uri, for: purpose)
        }
        return true
    }
}
