import Playlists
import Presentation
import Transport
import VirtualTime

/// Renditions of a broadcast, whose playlists become old.
extension AssetLoad {
    /// The target durations after which a playlist that nothing reloads is loaded again before it is used.
    private static let mostTargetDurations = 3

    /// Returns whether a server may send newer versions of a rendition's playlist.
    func mayGrow(_ media: RenditionMedia) -> Bool {
        ResourceScheme(of: media.url).mayGrow && !loaders.isStored(media.url)
    }

    /// Forgets a rendition whose playlist is not reloaded any more, so that it is loaded again.
    func forget(_ media: RenditionMedia) {
        guard let url = asset?.renditions.first(where: { $0.value === media })?.key else { return }
        asset?.renditions[url] = nil
    }

    /// Forgets the renditions of a broadcast that were loaded long ago and never played.
    ///
    /// Their playlists list what was there then. A variant stream can be loaded and not adopted, when
    /// another one is better by the time that it is there.
    func forgetOutdated() {
        guard let renditions = asset?.renditions, renditions.values.contains(where: \.isFollowed)
        else { return }
        for (url, media) in renditions where isOutdated(media) { asset?.renditions[url] = nil }
    }

    private func isOutdated(_ media: RenditionMedia) -> Bool {
        guard !media.isFollowed, media.mayBeBroadcast, mayGrow(media) else { return false }
        let age = MediaTime(
            elapsed: media.load.upperBound.duration(to: world.loop.now), rate: .normal)
        return age > (media.playlist.targetDuration ?? .zero) * Self.mostTargetDurations
    }
}
