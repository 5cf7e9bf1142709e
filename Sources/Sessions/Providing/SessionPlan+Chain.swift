import Formats
import Presentation

/// Checks whether a provider chain suits a video, and lists the features that the chain ignores.
extension SessionPlan {
    /// Checks that the provider chain plays offline videos, if the video is an offline video.
    ///
    /// Without the provider for offline videos, the session would request the licence from the key
    /// server, and would not detect the expiry of the stored licence.
    ///
    /// - Throws: ``SessionError/providerChain(_:)`` for an offline video and a chain that does not
    ///   play offline videos.
    package func checkLinks() throws(SessionError) {
        guard let token = video.offlineToken, !links.contains(.offlineVideos) else { return }
        throw .providerChain(UnderlyingError(ChainError.noOfflineVideos(token: "\(token)")))
    }

    /// The features of the video that no provider of the chain handles, as notes for the ledger.
    var unhandled: [Ledger.Note] {
        var notes: [Ledger.Note] = []
        let subtitles = video.textTracks.filter { track in
            ["subtitles", "captions"].contains(track["kind"]?.string ?? "subtitles")
        }
        let readsTracks = links.contains(.sidecarSubtitles) && source.deliveryMethod.usesPlaylists
        if !subtitles.isEmpty, !readsTracks { notes.append(.ignoredTextTracks) }
        let systems = source.properties["key_systems"]?.object ?? [:]
        if protection == nil, !systems.isEmpty { notes.append(.ignoredKeys) }
        return notes
    }
}
