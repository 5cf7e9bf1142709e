import ContentProtection
import HeadlessPlayback
import Playlists
import Sessions
import Transport

/// A provider like `BasicSessionProvider` that loads keys from the locations in playlists.
struct DecryptingProvider: SessionProvider {
    var decryptor = SegmentDecryptor { key, playlistURL in
        let url = URIReference.resolve(key.uri ?? "", against: playlistURL)
        let request = ResourceRequest(url: url, kind: .key)
        return try StandardLoader().load(request).body.bytes()
    }

    func plan(for video: Video) throws(SessionError) -> SessionPlan? {
        var plan = try BasicSessionProvider().plan(for: video)
        plan?.transforms.append(decryptor)
        return plan
    }
}
