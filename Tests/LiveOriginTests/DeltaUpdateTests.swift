import LiveOrigin
import Playlists
import Testing
import VirtualTime

/// Tests that delta updates of all kinds of encrypted playlists are complete once merged.
@Suite struct DeltaUpdateTests {
    /// The properties of a broadcast that change the tags of its playlists.
    private struct Form: CustomTestStringConvertible {
        var isFragmented: Bool
        var keys: KeyRotation?
        var isInterrupted: Bool
        var isDiscontinuous: Bool

        var testDescription: String {
            let method = keys.map { "\($0.method.rawValue) \($0.interval) \($0.vectors)" }
            return "\(isFragmented ? "fMP4" : "TS"), \(method ?? "clear")"
                + (isInterrupted ? ", break" : "") + (isDiscontinuous ? ", discontinuities" : "")
        }
    }

    private static let forms: [Form] = {
        var keys: [KeyRotation?] = [nil]
        for method in [EncryptionKey.Method.aes128, .sampleAES] {
            for interval in [30, 1_000_000] {
                for vectors in KeyRotation.Vectors.allCases {
                    keys.append(
                        KeyRotation(
                            every: .seconds(Int64(interval)), method: method, vectors: vectors))
                }
            }
        }
        return keys.flatMap { keys in
            (0..<8).map { bits in
                Form(
                    isFragmented: bits & 1 != 0, keys: keys, isInterrupted: bits & 2 != 0,
                    isDiscontinuous: bits & 4 != 0)
            }
        }
    }()

    /// Returns an origin; its source is encrypted in the segments with the given indices.
    private static func origin(_ form: Form, sourceKeys: [Int] = []) throws -> LiveOrigin {
        var survey = SourceSurvey(tracks: [
            track([6000, 6000, 6000, 6000], initialization: form.isFragmented ? "init.mp4" : nil)
        ])
        for place in sourceKeys {
            survey.tracks[0].segments[place].keys = [EncryptionKey(method: .aes128, uri: "a.key")]
        }
        let ad = SourceSurvey(tracks: [
            track([5000, 3000], name: "ad", initialization: form.isFragmented ? "ad.mp4" : nil)
        ])
        let adBreak = AdBreak(
            at: .seconds(60), every: .seconds(90), source: ad, duration: .seconds(8),
            isDiscontinuous: form.isDiscontinuous)
        var control = ServerControl()
        control.canSkipUntil = .seconds(36)
        var packager = Packager.video(.count(20))
        packager.serverControl = control
        packager.keys = form.keys
        return try LiveOrigin(
            programme: Programme(
                sources: [survey], loop: form.isDiscontinuous ? .discontinuity : .continuous,
                breaks: form.isInterrupted ? [adBreak] : []), packager: packager)
    }

    /// Expects that merged delta updates equal the full playlists, when both are parsed from text.
    private func check(_ origin: LiveOrigin, seed: UInt64) throws {
        for instant in randomInstants(8, seed: seed) {
            let known = try #require(try reparsed(try origin.media(at: instant)))
            let later = instant.advanced(by: .seconds(13))
            let update = try origin.media("video/index.m3u8?_HLS_skip=YES", at: later)
            let delta = try #require(try reparsed(update))
            let whole = try #require(try reparsed(try origin.media(at: later)))
            #expect(update.skipped != nil)
            #expect(delta == update)
            let merged = try known.merging(delta: delta)
            #expect(merged.statingKeys == whole.statingKeys, "at \(instant)")
        }
    }

    @Test(arguments: forms)
    private func `a delta update that is merged is the full playlist`(form: Form) throws {
        try check(try Self.origin(form), seed: 9)
    }

    @Test(arguments: forms.filter { $0.keys == nil }, [[0, 1, 2, 3], [1, 2], [3]])
    private func `a delta update of an encrypted source that is merged is the full playlist`(
        form: Form, places: [Int]
    ) throws {
        try check(try Self.origin(form, sourceKeys: places), seed: 10)
    }

    @Test func `a delta update states a section only if it differs from the skipped one`() throws {
        let form = Form(
            isFragmented: true, keys: KeyRotation(every: .seconds(30)), isInterrupted: true,
            isDiscontinuous: false)
        // The break lasts from 60 s to 68 s.
        let delta = try Self.origin(form).media("video/index.m3u8?_HLS_skip=YES", at: 93)
        #expect(
            delta.segments.map(\.initializationSection?.uri) == [
                nil, "init-b0.mp4", "init-b0.mp4", "init-p0.mp4", "init-p0.mp4", "init-p0.mp4",
                "init-p0.mp4",
            ])
        let text = delta.text()
        #expect(text.split(separator: "\n").count { $0.hasPrefix("#EXT-X-MAP") } == 2)
        #expect(text.contains("#EXT-X-KEY:METHOD=NONE\n#EXT-X-MAP:URI=\"init-b0.mp4\"\n"))
    }
}

extension MediaPlaylist {
    /// A copy of the playlist that explicitly states the keys of each segment and section.
    ///
    /// The copies of two playlists are equal even if only one playlist has `METHOD=NONE` before a
    /// clear segment.
    fileprivate var statingKeys: MediaPlaylist {
        var playlist = self
        for index in playlist.segments.indices {
            playlist.segments[index].keys = segments[index].keys
            guard var section = segments[index].initializationSection else { continue }
            section.keys = section.keys
            playlist.segments[index].initializationSection = section
        }
        return playlist
    }
}
