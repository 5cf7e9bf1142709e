import HeadlessPlayback
import TestSupport
import Testing

/// Tests of remarks about unplayable tracks, and about media played in place of other media.
@Suite struct RemarkTests {
    private let video = SampleMedia.transportStream.video()

    private func remarks(_ playback: Playback) -> [Ledger.Remark.Kind] {
        playback.ledger?.remarks.map(\.kind) ?? []
    }

    /// Returns a loader that changes the multivariant playlist of the sample.
    private func loader(changing old: String, to new: String) -> ScriptedLoader {
        ScriptedLoader([
            (
                "ts-multivariant/index.m3u8",
                .changed { bytes in
                    let text = String(decoding: bytes, as: UTF8.self)
                    return Array(
                        text.split(separator: old, omittingEmptySubsequences: false)
                            .joined(separator: new).utf8)
                }
            )
        ])
    }

    /// Plays the sample with a change in its multivariant playlist.
    private func playing(
        _ old: String, as new: String, _ configure: (inout PlaybackOptions) -> Void = { _ in }
    ) -> Playback {
        Playback(loader: loader(changing: old, to: new), configure).play(video)
    }

    @Test(arguments: SampleMedia.allCases)
    func `good assets have no remarks`(sample: SampleMedia) {
        let playback = Playback().play(sample.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.remarks == [])
    }

    @Test(
        arguments: [
            (",AUDIO=\"audio\"", ",AUDIO=\"sound\"", "AUDIO group \"sound\""),
            (",SUBTITLES=\"subtitles\"", ",SUBTITLES=\"text\"", "SUBTITLES group \"text\""),
            (",FRAME-RATE=25.000", ",VIDEO=\"angles\"", "VIDEO group \"angles\""),
        ])
    func `a rendition group without renditions makes the ledger unsound`(
        old: String, new: String, words: String
    ) {
        let playback = playing(old, as: new)
        #expect(playback.ledger?.isSound == false)
        #expect(playback.ledger?.imbalances == [])
        let remark = playback.ledger?.remarks.first
        #expect(remark?.kind == .undefinedGroup)
        #expect(remark?.text.hasPrefix("\(words) has no rendition, and 3 variant streams") == true)
        #expect(remark?.text.hasSuffix("ts-multivariant/index.m3u8") == true)
    }

    @Test func `lost packets of timed metadata make the ledger unsound`() {
        let loader = ScriptedLoader([
            (
                "segment-1.ts",
                .changed { bytes in
                    // These three packets contain the second tag of the segment.
                    let packets = EditedPackets(bytes)
                    return packets.without(Array(packets.indexes(of: 0x102)[1...3])).bytes
                }
            )
        ])
        let playback = Playback(loader: loader).play(SampleMedia.timedMetadata.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.times(in: .missing) == [:], "video and audio are complete")
        #expect(playback.ledger?.isSound == false)
        #expect(remarks(playback) == [.lostMetadata])
        let text = playback.ledger?.remarks.first?.text ?? ""
        #expect(text.hasPrefix("packets of metadata are lost (3 times): "), "\(text)")
        #expect(text.hasSuffix("id3/segment-1.ts"), "\(text)")
    }

    @Test func `timed metadata that cannot be read makes the ledger unsound`() {
        let loader = ScriptedLoader([
            (
                "segment-1.ts",
                .changed { bytes in
                    // These bytes are the start of a tag of version 2.4.
                    let tag: [UInt8] = [0x49, 0x44, 0x33, 0x04]
                    var bytes = bytes
                    let place = bytes.indices.first { bytes[$0...].starts(with: tag) }
                    if let place { bytes[place + 2] = 0x58 }
                    return bytes
                }
            )
        ])
        let playback = Playback(loader: loader).play(SampleMedia.timedMetadata.video())
        #expect(playback.ledger?.isSound == false)
        #expect(remarks(playback) == [.lostMetadata])
        let text = playback.ledger?.remarks.first?.text ?? ""
        #expect(text.hasPrefix("ID3 tags cannot be read: "), "\(text)")
    }

