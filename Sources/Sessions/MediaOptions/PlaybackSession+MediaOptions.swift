import Containers
import Playlists
import Presentation
import VirtualTime

/// Which options of a session are selected, and what is under way because of it.
struct MediaSelectionState {
    var audible: MediaOption?
    var legible: MediaOption?
    /// The audio that takes over from the one that plays as soon as it has enough.
    var joining: TrackFeeder?
    /// The subtitles that were selected last and are not any more; the ledger still has them.
    var retiredSubtitles: TrackFeeder?
    /// The playlists that are asked for because of a selection.
    var audioRequest = 0
    var subtitlesRequest = 0
}

extension PlaybackSession {
    // MARK: Questions

    /// The audio to select from; `nil` before the playlist is loaded.
    ///
    /// An asset that names none has the empty group, and plays the audio that it carries.
    public var audibleMediaSelectionGroup: MediaSelectionGroup? { asset?.audible }

    /// The subtitles and closed captions to select from; `nil` before the playlist is loaded.
    public var legibleMediaSelectionGroup: MediaSelectionGroup? { asset?.legible }

    // MARK: Selecting

    /// The audio that is selected; `nil` when the asset names none.
    ///
    /// Setting what is no member of the group, or `nil`, changes nothing. The audio that plays goes
    /// on until the selected one has been fetched from the playhead on.
    public var selectedAudibleMediaOption: MediaOption? {
        get { selection.audible }
        set {
            world.loop.turn {
                guard let newValue, newValue != selection.audible,
                    audibleMediaSelectionGroup?.options.contains(newValue) == true
                else { return }
                selection.audible = newValue
                report(.didChangeSelectedAudibleMediaOption(newValue))
                fetchSelectedAudio()
            }
        }
    }

    /// The subtitles that are selected; `nil` when there are none to read.
    ///
    /// Setting what is no member of the group changes nothing; `nil` selects none.
    public var selectedLegibleMediaOption: MediaOption? {
        get { selection.legible }
        set {
            world.loop.turn {
                guard newValue != selection.legible, let group = legibleMediaSelectionGroup,
                    newValue.map(group.options.contains) ?? group.allowsEmptySelection
                else { return }
                step()
                forgetCues()
                selection.legible = newValue
                report(.didChangeSelectedLegibleMediaOption(newValue))
                fetchSelectedSubtitles()
            }
        }
    }

    /// Selects the audio that the preferences lead to.
    public func selectAudibleMediaOptionAutomatically() {
        guard let group = audibleMediaSelectionGroup else { return }
        selectedAudibleMediaOption = options.mediaPreferences.audible(from: group)
    }

    /// Selects the subtitles that the preferences lead to.
    public func selectLegibleMediaOptionAutomatically() {
        guard let group = legibleMediaSelectionGroup else { return }
        selectedLegibleMediaOption = options.mediaPreferences.legible(
            from: group, with: selection.audible)
    }

    // MARK: At the start

    /// Selects what the session starts with, unless a selection was made before.
    ///
    /// What would have to be fetched though the rest of the asset is stored is selected by people
    /// alone.
    func selectAtStart(from asset: LoadedAsset) {
        let preferences = options.mediaPreferences
        if let audio = options.streams?.audio, asset.audible.options.contains(audio) {
            selection.audible = audio
        }
        if let text = options.streams?.subtitles, asset.legible.options.contains(text) {
            selection.legible = text
        }
        let near = asset.without(loaders.isElsewhere)
        unmetPreferences.add(asset, available: near, to: &record.remarks)
        if selection.audible.map(asset.audible.options.contains) != true {
            selection.audible = preferences.audible(from: near.audible)
        }
        guard selection.legible.map(asset.legible.options.contains) != true else { return }
        let text = near.legible
        if let language = options.offlineSubtitleLanguage, let languages = plan.sidebandLanguages,
            languages.contains(where: { $0.lowercased() == language.lowercased() }),
            let chosen = text.readableFirst.first(where: { $0.speaks(language) })
        {
            selection.legible = chosen
        } else if let language = persistedCaptionLanguage,
            let chosen = text.readableFirst.first(where: { $0.speaks(language) })
        {
            selection.legible = chosen
        } else {
            selection.legible = preferences.legible(from: text, with: selection.audible)
        }
    }

    var unmetPreferences: UnmetPreferences {
        UnmetPreferences(preferences: options.mediaPreferences, bandwidth: preferredPeakBitRate)
    }

    // MARK: Fetching

    /// Every feeder, the one of audio that is to take over included.
    var allFeeders: [TrackFeeder] {
        guard let joining = selection.joining else { return feeders }
        return feeders + [joining]
    }

