import Playlists
import Presentation
import ScenarioRunning
import Testing
import VirtualTime

/// Tests of the rules for delivery directives, as the checks of a run apply them.
@Suite struct RequestedDirectivesTests {
    private static let playlist: MediaPlaylist = {
        var playlist = MediaPlaylist()
        playlist.targetDuration = .seconds(6)
        playlist.mediaSequence = 10
        playlist.segments = (10..<16).map {
            MediaSegment(uri: "s\($0).ts", duration: .seconds(6))
        }
        var control = ServerControl()
        control.canBlockReload = true
        control.canSkipUntil = .seconds(36)
        playlist.serverControl = control
        return playlist
    }()

    @Test(
        arguments: [
            ("", nil), ("?_HLS_msn=16", nil), ("?_HLS_msn=16&_HLS_skip=YES", nil),
            ("?token=a&_HLS_msn=16", nil), ("?_HLS_msn=17", "_HLS_msn of at most 16"),
            ("?_HLS_msn=16&_HLS_msn=16", "each directive once"),
            ("?_HLS_msn=16&_HLS_skip=YES&_HLS_skip=YES", "each directive once"),
            ("?_HLS_push=1", "no directive _HLS_push"),
            ("?_HLS_part=0", "no _HLS_part without _HLS_msn"),
        ] as [(String, String?)])
    func `unknown, repeated and disallowed directives are found`(query: String, expected: String?) {
        let directives = RequestedDirectives("v0/index.m3u8" + query)
        let breach = directives.breach(
            of: LiveTuning(.apple), after: Self.playlist, age: .seconds(6))
        #expect(breach == expected)
    }

    @Test(
        arguments: [
            ("?_HLS_msn=17", nil), ("?_HLS_msn=18", "_HLS_msn of at most 17"),
            ("?_HLS_msn=16&_HLS_part=6", nil), ("?_HLS_msn=17&_HLS_part=6", nil),
            ("?_HLS_msn=16&_HLS_part=7", "_HLS_part of at most 6"),
            ("?_HLS_msn=17&_HLS_part=7", "_HLS_part of at most 6"),
        ] as [(String, String?)])
    func `hls.js may request a later part for an aged playlist within limits`(
        query: String, expected: String?
    ) {
        var playlist = Self.playlist
        playlist.targetDuration = .seconds(6)
        playlist.partInformation = PartInformation(targetDuration: .seconds(1))
        let directives = RequestedDirectives("v0/index.m3u8" + query)
        let breach = directives.breach(
            of: LiveTuning(.hlsJS), after: playlist, age: .seconds(6))
        #expect(breach == expected)
    }
    @Test func `a merged delta update may state the end of encryption before a clear segment`() {
        var full = Self.playlist
        for index in full.segments.indices {
            full.segments[index].initializationSection = InitializationSection(uri: "init.mp4")
        }
        // The merged playlist keeps `METHOD=NONE`. The full playlist lacks it, because the
        // encrypted segment before it is no longer listed.
        var merged = full
        for index in merged.segments.indices {
            merged.segments[index].initializationSection?.keys = []
            merged.segments[index].keys = []
        }
        #expect(merged != full)
        #expect(DeltaComparison(merged, full, ignoringLocations: false).isEqual)
        let key = EncryptionKey(method: .aes128, uri: "1.key")
        var sealed = merged
        sealed.segments[5].keys = [key]
        #expect(!DeltaComparison(sealed, full, ignoringLocations: false).isEqual)
        sealed = merged
        sealed.segments[5].initializationSection?.keys = [key]
        #expect(!DeltaComparison(sealed, full, ignoringLocations: false).isEqual)
    }
}
