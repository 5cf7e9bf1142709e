import Playlists
import Presentation
import Sessions
import VirtualTime

extension RenditionMedia {
    /// Takes a version as if a reloader that accepts every newer version had delivered it.
    ///
    /// - Returns: The relation of the version to the previous one.
    @discardableResult
    func take(
        _ newer: MediaPlaylist, from location: String? = nil,
        holding held: Range<SegmentNumber>? = nil
    ) -> PlaylistSuccession {
        let succession = playlist.succession(of: newer)
        let epoch = timeline.next.epoch
        switch succession {
        case .older: break
        case .continues(let missing):
            let hole = missing > 0 ? playlist.span(to: newer, missing: missing) : .zero
            take(
                LiveUpdate(newer, epoch: epoch, missing: missing, hole: hole), from: location,
                holding: held)
        case .restarted:
            let hole = playlist.span(to: newer, missing: 0)
            take(LiveUpdate(newer, epoch: epoch + 1, hole: hole), from: location, holding: held)
        }
        return succession
    }
}
