package import Playlists
package import Transport
package import VirtualTime

// Initializers for use outside this target; omitted properties are set afterwards.

extension PackagePlan.Resource {
    package init(
        _ name: String, url: String, byteRange: Range<Int64>? = nil, kind: ResourceKind,
        track: Int, duration: MediaTime
    ) {
        self.name = name
        self.url = url
        self.byteRange = byteRange
        self.kind = kind
        self.track = track
        self.duration = duration
    }
}

extension PackagePlan.Track {
    package init(
        _ kind: Kind, playlistName: String, sourceURL: String, duration: MediaTime,
        bandwidth: Int64 = 0
    ) {
        self.kind = kind
        title = ""
        self.playlistName = playlistName
        self.sourceURL = sourceURL
        self.duration = duration
        self.bandwidth = bandwidth
    }
}

extension PackagePlan.Text {
    package init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }
}

extension PackagePlan.LicenceKey {
    package init(_ key: EncryptionKey, playlistURL: String) {
        self.key = key
        self.playlistURL = playlistURL
    }
}
