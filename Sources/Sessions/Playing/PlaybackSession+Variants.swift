import Containers
import Playlists
import Presentation
import VirtualTime

extension PlaybackSession {
    /// Changes to the variant that the next segment should come from, if it is another one.
    ///
    /// - Parameter feeder: The feeder of the main track, which is not busy.
    /// - Returns: Whether the feeder has to wait for the playlist of the other variant.
    func switchesVariant(_ feeder: TrackFeeder) -> Bool {
        guard let asset, let current = asset.currentIndex else { return false }
        let lead = feeder.resolvedEnd - position
        guard let choice = selector.choice(current: current, lead: lead) else {
            giveUp(feeder, .noVariant(url: asset.url))
            return true
        }
        guard choice != current else { return false }
        let variant = asset.variants[choice]
        let uris = [variant.uri, audioURI(of: variant)].compactMap { $0 }
        guard let missing = uris.first(where: { asset.media(at: $0) == nil }) else {
            change(to: choice, feeder)
            return switchesVariant(feeder)
        }
        guard pendingVariant == nil else { return true }
        pendingVariant = choice
        requestMedia(missing) { [weak self] result in
            guard let self else { return }
            pendingVariant = nil
            switch result {
            // Whether it is still the one to change to is asked anew.
            case .success: break
            case .failure(let error):
                leaveVariant(choice, after: error)
                if selector.excluded.count == asset.variants.count { giveUp(feeder, error) }
            }
            step()
        }
        return true
    }

    /// Takes a variant out of the choice because of an error, and notes which one and why.
    func leaveVariant(_ place: Int, after error: SessionError) {
        selector.exclude(place)
        guard let asset, asset.variants.indices.contains(place) else { return }
        let bandwidth = asset.variants[place].bandwidth
        let next = feeders.first?.resolvedEnd ?? position
        record.remarks.add(
            .replacedVariant,
            "\(error); the variant stream of \(bandwidth) bit/s is not played from \(next) s on")
    }

    /// Where the selected audio of a variant is listed; `nil` when the variant carries it.
    private func audioURI(of variant: VariantStream) -> String? {
        asset?.rendition(of: selection.audible, .audio, for: variant)?.uri
    }

    private func change(to choice: Int, _ main: TrackFeeder) {
        guard let variant = asset?.variants[choice], let media = asset?.media(at: variant.uri),
            !media.playlist.segments.isEmpty
        else {
            leaveVariant(choice, after: .emptyPlaylist(url: asset?.url ?? source.url))
            return
        }
        asset?.currentIndex = choice
        let seam = main.resolvedEnd
        main.adopt(media)
        changeAudio(to: audioURI(of: variant).flatMap { asset?.media(at: $0) }, of: variant, seam)
    }

    /// Goes on with the audio of another variant, from where that variant takes over.
    ///
    /// - Parameters:
    ///   - media: The rendition; `nil` when the variant carries its audio.
    ///   - variant: The variant.
    ///   - seam: Where it takes over.
    private func changeAudio(
        to media: RenditionMedia?, of variant: VariantStream, _ seam: MediaTime
    ) {
        let audio = feeders.first { $0.role == .audio }
        guard let media else {
            if variant.hasAudio { letVariantCarryAudio(after: audio, from: seam) }
            return
        }
        guard let audio else { return addAudio(media, from: seam) }
        if audio.end != nil {
            audio.end = nil
            record.removeMainKind(.audio)
        }
        // Audio that is about to take over is fetched from the new group at once.
        if selection.joining != nil { return join(media) }
        if media !== audio.media { audio.adopt(media) }
    }

    /// Plays the rendition that was playing up to the seam, and from there what the variant carries.
    private func letVariantCarryAudio(after audio: TrackFeeder?, from seam: MediaTime) {
        selection.joining?.release()
        selection.joining = nil
        guard let audio, audio.end == nil else { return }
        audio.end = seam
        record.addMainKinds([.audio], gapsOf: nil)
    }

    /// Plays what the variant before carried up to the seam, and from there a rendition.
    private func addAudio(_ media: RenditionMedia, from seam: MediaTime) {
        guard let main = feeders.first else { return }
        selection.joining?.release()
        selection.joining = nil
        let name = TrackDescription.Kind.audio.ledgerName
        if options.verification == .playlist { record.coverAsMain(name, upTo: seam) }
        // Where carried audio ends so early that it would be missed, the rendition starts there.
        let heard = record.tracks[name]?.endOfMedia(before: seam) ?? seam
        let place = heard < seam - TrackRecord.holeTolerance ? heard : seam
        media.timeline.shift = main.shift(at: seam)
        let audio = TrackFeeder(role: .audio, media: media, fetcher: fetcher)
        audio.start(at: place)
        feeders.insert(audio, at: 1)
        record.removeMainKind(.audio)
    }
}