    @Test func `a captions group without renditions is listed as a remark, and is harmless`() {
        let playback = playing(",FRAME-RATE=25.000", as: ",CLOSED-CAPTIONS=\"cc\"")
        #expect(remarks(playback) == [.undefinedCaptions])
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `content steering is ignored, which is listed as a remark, and is harmless`() {
        let tag = "#EXT-X-CONTENT-STEERING:SERVER-URI=\"/steer?token=verysecret\""
        let playback = playing("#EXTM3U", as: "#EXTM3U\n\(tag)")
        #expect(remarks(playback) == [.unreadSteering])
        #expect(playback.ledger?.isSound == true)
        let text = playback.ledger?.remarks.first?.text ?? ""
        #expect(text.hasPrefix("the steering manifest /steer?token=…"), "\(text)")
    }

    @Test func `image playlists are not read, which is listed as a remark, and is harmless`() {
        let tags = ["320.m3u8?token=verysecret", "640.m3u8"].map {
            "#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=9,RESOLUTION=320x180,CODECS=\"jpeg\",URI=\"\($0)\"\n"
        }
        let playback = playing("#EXTM3U\n", as: "#EXTM3U\n\(tags.joined())")
        #expect(remarks(playback) == [.unreadImages])
        #expect(playback.ledger?.isSound == true)
        let text = playback.ledger?.remarks.first?.text ?? ""
        #expect(text.hasPrefix("2 image playlists are not read: \"320.m3u8?token=…"), "\(text)")
        #expect(text.contains("\" and 1 more: "), "\(text)")
    }

    @Test func `a silent variant stream beside others is listed as a remark, and is harmless`() {
        func play(_ count: Int) -> [String] {
            let loader = ScriptedLoader([
                (
                    "ts-multivariant/index.m3u8",
                    .changed { bytes in
                        let text = String(decoding: bytes, as: UTF8.self)
                        let lines = text.split(separator: "\n").map(String.init)
                        let streams = lines.indices.filter { lines[$0].hasPrefix("#EXT-X-STREAM") }
                        let silent = streams.suffix(count)
                        let changed = lines.enumerated().map { place, line in
                            guard silent.contains(place) else { return line }
                            return line.replacing(",mp4a.40.2", with: "")
                                .replacing(",AUDIO=\"audio\"", with: "")
                        }
                        return Array((changed.joined(separator: "\n") + "\n").utf8)
                    }
                )
            ])
            let playback = Playback(loader: loader).play(video)
            #expect(playback.recorder.lifecycle.last == .end)
            #expect(playback.ledger?.isSound == true)
            #expect(remarks(playback).allSatisfy { $0 == .silentVariant })
            return playback.ledger?.remarks.map(\.text) ?? []
        }
        let words = "the chosen variant stream of 351376 bit/s declares no audio, and"
        #expect(play(1) == ["\(words) 2 others declare audio"])
        #expect(play(2) == ["\(words) another one declares audio"])
        #expect(play(3) == [])
    }

    @Test func `a variant stream of I-frames only makes the ledger unsound`() {
        let loader = ScriptedLoader(
            ["video-234p", "video-360p", "video-540p"].map { folder in
                (
                    "\(folder)/index.m3u8",
                    .changed { bytes in
                        let tags = "#EXT-X-VERSION:4\n#EXT-X-I-FRAMES-ONLY"
                        let text = String(decoding: bytes, as: UTF8.self)
                        return Array(text.replacing("#EXT-X-VERSION:3", with: tags).utf8)
                    }
                )
            })
        let playback = Playback(loader: loader).play(video)
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(Set(remarks(playback)) == [.onlyIFrames])
        #expect(playback.ledger?.isSound == false)
    }

    @Test func `interstitials are not played, which is listed as a remark, and is harmless`() {
        let ranges = ["a", "b"].map { id in
            "#EXT-X-DATERANGE:ID=\"\(id)\",CLASS=\"com.apple.hls.interstitial\""
                + ",START-DATE=\"2026-01-01T00:00:00Z\",X-ASSET-URI=\"\(id).m3u8\"\n"
        }
        let loader = ScriptedLoader([
            (
                "single/index.m3u8",
                .changed { Array(("#EXTM3U\n" + ranges.joined()).utf8) + $0.dropFirst(8) }
            )
        ])
        let playback = Playback(loader: loader).play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(
            playback.ledger?.remarks.map(\.text)
                == ["2 interstitials are not played: \"a\" and 1 more"])
        #expect(remarks(playback) == [.unplayedInterstitials])
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `a variant stream with an unknown requirement is not chosen`() throws {
        let loader = loader(changing: ",RESOLUTION=960x540", to: ",REQ-FOO=\"a\"")
        loader.answer("video-540p/index.m3u8", with: .failure(.status(404), times: 9))
        let playback = Playback(loader: loader).play(video)
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(remarks(playback) == [.unmetRequirement])
        #expect(playback.ledger?.isSound == true)
        let text = playback.ledger?.remarks.first?.text ?? ""
        #expect(text.hasPrefix("variant stream 3 needs a player that knows REQ-FOO"), "\(text)")
        let refused = playing(",FRAME-RATE=25.000", as: ",REQ-FOO=\"a\"")
        let error = try #require(refused.recorder.errors.first).cause
        guard case .noVariant = error else {
            Issue.record("\(error)")
            return
        }
    }

    @Test func `subtitles without a URI make the ledger unsound`() {
        let playback = playing(",URI=\"subtitles-fr/index.m3u8\"", as: "")
        #expect(remarks(playback) == [.unreadableRendition])
        #expect(playback.ledger?.isSound == false)
    }

    @Test func `a rendition that no viewer can select is listed as a remark`() {
        let playback = playing(
            "NAME=\"Français\",LANGUAGE=\"fr\",DEFAULT=NO",
            as:
                "NAME=\"English\",LANGUAGE=\"en\",DEFAULT=YES")
        #expect(remarks(playback).contains(.oddLines))
    }

    @Test func `a segment whose failure causes a variant switch is named in a remark`() throws {
        let loader = ScriptedLoader([
            ("video-540p/segment-2.ts", .changed { Array($0.prefix($0.count / 2)) })
        ])
        let playback = Playback(loader: loader).play(video)
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
        #expect(remarks(playback) == [.replacedVariant])
        let text = try #require(playback.ledger?.remarks.first?.text)
        #expect(text.contains("video-540p/segment-2.ts"))
        #expect(text.contains("the variant stream of 351376 bit/s is not played from 8.000 s on"))
    }

    @Test(arguments: ["video-540p/index.m3u8", "video-540p/segment-0.ts"])
    func `a variant stream that cannot be started is named in a remark`(path: String) throws {
        let loader = ScriptedLoader([(path, .failure(.status(404), times: 9))])
        let playback = Playback(loader: loader).play(video)
        #expect(playback.ledger?.isSound == true)
        #expect(remarks(playback) == [.replacedVariant])
        #expect(playback.ledger?.remarks.first?.text.contains(path) == true)
    }

    @Test(arguments: ["video-234p/index.m3u8\n", "video-540p/index.m3u8\n"])
    func `a variant stream without a URI is named in a remark`(uri: String) throws {
        let playback = playing(uri, as: "")
        #expect(remarks(playback) == [.missingURI])
        #expect(playback.ledger?.remarks.first?.text.contains("no URI follows") == true)
        #expect(playback.ledger?.isSound == false)
    }

    @Test func `a location without EXT-X-STREAM-INF makes the ledger unsound`() {
        let playback = playing("video-234p/index.m3u8\n", as: "video-234p/index.m3u8\nlost.m3u8\n")
        #expect(remarks(playback) == [.unlistedStream])
        #expect(playback.ledger?.isSound == false)
    }

    @Test(arguments: [
        "TYPE=SUBTITLE,GROUP-ID=\"subtitles\"", "TYPE=SUBTITLES", "GROUP-ID=\"subtitles\"",
    ])
    func `a rendition without a known type and a group makes the ledger unsound`(
        attributes: String
    ) {
        let playback = playing(
            "TYPE=SUBTITLES,GROUP-ID=\"subtitles\",NAME=\"Français\"",
            as: "\(attributes),NAME=\"Français\"")
        #expect(remarks(playback) == [.unlistedStream])
        #expect(playback.ledger?.isSound == false)
    }

    @Test func `an I-frame stream without a URI makes the ledger unsound`() {
        let playback = playing(
            "#EXTM3U", as: "#EXTM3U\n#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000")
        #expect(remarks(playback) == [.unlistedStream])
        #expect(playback.ledger?.isSound == false)
    }

    /// Clients ignore such a rendition, and the group of subtitles is complete without it.
    @Test(arguments: ["other", "subtitles"])
    func `a rendition of an unknown type that no variant needs is harmless`(group: String) {
        let tag = "#EXT-X-MEDIA:TYPE=SMELL,GROUP-ID=\"\(group)\",NAME=\"Rose\""
        let playback = playing("#EXTM3U", as: "#EXTM3U\n\(tag)")
        #expect(remarks(playback) == [.oddLines])
        #expect(playback.ledger?.isSound == true)
    }

    @Test(arguments: [
        ("#EXTINF:4.010667", "#EXT-X-DISCONTINUITY-SEQUENCE:3\n#EXTINF:4.010667"),
        ("segment-0.ts\n", "segment-0.ts\n#EXT-X-DISCONTINUITY\n"),
    ])
    func `audio with other discontinuities than its variant stream makes the ledger unsound`(
        old: String, new: String
    ) {
        let loader = ScriptedLoader([
            (
                "audio-en/index.m3u8",
                .changed { bytes in
                    let parts = String(decoding: bytes, as: UTF8.self).split(
                        separator: old, maxSplits: 1, omittingEmptySubsequences: false)
                    return Array(parts.joined(separator: new).utf8)
                }
            )
        ])
        let playback = Playback(loader: loader).play(video)
        #expect(remarks(playback) == [.unmatchedDiscontinuities])
        #expect(playback.ledger?.isSound == false)
    }

    @Test(
        arguments: [
            ("#EXT-X-ENDLIST\n", [.missingEndList]), ("segment-4.ts\n", [.missingURI]),
            ("segment-4.ts\n#EXT-X-ENDLIST\n", [.missingURI, .missingEndList]),
        ] as [(String, [Ledger.Remark.Kind])])
    func `a playlist of type VOD that is not complete makes the ledger unsound`(
        lost: String, kinds: [Ledger.Remark.Kind]
    ) {
        let loader = ScriptedLoader([
            (
                "single/index.m3u8",
                .changed {
                    Array(String(decoding: $0, as: UTF8.self).replacing(lost, with: "").utf8)
                }
            )
        ])
        let playback = Playback(loader: loader).play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(remarks(playback) == kinds)
        #expect(playback.ledger?.isSound == false)
    }

    @Test func `preferences that an asset cannot satisfy are named in remarks`() {
        let playback = Playback {
            $0.mediaPreferences = MediaPreferences(
                audioLanguages: ["de", "it"], subtitles: .language("de"))
            $0.preferredPeakBitRate = 1000
        }.play(video)
        #expect(remarks(playback) == [.unmetBandwidth, .unmetAudio, .unmetSubtitles])
        #expect(playback.ledger?.isSound == true)
        #expect(
            playback.ledger?.remarks.map(\.text) == [
                "no variant stream has 1000 bit/s or less: the lowest has 177664",
                "no audio in \"de\" or \"it\": the asset has en, fr",
                "no subtitles in \"de\": the asset has en, fr",
            ])
    }

    @Test(arguments: [SampleMedia.single, .progressive])
    func `subtitles are missing in an asset without variant streams`(sample: SampleMedia) {
        let video = sample.video()
        let playback = Playback {
            $0.mediaPreferences = MediaPreferences(
                audioLanguages: ["fr"], subtitles: .language("fr"))
        }.play(video)
        #expect(
            playback.ledger?.remarks.map(\.text)
                == ["no subtitles in \"fr\": the asset lists none"])
        let automatic = Playback { $0.mediaPreferences.audioLanguages = ["fr"] }.play(video)
        #expect(automatic.ledger?.remarks == [])
    }