    func fetchSelectedAudio() {
        guard !feeders.isEmpty, let asset, let variant = asset.currentVariant else { return }
        selection.joining?.release()
        selection.joining = nil
        selection.audioRequest += 1
        let number = selection.audioRequest
        let rendition = asset.rendition(of: selection.audible, .audio, for: variant)
        guard let uri = rendition?.uri else { return goBackToCarriedAudio() }
        requestMedia(uri) { [weak self] result in
            guard let self, number == selection.audioRequest else { return }
            switch result {
            case .success(let media):
                join(media)
                step()
            case .failure(let error): fail(error)
            }
        }
    }

    /// Fetches audio from the playhead on, beside the audio that plays.
    func join(_ media: RenditionMedia) {
        selection.joining?.release()
        selection.joining = nil
        if let audio = feeders.first(where: { $0.role == .audio }), audio.media === media {
            if audio.end != nil { record.removeMainKind(.audio) }
            audio.end = nil
            return
        }
        let feeder = TrackFeeder(role: .audio, media: media, fetcher: fetcher)
        let place = placeOfInterest
        media.timeline.shift = feeders.first?.shift(at: place) ?? .zero
        feeder.seek(to: place)
        selection.joining = feeder
    }

    /// Lets go of audio that has been fetched up to where the variant carries its own.
    func retireAudioIfReplaced() {
        guard feeders.contains(where: { $0.end != nil && $0.isAtEnd }) else { return }
        removeFeeder(.audio)
    }

    /// Lets go of audio that was to last until the variant carries its own, because playback goes
    /// on where all is fetched anew.
    func dropReplacedAudio(at position: MediaTime) {
        guard feeders.first?.holds(position) != true, feeders.contains(where: { $0.end != nil })
        else { return }
        removeFeeder(.audio)
    }

    /// Lets the selected audio take over once it has as much ready as a start asks for.
    ///
    /// It takes over too when it cannot be had, and the session fails over it.
    func letAudioJoinIfReady() {
        guard let joining = selection.joining else { return }
        let lead = joining.resolvedEnd - placeOfInterest
        guard joining.isAtEnd || joining.failure != nil || lead >= machine.rules.resumeLead else {
            return
        }
        selection.joining = nil
        removeFeeder(.audio)
        record.removeMainKind(.audio)
        feeders.insert(joining, at: 1)
    }

    /// Plays the audio that the variant carries.
    private func goBackToCarriedAudio() {
        // What is still fetched from a rendition ends by itself where the variant takes over.
        if feeders.contains(where: { $0.end != nil }) { return }
        removeFeeder(.audio)
        let carries = described[.main]?.tracks.contains { $0.description.kind == .audio } ?? false
        if carries { record.addMainKinds([.audio], gapsOf: record.mainKinds.first?.ledgerName) }
        step()
    }

    private func fetchSelectedSubtitles() {
        guard !feeders.isEmpty, let asset, let variant = asset.currentVariant else { return }
        step()
        selection.subtitlesRequest += 1
        let number = selection.subtitlesRequest
        if let old = feeders.first(where: { $0.role == .subtitles }) {
            selection.retiredSubtitles = old
        }
        removeFeeder(.subtitles)
        let rendition = asset.rendition(of: selection.legible, .subtitles, for: variant)
        guard let uri = rendition?.uri else { return step() }
        requestMedia(uri) { [weak self] result in
            guard let self, number == selection.subtitlesRequest else { return }
            switch result {
            case .failure(let error): recoverSubtitles(from: error)
            case .success(let media):
                let feeder = TrackFeeder(role: .subtitles, media: media, fetcher: fetcher)
                feeder.seek(to: placeOfInterest)
                selection.retiredSubtitles = nil
                feeders.append(feeder)
                step()
            }
        }
    }

    /// Whether playback goes on without subtitles that cannot be had.
    var dropsMissingSubtitles: Bool {
        (plan.missingSubtitles ?? options.recovery.missingSubtitles) == .skip
            || options.recovery.skipsEveryLoss
    }

    /// Fails over subtitles that cannot be had, or goes on without them.
    func recoverSubtitles(from error: SessionError) {
        guard dropsMissingSubtitles else { return fail(error) }
        forgetCues()
        removeFeeder(.subtitles)
        selection.legible = nil
        decide { machine, _ in machine.report(.failedToPlayToEnd(error)) }
        report(.didChangeSelectedLegibleMediaOption(nil))
        step()
    }

    private func report(_ event: PlaybackEvent.Kind) {
        decide { machine, _ in machine.report(event) }
    }

    private func removeFeeder(_ role: TrackFeeder.Role) {
        for feeder in feeders where feeder.role == role { feeder.release() }
        feeders.removeAll { $0.role == role }
    }
}
