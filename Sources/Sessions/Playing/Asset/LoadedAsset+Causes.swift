import Playlists
import Transport

extension LoadedAsset {
    /// Returns the cause of a request for a playlist of the asset.
    ///
    /// - Parameters:
    ///   - reason: The reason.
    ///   - url: The absolute location of the playlist, as the asset lists it.
    /// - Returns: The cause, with the track of the playlist and its variant stream. A playlist that
    ///   several variant streams share is attributed to the variant stream that is being fetched,
    ///   or otherwise to the first of them.
    func cause(_ reason: RequestCause.Reason, of url: String) -> RequestCause {
        let places = variantLocations.indices.filter { variantLocations[$0] == url }
        var place = places.first
        // If several variant streams share the playlist, the one that is being fetched takes
        // precedence.
        if places.count > 1, let current = currentVariant, base.resolve(current.uri) == url {
            place = multivariant?.variants.firstIndex(of: current) ?? place
        }
        if let place, let bandwidth = multivariant?.variants[place].bandwidth {
            let variant = RequestCause.Variant(number: place + 1, bandwidth: bandwidth)
            return RequestCause(reason, track: Track.Role.main.rawValue, variant: variant)
        }
        let rendition = renditionLocations.firstIndex(of: url)
        let role: Track.Role? =
            switch rendition.flatMap({ multivariant?.renditions[$0].kind }) {
            case .audio: .audio
            case .subtitles: .subtitles
            default: nil
            }
        return RequestCause(reason, track: role?.rawValue)
    }
}

extension Track {
    /// Returns the cause of a request for the next media of the track.
    ///
    /// - Parameter isAnnounced: Whether the media is a part that the playlist does not list yet.
    /// - Returns: The cause, for the record of the request.
    func cause(isAnnounced: Bool = false) -> RequestCause {
        let reason: RequestCause.Reason =
            isAnnounced ? .announced : hasResolved ? .fill : arrived == 0 ? .start : .seek
        return RequestCause(reason, track: role.rawValue, variant: media.variant)
    }
}