    @Test func `satisfied preferences have no remarks`() {
        let playback = Playback {
            $0.mediaPreferences = MediaPreferences(
                audioLanguages: ["de", "fr"], subtitles: .language("en"))
            $0.preferredPeakBitRate = 200_000
        }.play(video)
        #expect(playback.ledger?.remarks == [])
    }

    @Test func `preferred audio that the played variant stream lacks is named in a remark`() throws
    {
        let playback = playing(
            "GROUP-ID=\"audio\",NAME=\"Français\"", as: "GROUP-ID=\"other\",NAME=\"Français\""
        ) { $0.mediaPreferences.audioLanguages = ["fr"] }
        #expect(remarks(playback) == [.unmetAudio])
        let text = try #require(playback.ledger?.remarks.first?.text)
        #expect(text.hasSuffix("\"English\" is played instead"))
    }

    @Test(arguments: [
        (
            "\",NAME=\"Français\"", "-2\",NAME=\"Français\"",
            [
                "audio \"Français\" is not in group \"audio\" of the variant stream played:"
                    + " \"English\" is played instead",
                "subtitles \"Français\" are in no group of the variant stream played",
            ]
        ),
        (
            ",AUDIO=\"audio\"", "",
            ["audio \"Français\" is in no group of the variant stream played"]
        ),
    ])
    func `a selected option that the played variant stream lacks is named in a remark`(
        old: String, new: String, texts: [String]
    ) throws {
        let playback = Playback(loader: loader(changing: old, to: new))
        playback.controller.setVideos([video])
        playback.run(until: 2)
        let session = try #require(playback.controller.currentSession)
        session.selectedAudibleMediaOption =
            session.audibleMediaSelectionGroup?.options.first { $0.speaks("fr") }
        session.selectedLegibleMediaOption =
            session.legibleMediaSelectionGroup?.options.first { $0.speaks("fr") }
        playback.controller.run()
        #expect(playback.ledger?.remarks.map(\.text) == texts)
    }

