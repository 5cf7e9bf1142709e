import HeadlessPlayback
import Playlists
import Sessions
import Testing
import VirtualTime

/// The decisions on when an expired location is renewed, tested without a simulation.
@Suite struct ManifestRenewalTests {
    private func video(_ lifetime: PropertyValue?, duration: PropertyValue? = 20_000) -> Video {
        var video = Video(url: "https://example.com/a.m3u8")
        video.properties["manifest_url_ttl"] = lifetime
        video.properties["duration"] = duration
        video.provenance = VideoProvenance(
            account: PlaybackServiceAccount(id: "1"), authToken: nil, instant: .seconds(10))
        return video
    }

    @Test func `a video without a lifetime, a duration or a known service has no renewal`() {
        #expect(ManifestRenewal(video(nil)) == nil)
        #expect(ManifestRenewal(video(60, duration: nil)) == nil)
        #expect(ManifestRenewal(video(0)) == nil)
        var handMade = video(60)
        handMade.provenance = nil
        #expect(ManifestRenewal(handMade) == nil)
        #expect(ManifestRenewal(video(60)) != nil)
    }

    @Test(arguments: [(69.999, false), (70, true), (1000, true)])
    func `the lifetime counts from the service response, and a renewal is due at its end`(
        seconds: Double, isDue: Bool
    ) throws {
        var renewal = try #require(ManifestRenewal(video(60)))
        #expect(renewal.request(at: .seconds(seconds)) == (isDue ? .renew : .request))
    }

    @Test func `one renewal runs at a time, and one in each lifetime`() throws {
        var renewal = try #require(ManifestRenewal(video(60)))
        #expect(renewal.request(at: .seconds(100)) == .renew)
        #expect(renewal.request(at: .seconds(100)) == .wait)
        #expect(renewal.request(at: .seconds(200)) == .wait)
        renewal.end(at: .seconds(200))
        #expect(renewal.request(at: .seconds(259)) == .request)
        #expect(renewal.request(at: .seconds(260)) == .renew)
        renewal.end(at: .seconds(261), lifetime: .seconds(10))
        #expect(renewal.request(at: .seconds(270)) == .request)
        #expect(renewal.request(at: .seconds(271)) == .renew)
        renewal.cancel()
        #expect(renewal.request(at: .seconds(271)) == .renew)
    }
}

/// The locations of playlists after a renewal, tested without a simulation.
@Suite struct ManifestLocationsTests {
    private func playlist(_ uris: [(uri: String, bandwidth: Int)]) -> MultivariantPlaylist {
        var playlist = MultivariantPlaylist()
        playlist.variants = uris.map { VariantStream(uri: $0.uri, bandwidth: $0.bandwidth) }
        return playlist
    }

    private func rendition(_ name: String, _ uri: String) -> Rendition {
        var rendition = Rendition(.audio, groupID: "a", name: name)
        rendition.uri = uri
        return rendition
    }

    @Test func `a renewal replaces the location of the source, and no other location`() {
        var locations = ManifestLocations(source: "https://a/1/i.m3u8")
        #expect(locations.current("https://a/1/i.m3u8") == "https://a/1/i.m3u8")
        locations.renew(source: "https://b/2/i.m3u8")
        #expect(locations.current("https://a/1/i.m3u8") == "https://b/2/i.m3u8")
        #expect(locations.current("https://a/1/v.m3u8") == "https://a/1/v.m3u8")
    }

    @Test func `media playlists are matched by position, attributes and names`() {
        var old = playlist([("l.m3u8?t=1", 100), ("h.m3u8?t=1", 200), ("x.m3u8?t=1", 300)])
        old.renditions = [rendition("en", "en.m3u8?t=1"), rendition("de", "de.m3u8?t=1")]
        var new = playlist([("h.m3u8?t=2", 200), ("l.m3u8?t=2", 100), ("y.m3u8?t=2", 301)])
        new.renditions = [rendition("de", "de.m3u8?t=2")]
        var locations = ManifestLocations(source: "https://a/i.m3u8")
        locations.follow(old, at: "https://a/1/i.m3u8", to: new, at: "https://b/2/i.m3u8")
        for (name, followed) in [
            ("l", "https://b/2/l.m3u8?t=2"), ("h", "https://b/2/h.m3u8?t=2"),
            ("de", "https://b/2/de.m3u8?t=2"),
            // Another stream is never played in place of the listed one.
            ("x", "https://a/1/x.m3u8?t=1"), ("en", "https://a/1/en.m3u8?t=1"),
        ] {
            #expect(locations.current("https://a/1/\(name).m3u8?t=1") == followed)
        }
        locations.reload()
        #expect(locations.current("https://a/1/l.m3u8?t=1") == "https://a/1/l.m3u8?t=1")
    }

    @Test func `equal variant streams at other positions are not confused`() {
        let old = playlist([("a.m3u8", 100), ("b.m3u8", 100), ("c.m3u8", 200)])
        let new = playlist([("c2.m3u8", 200), ("a2.m3u8", 100), ("b2.m3u8", 100)])
        let fewer = playlist([("a2.m3u8", 100), ("c2.m3u8", 200)])
        let url = "https://a/i.m3u8"
        var locations = ManifestLocations(source: "")
        locations.follow(old, at: url, to: new, at: url)
        #expect(locations.current("https://a/a.m3u8") == "https://a/a2.m3u8")
        #expect(locations.current("https://a/b.m3u8") == "https://a/b2.m3u8")
        #expect(locations.current("https://a/c.m3u8") == "https://a/c2.m3u8")
        locations.follow(old, at: url, to: fewer, at: url)
        #expect(locations.current("https://a/a.m3u8") == "https://a/a.m3u8")
        #expect(locations.current("https://a/c.m3u8") == "https://a/c2.m3u8")
    }
}
