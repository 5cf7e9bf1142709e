import Playlists
import Transport

extension LoadedAsset {
    /// Returns the cause of a request for a playlist of the asset.
    ///
    /// - Parameters:
    ///   - reason: The reason.
    ///   - url: The absolute location of the playlist, as the asset lists it.
    /// - Returns: The cause, with the track of the playlist and its variant stream. A playlist of
    ///   several variant streams counts for the one that is being fetched, or else for the first.
    func cause(_ reason: RequestCause.Reason, of url: String) -> RequestCause {
        let listed = multivariant?.variants ?? []
        func leads(_ uri: String) -> Bool { base.resolve(uri) == url }
        let current = currentVariant.flatMap { variant in
            leads(variant.uri) ? listed.firstIndex(of: variant) : nil
        }
        if let place = current ?? listed.firstIndex(where: { leads($0.uri) }) {
            let variant = RequestCause.Variant(
                number: place + 1, bandwidth: listed[place].bandwidth)
            return RequestCause(reason, track: Track.Role.main.rawValue, variant: variant)
        }
        let rendition = multivariant?.renditions.first { $0.uri.map(leads) ?? false }
        let role: Track.Role? =
            switch rendition?.kind {
            case .audio: .audio
            case .subtitles: .subtitles
            default: nil
            }
        return RequestCause(reason, track: role?.rawValue)
    }
}

extension Track {
    /// The cause of a request for the next media of the track.
    ///
    /// - Parameter isAnnounced: Whether it is a part that the playlist does not list yet.
    /// - Returns: The cause.
    func cause(isAnnounced: Bool = false) -> RequestCause {
        let reason: RequestCause.Reason =
            isAnnounced ? .announced : hasResolved ? .fill : arrived == 0 ? .start : .seek
        return RequestCause(reason, track: role.rawValue, variant: media.variant)
    }
}