    // MARK: Media that is not reached

    @Test func `media after the playhead of an unfinished session is not reached, and not skipped`()
        throws
    {
        let playback = Playback()
        playback.controller.setVideos([video])
        playback.run(until: 5)
        let ledger = try #require(playback.ledger)
        let track = try #require(ledger.tracks.first)
        #expect(track.time(in: .played) == .seconds(5))
        #expect(track.time(in: .skipped) == .zero)
        #expect(track.time(in: .notReached) == track.length - .seconds(5))
        #expect(ledger.imbalances == [])
        #expect(ledger.isSound)
    }

    @Test func `media that a seek jumps over is skipped, and later media not reached`() throws {
        let playback = Playback()
        playback.controller.setVideos([video])
        playback.run(until: 2)
        playback.controller.seek(to: 10)
        playback.run(until: 5)
        let track = try #require(playback.ledger?.tracks.first)
        #expect(track.time(in: .skipped) > .seconds(7))
        #expect(track.time(in: .notReached) > .seconds(6))
        #expect(playback.ledger?.imbalances == [])
    }

    // MARK: Extreme durations

    @Test func `a gap with a duration of centuries counts as one day`() throws {
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:99\n#EXT-X-GAP\n#EXTINF:13000000000,\na.ts\n"
            + "#EXT-X-ENDLIST\n"
        let loader = ScriptedLoader([("index.m3u8", .bytes(Array(text.utf8)))])
        let playback = Playback(loader: loader).play(SampleMedia.single.video())
        let track = try #require(playback.ledger?.tracks.first)
        #expect(track.time(in: .gap) == .seconds(86_400))
        #expect(remarks(playback) == [.oddLines])
    }

    @Test func `a segment lasts at most four times its permitted duration`() {
        let second = "\(SampleMedia.transportStream.folder)/video-540p/segment-1.ts"
        let more = fileBytes(second)
        let loader = ScriptedLoader([
            ("video-540p/segment-0.ts", .changed { $0 + more }),
            (
                "ts-multivariant/index.m3u8",
                .bytes(
                    Array(
                        """
                        #EXTM3U
                        #EXT-X-VERSION:3
                        #EXT-X-TARGETDURATION:1
                        #EXTINF:1,
                        video-540p/segment-0.ts
                        #EXT-X-ENDLIST
                        """.utf8))
            ),
        ])
        let playback = Playback(loader: loader).play(video)
        #expect(playback.recorder.lifecycle.last == .fail)
        let error = "\(playback.recorder.errors.first.map { "\($0)" } ?? "")"
        #expect(error.contains("more than 4.000 s for a promise of 1.000 s"), "\(error)")
    }
}
