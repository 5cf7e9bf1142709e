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
        let url = URIReference.resolve(asset.variants[choice].uri, against: asset.url)
        if let media = asset.renditions[url] {
            change(to: choice, media: media, feeder)
            return switchesVariant(feeder)
        }
        guard pendingVariant == nil else { return true }
        pendingVariant = choice
        requestMedia(asset.variants[choice].uri) { [weak self] result in
            guard let self else { return }
            pendingVariant = nil
            switch result {
            // Whether it is still the one to change to is asked anew.
            case .success: break
            case .failure(let error):
                selector.exclude(choice)
                if selector.excluded.count == asset.variants.count { giveUp(feeder, error) }
            }
            step()
        }
        return true
    }

    private func change(to choice: Int, media: RenditionMedia, _ feeder: TrackFeeder) {
        guard !media.playlist.segments.isEmpty else {
            selector.exclude(choice)
            return
        }
        asset?.currentIndex = choice
        feeder.adopt(media)
        changeAudioGroup()
    }

    /// Goes on with the rendition of the new variant's audio group, where groups differ.
    private func changeAudioGroup() {
        // Audio that is about to take over is fetched from the new group at once.
        if selection.joining != nil { return fetchSelectedAudio() }
        guard let asset, let variant = asset.currentVariant,
            let audio = feeders.first(where: { $0.role == .audio }),
            let uri = asset.rendition(of: selection.audible, .audio, for: variant)?.uri
        else { return }
        let url = URIReference.resolve(uri, against: asset.url)
        if let media = asset.renditions[url] {
            if media !== audio.media { audio.adopt(media) }
            return
        }
        requestMedia(uri) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success:
                // Another variant with another group may have been chosen in the meantime.
                changeAudioGroup()
                step()
            case .failure(let error):
                giveUp(audio, error)
                step()
            }
        }
    }
}
