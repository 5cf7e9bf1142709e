import Containers
import Playlists
import Presentation
import VirtualTime

/// Changes between variant streams and between renditions.
extension MediaSupply {
    /// Switches to the variant stream chosen for the next segment, unless it is already in use.
    ///
    /// - Parameters:
    ///   - number: The main track, which has no request in progress.
    ///   - moment: The current moment of the session.
    /// - Returns: Whether the track must wait for the playlist of the chosen variant stream, or has
    ///   ended.
    func isVariantPending(_ number: Track.Number, at moment: Moment) -> Bool {
        assetLoad.readmitVariants()
        while let seam = inspect({ $0.resolvedEnd(of: number) }) {
            switch assetLoad.nextVariant(
                lead: seam - moment.position, reachable: live?.reachableLead)
            {
            case .current: return false
            case .pending: return true
            case .none(let error):
                giveUp(number, error, at: moment)
                return true
            case .empty(let variant, let error): leave(variant, after: error, at: moment)
            case .change(let media, let audio, let variant):
                admit(media, .main)
                if let audio { admit(audio, .audio) }
                record.loseEnds(of: tracks, before: media, audio)
                let start =
                    audio == nil || tracks.audio != nil
                    ? seam
                    : record.startOfAudio(at: seam, isPromised: options.verification == .playlist)
                let source = change {
                    $0.adopt(
                        media, audio: audio, carriesAudio: variant.hasAudio, audioStart: start,
                        at: moment.place)
                }
                record.follow(source, audio, beside: tracks.main)
            }
        }
        return true
    }

    /// Excludes a variant stream because of an error, and records the exclusion for the ledger.
    func leave(_ variant: Int, after error: SessionError, at moment: Moment) {
        assetLoad.leave(variant)
        record.replaceVariant(
            of: assetLoad.bandwidth(of: variant), after: error,
            from: tracks.main?.resolvedEnd ?? moment.position, for: policy.recovery.exclusion)
    }

    /// Handles the arrival or failure of a requested rendition.
    func receive(
        _ result: Result<RenditionMedia, SessionError>, for purpose: AssetLoad.Purpose,
        at moment: Moment
    ) {
        switch (purpose, result) {
        case (.variant, .success): break
        case (.variant, .failure(let error)) where policy.recovery.failover == .none:
            if let main = tracks.main { giveUp(main.number, error, at: moment) }
        case (.variant(let variant), .failure(let error)):
            leave(variant, after: error, at: moment)
            if assetLoad.hasLeftAll, let main = tracks.main {
                giveUp(main.number, error, at: moment)
            }
        case (.audio(let number), _) where number != assetLoad.selection.audioRequest: break
        case (.subtitles(let number), _) where number != assetLoad.selection.subtitlesRequest: break
        case (.audio, .success(let media)):
            admit(media, .audio)
            record.follow(change { $0.join(media, at: moment.place) }, media, beside: tracks.main)
        case (.audio, .failure(let error)): news.append(.failed(error))
        case (.subtitles, .success(let media)):
            admit(media, .subtitles)
            change { $0.addSubtitles(media, at: moment.place) }
        case (.subtitles, .failure(let error)): loseSubtitles(error)
        }
    }

    // MARK: Selection

    /// Selects audio.
    ///
    /// - Returns: Whether the session must perform a step (`SessionShell.step()`).
    func select(audio option: MediaOption) -> Bool {
        guard option != assetLoad.selection.audible,
            assetLoad.asset?.audible.options.contains(option) == true
        else { return false }
        assetLoad.selection.audible = option
        news.append(.selected(.didChangeSelectedAudibleMediaOption(option)))
        guard !tracks.isEmpty, let asset = assetLoad.asset, let variant = assetLoad.variant else {
            return false
        }
        change { $0.cancelJoining() }
        let purpose = assetLoad.selection.beginAudio()
        if let uri = asset.uri(of: option, .audio, for: variant, remarks: &record.remarks) {
            assetLoad.request(uri, for: purpose)
        } else if change({ $0.goBackToCarriedAudio() }), intake.hasCarriedAudio {
            record.addMainKinds([.audio], gapsOf: record.mainKinds.first?.ledgerName)
        }
        return true
    }

    /// Selects other subtitles, after the cues of the previous subtitles were removed.
    ///
    /// - Returns: Whether the session must perform a step (`SessionShell.step()`).
    func select(subtitles option: MediaOption?) -> Bool {
        assetLoad.selection.legible = option
        news.append(.selected(.didChangeSelectedLegibleMediaOption(option)))
        guard !tracks.isEmpty, let asset = assetLoad.asset, let variant = assetLoad.variant else {
            return false
        }
        let purpose = assetLoad.selection.beginSubtitles()
        record.endWaitForSubtitles()
        let uri = asset.uri(of: option, .subtitles, for: variant, remarks: &record.remarks)
        change { $0.retireSubtitles(uri == nil ? .none : .requested) }
        if let uri { assetLoad.request(uri, for: purpose) }
        return true
    }

    /// Handles subtitles that cannot be obtained: the session fails, or continues without them.
    func loseSubtitles(_ error: SessionError) {
        news.append(policy.dropsMissingSubtitles ? .subtitlesLost(error) : .failed(error))
    }

    /// Continues without the selected subtitles; the caller has already removed their cues.
    func dropSubtitles(after error: SessionError) {
        record.loseSubtitles(of: tracks, after: error)
        change { $0.retireSubtitles(.lost) }
        assetLoad.selection.legible = nil
    }
}
