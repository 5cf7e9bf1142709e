import HeadlessPlaybackTesting
import TestSupport
import Testing

/// Each defect in an asset gives exactly one failure, whose message names the stream at fault.
@Suite struct StreamBlameTests {
    @Test func `a lost segment of a variant is blamed on the variant, once`() async {
        let sample = CopiedSample("ts-multivariant")
        sample.folder.remove("video-360p/segment-2.ts")
        let verification = await sample.verify(expecting: [.at(.seconds(8), type: "CODE")])
        #expect(
            verification.problems == [
                "variant.played: variant 2 (640x360, 247k) lacks 8.000-12.000 s: segment-2.ts:"
                    + " no such file"
            ])
        #expect(
            Set(verification.skipped) == [
                "set.keyframes", "cue-point.passed", "ad.not-on-keyframe",
            ])
        let failure = verification.result.checks.compactMap(\.failure).first
        #expect(failure?.found.contains("not judged because of it: keyframes, cue point 1") == true)
        let marks = verification.result.histories.map { history in
            history.marks.filter { $0.kind == .cuePoint }.map(\.isRight)
        }
        #expect(marks == [[true], [nil], [true]], "the page marks what was not judged as neither")
    }

    @Test func `lost packets of timed metadata fail the verification`() async throws {
        let sample = CopiedSample("id3")
        let packets = EditedPackets(try #require(sample.folder.bytes("segment-1.ts")))
        let tag = Array(packets.indexes(of: 0x102)[1...3])
        sample.folder.put(packets.without(tag).bytes, at: "segment-1.ts")
        let verification = await sample.verify()
        #expect(
            verification.problems == [
                "variant.played: the stream: segment-1.ts: packets of metadata are lost (3 times)"
            ])
    }

    @Test(arguments: [
        (
            "-->", "->",
            "1 cue is lost: line 5: \"00:00:03.000 -> 00:00:05.500\" is not a pair of"
                + " times: segment-1.vtt"
        ),
        (
            "MPEGTS:900000", "MPEGTS:9OOOOO",
            "the times of 1 cue are unknown: line 2: \"X-TIMESTAMP-MAP=MPEGTS:9OOOOO,"
        ),
    ])
    func `lost cues fail the verification of their subtitles`(
        old: String, new: String, words: String
    ) async {
        for language in ["en", "fr"] {
            let sample = CopiedSample("ts-multivariant")
            sample.edit("subtitles-\(language)/segment-1.vtt") {
                $0.replacing(old, with: new)
            }
            let verification = await sample.verify()
            let name = language == "en" ? "English" : "Français"
            #expect(verification.problems.count == 1, "\(verification.problems)")
            #expect(
                verification.problems.first?.hasPrefix(
                    "variant.played: subtitles \(name): \(words)")
                    == true, "\(verification.problems)")
        }
    }

    @Test func `ignoring the check for lost segments does not ignore their consequences`() async {
        let sample = CopiedSample("ts-multivariant")
        sample.folder.remove("video-360p/segment-2.ts")
        let verification = await sample.verify { $0.ignored = ["variant.played"] }
        #expect(verification.problems.count == 1)
        #expect((verification.problems.first ?? "").hasPrefix("set.keyframes: variant 2"))
    }

    @Test func `a lost segment of fragmented MP4 is a failure of its variant, not of subtitles`()
        async
    {
        let sample = CopiedSample("cmaf-byteranges")
        sample.edit("video-360p/index.m3u8") { text in
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let places = lines.indices.filter { lines[$0] == "media.mp4" }
            lines[places[1]] = "gone.mp4"
            return lines.joined(separator: "\n")
        }
        let verification = await sample.verify(expecting: [.at(.seconds(9), type: "CODE")]) {
            $0.reportsEachVariant = true
        }
        #expect(verification.problems.count == 1, "\(verification.problems)")
        #expect((verification.problems.first ?? "").hasPrefix("variant.played: variant "))
        #expect((verification.problems.first ?? "").contains("640x360"))
        #expect((verification.problems.first ?? "").hasSuffix("gone.mp4: no such file"))
        let rows = verification.table.split(separator: "\n").filter { $0.contains("variant ") }
        #expect(rows.count == 2)
        #expect(rows.allSatisfy { $0.contains("once (") }, "\(verification.table)")
    }

    @Test(arguments: [
        ("video-234p/segment-0.ts", "variant 1 (416x234, 178k) lacks 0.000-"),
        ("audio-en/segment-0.ts", "audio English lacks 0.000-"),
        ("audio-fr/segment-4.ts", "audio Français lacks "),
        ("audio-fr/index.m3u8", "audio Français could not be read: index.m3u8"),
        ("subtitles-fr/index.m3u8", "subtitles Français could not be read: index.m3u8"),
        ("video-360p/index.m3u8", "variant 2 (640x360, 247k) could not be read: index.m3u8"),
        ("video-234p/index.m3u8", "variant 1 (416x234, 178k) could not be read: index.m3u8"),
    ])
    func `one lost file causes one failure`(file: String, problem: String) async {
        let sample = CopiedSample("ts-multivariant")
        sample.folder.remove(file)
        let problems = await sample.verify(expecting: [.at(.seconds(8), type: "CODE")]).problems
        #expect(problems.count == 1, "\(problems)")
        #expect((problems.first ?? "").hasPrefix("variant.played: \(problem)"), "\(problems)")
    }

    @Test func `all lost segments of a stream are listed in one failure`() async {
        let sample = CopiedSample("ts-multivariant")
        for index in [1, 2, 4] { sample.folder.remove("video-540p/segment-\(index).ts") }
        let failures = await sample.verify().result.checks.compactMap(\.failure)
        #expect(failures.count == 1)
        let lines = (failures.first?.found ?? "").split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("nothing at") } == 3, "\(lines)")
    }

    @Test func `a damaged segment is not reported as temporarily missing`() async {
        let sample = CopiedSample("ts-multivariant")
        let file = "video-360p/segment-1.ts"
        sample.folder.put((sample.folder.bytes(file) ?? []).prefix(20_000), at: file)
        let problems = await sample.verify().problems
        #expect(problems.count == 1, "\(problems)")
        #expect(!problems.joined().contains("temporarily"))
    }

    @Test(arguments: [true, false])
    func `the segments of every subtitle language are read`(isWhole: Bool) async {
        let sample = CopiedSample.withManySubtitles()
        if !isWhole {
            let last = sample.folder.files(in: "Svenska").keys.sorted().last { $0.hasSuffix("vtt") }
            sample.folder.remove("Svenska/\(last ?? "")")
        }
        let verification = await sample.verify()
        #expect(verification.problems.count == (isWhole ? 0 : 1), "\(verification.problems)")
        #expect(
            verification.problems.allSatisfy {
                $0.hasPrefix("variant.played: subtitles Svenska lacks ")
            })
        let read = verification.result.checks.filter { $0.name.hasPrefix("subtitles ") }
        #expect(read.count == 6)
    }

    @Test func `cues outside of the presentation fail subtitles beyond the number of variants`()
        async
    {
        let sample = CopiedSample.withManySubtitles()
        for index in 0..<5 {
            sample.edit("Svenska/segment-\(index).vtt") {
                $0.replacing("MPEGTS:900000", with: "MPEGTS:9900000")
            }
        }
        let problems = await sample.verify().problems
        #expect(problems.count == 1, "\(problems)")
        let problem = problems.first ?? ""
        #expect(
            problem.hasPrefix("variant.played: subtitles Svenska: 2 cues are lost: "), "\(problem)")
        #expect(
            problem.contains(" is outside of the presentation: segment-0.vtt"), "\(problem)")
    }

    @Test func `subtitles that end long before the variants are one failure`() async {
        let sample = CopiedSample("ts-multivariant")
        sample.edit("subtitles-fr/index.m3u8") { text in
            text.replacing("#EXTINF:4.000000,\nsegment-4.vtt\n", with: "")
        }
        #expect(await sample.verify().problems == [])
        sample.edit("subtitles-fr/index.m3u8") { text in
            text.replacing("#EXTINF:4.000000,\nsegment-3.vtt\n", with: "")
        }
        #expect(
            await sample.verify().problems == [
                "set.duration: the playlist of subtitles Français has 12.000 s, and that of"
                    + " variant 1 (416x234, 178k) has 20.000 s"
            ])
    }

    @Test func `segments in the wrong order are one failure that names them`() async {
        let sample = CopiedSample("ts-multivariant")
        sample.edit("video-360p/index.m3u8") { text in
            text.replacing("segment-1.ts", with: "x").replacing(
                "segment-2.ts", with: "segment-1.ts"
            )
            .replacing("x\n", with: "segment-2.ts\n")
        }
        let problems = await sample.verify().problems
        #expect(problems.count == 1, "\(problems)")
        #expect(
            (problems.first ?? "").contains(
                "segments out of order: segment-2.ts holds 8.000-12.000 s and the next one,"
                    + " segment-1.ts, holds 4.000-8.000 s"), "\(problems)")
    }

    @Test func `media before the position of EXT-X-START is read`() async {
        let sample = CopiedSample("ts-multivariant")
        for name in ["video-234p", "video-360p", "video-540p"] {
            sample.edit("\(name)/index.m3u8") {
                $0.replacing(
                    "#EXT-X-PLAYLIST", with: "#EXT-X-START:TIME-OFFSET=10\n#EXT-X-PLAYLIST")
            }
        }
        #expect(await sample.verify().problems == [])
        sample.folder.remove("video-360p/segment-0.ts")
        let problems = await sample.verify().problems
        #expect(problems.count == 1, "\(problems)")
        #expect(
            (problems.first ?? "").hasPrefix(
                "variant.played: variant 2 (640x360, 247k) lacks 0.000-"))
    }

    @Test(arguments: ["video-360p", "audio-en"])
    func `fragments without EXT-X-MAP are one failure that names the tag`(stream: String) async {
        let sample = CopiedSample("cmaf-byteranges")
        sample.edit("\(stream)/index.m3u8") { text in
            text.split(separator: "\n").filter { !$0.hasPrefix("#EXT-X-MAP") }
                .joined(separator: "\n") + "\n"
        }
        let verification = await sample.verify(expecting: [.at(.seconds(9), type: "CODE")])
        #expect(verification.problems.count == 1, "\(verification.problems)")
        let problem = verification.problems.first ?? ""
        #expect(
            problem.hasPrefix(
                "segment.map-missing: \(stream.hasPrefix("video") ? "variant" : "audio") "))
        #expect(
            problem.hasSuffix(" has no EXT-X-MAP, and its segments are fragments"), "\(problem)")
        let failure = verification.result.checks.compactMap(\.failure).first
        #expect(failure?.found.contains("fragments without an initialization section") == true)
        let ignoring = await sample.verify { $0.ignored = ["segment.map-missing"] }
        #expect(ignoring.problems.contains { $0.hasPrefix("variant.played: ") })
    }

    @Test func `a lost segment is not reported as a missing EXT-X-MAP`() async {
        let sample = CopiedSample("cmaf-byteranges")
        sample.edit("video-360p/index.m3u8") { $0.replacing("media.mp4\n", with: "gone.mp4\n") }
        let problems = await sample.verify().problems
        #expect(problems.count == 1, "\(problems)")
        #expect((problems.first ?? "").hasPrefix("variant.played: variant "))
    }

    @Test(arguments: ["AUDIO", "SUBTITLES", "VIDEO"])
    func `a group without renditions is one failure with its variants`(kind: String) async {
        let sample = CopiedSample("ts-multivariant")
        sample.edit("index.m3u8") { text in
            text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                guard line.hasPrefix("#EXT-X-STREAM-INF:") else { return String(line) }
                let rest = line.replacing(/,(AUDIO|SUBTITLES)="[^"]*"/) { match in
                    match.output.1 == kind ? "" : String(match.output.0)
                }
                return rest + ",\(kind)=\"none\""
            }.joined(separator: "\n")
        }
        let verification = await sample.verify()
        #expect(
            verification.problems == [
                "variant.undefined-group: \(kind) group \"none\" has no rendition, and 3 variant streams"
                    + " name it"
            ])
        let found = verification.result.checks.compactMap(\.failure).first?.found ?? ""
        for number in 1...3 { #expect(found.contains("variant \(number) ("), "\(found)") }
        #expect(found.contains("audio missing at 0.000-") == (kind == "AUDIO"), "\(found)")
        let ignoring = await sample.verify { $0.ignored = ["variant.undefined-group"] }
        #expect(ignoring.problems.isEmpty == (kind != "AUDIO"), "\(ignoring.problems)")
    }

    @Test func `subtitles without a URI are one failure with their variants`() async {
        let sample = CopiedSample("ts-multivariant")
        sample.edit("index.m3u8") { $0.replacing(",URI=\"subtitles-fr/index.m3u8\"", with: "") }
        let problems = await sample.verify().problems
        #expect(problems.count == 1, "\(problems)")
        #expect(
            (problems.first ?? "").hasPrefix("rendition.subtitles-no-uri: subtitles \"Français\""))
    }

    @Test func `an empty group name is the name of a group without renditions`() async {
        let sample = CopiedSample("ts-multivariant")
        sample.edit("index.m3u8") {
            $0.replacing("SUBTITLES=\"subtitles\"", with: "SUBTITLES=\"\"")
        }
        let problems = await sample.verify().problems
        #expect(problems.count == 1, "\(problems)")
        #expect((problems.first ?? "").hasPrefix("variant.undefined-group: SUBTITLES group \"\""))
    }

    @Test func `an audio rendition without a URI needs audio in the variants`() async {
        let sample = CopiedSample("ts-multivariant")
        sample.edit("index.m3u8") { $0.replacing(",URI=\"audio-fr/index.m3u8\"", with: "") }
        let verification = await sample.verify()
        #expect(
            verification.problems == [
                "rendition.track-missing: audio \"Français\" has no URI and no media"
            ])
        let found = verification.result.checks.compactMap(\.failure).first?.found ?? ""
        for number in 1...3 { #expect(found.contains("variant \(number) ("), "\(found)") }
        let whole = CopiedSample("single")
        whole.folder.put(whole.folder.bytes("index.m3u8") ?? [], at: "video.m3u8")
        whole.edit("index.m3u8") { _ in
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\",DEFAULT=YES\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO=\"a\"\nvideo.m3u8\n"
        }
        #expect(await whole.verify().problems == [])
    }

    @Test func `a variant without audio beside variants with audio fails`() async {
        let sample = CopiedSample("ts-multivariant")
        let variant = "avc1.4D401F,mp4a.40.2\",RESOLUTION=960x540,FRAME-RATE=25.000,AUDIO=\"audio\""
        sample.edit("index.m3u8") {
            $0.replacing(
                variant, with: "avc1.4D401F\",RESOLUTION=960x540,FRAME-RATE=25.000")
        }
        let problems = await sample.verify().problems
        #expect(problems.count == 1, "\(problems)")
        let problem = problems.first ?? ""
        #expect(problem.hasPrefix("rendition.track-missing: variant 3 ("), "\(problem)")
        #expect(problem.contains(" lacks audio, and variant 1 ("), "\(problem)")
    }

    @Test func `a file of type EVENT needs EXT-X-ENDLIST unless files may grow`() async {
        let sample = CopiedSample("single")
        sample.edit("index.m3u8") {
            $0.replacing("#EXT-X-ENDLIST\n", with: "").replacing("TYPE:VOD", with: "TYPE:EVENT")
        }
        let problems = await sample.verify().problems
        #expect(problems.count == 1, "\(problems)")
        #expect((problems.first ?? "").hasPrefix("media.file-without-endlist: "))
        #expect(await sample.verify { $0.acceptsGrowingFiles = true }.problems == [])
    }

    @Test(
        arguments: ["video-360p", "audio-fr", "subtitles-fr"],
        [
            ("x.ts", "a URI without EXTINF, dropped (x.ts)"),
            ("#EXTINF:4,", "EXTINF: no URI follows, dropped"),
        ])
    func `EXTINF or a URI alone fails the stream whose playlist has it`(
        stream: String, line: (text: String, problem: String)
    ) async {
        let sample = CopiedSample("ts-multivariant")
        sample.edit("\(stream)/index.m3u8") {
            $0.replacing("#EXT-X-ENDLIST", with: "\(line.text)\n#EXT-X-ENDLIST")
        }
        let problems = await sample.verify().problems
        #expect(problems.count == 1, "\(problems)")
        let name = [
            "video-360p": "variant 2", "audio-fr": "audio F", "subtitles-fr": "subtitles F",
        ]
        #expect((problems.first ?? "").hasPrefix("variant.played: \(name[stream] ?? "?")"))
        #expect((problems.first ?? "").contains(line.problem), "\(problems)")
    }

    @Test func `a variant stream without a URI fails the asset`() async {
        let sample = CopiedSample("ts-multivariant")
        sample.edit("index.m3u8") { $0.replacing("video-540p/index.m3u8\n", with: "") }
        let problems = await sample.verify().problems
        #expect(problems.count == 1, "\(problems)")
        #expect((problems.first ?? "").contains("EXT-X-STREAM-INF: no URI follows, dropped"))
    }

    @Test func `a rendition that no variant references leaves the playback check skipped`() async {
        let sample = CopiedSample("ts-multivariant")
        sample.edit("index.m3u8") { text in
            text
                + "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"other\",NAME=\"Lost\","
                + "URI=\"audio-fr/index.m3u8\"\n"
        }
        let verification = await sample.verify()
        #expect(verification.problems == [])
        #expect(verification.skipped == ["variant.played"])
    }

    @Test func `closed captions are skipped checks that name them`() async {
        let sample = CopiedSample("ts-multivariant")
        sample.edit("index.m3u8") { text in
            text.replacing("#EXT-X-STREAM-INF:", with: "#EXT-X-STREAM-INF:CLOSED-CAPTIONS=\"a\",")
                + zip("ab", 1...2).map { group, number in
                    "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"\(group)\",NAME=\"English\","
                        + "INSTREAM-ID=\"CC\(number)\"\n"
                }.joined()
        }
        let verification = await sample.verify()
        #expect(verification.problems == [])
        #expect(
            verification.reasons == [
                "closed captions a English is read to its end: closed captions are looked for in"
                    + " the video only by 'playctl lint' or --lint",
                "closed captions b English is read to its end: no variant stream names its group b",
            ])
    }

    @Test func `a VIDEO rendition and an I-frame playlist are skipped checks that name them`()
        async
    {
        let sample = CopiedSample("ts-multivariant")
        sample.edit("index.m3u8") { text in
            text.replacing("#EXT-X-STREAM-INF:", with: "#EXT-X-STREAM-INF:VIDEO=\"angles\",")
                + ["video-234p/index", "audio-fr/index"].map {
                    "#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"angles\",NAME=\"\($0)\","
                        + "URI=\"\($0).m3u8\"\n"
                }.joined()
                + "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=50000,URI=\"video-234p/index.m3u8\"\n"
        }
        let verification = await sample.verify()
        #expect(verification.problems == [])
        #expect(
            verification.reasons == [
                "video audio-fr/index is read to its end: VIDEO renditions are read only by"
                    + " 'playctl lint' or --lint",
                "I-frame playlist 1 (50k) is read to its end: I-frame playlists are read only by"
                    + " 'playctl lint' or --lint",
            ])
    }
}

extension CopiedSample {
    /// Returns a sample with three variant streams and six renditions of subtitles.
    fileprivate static func withManySubtitles() -> CopiedSample {
        let sample = CopiedSample("ts-multivariant")
        let languages = ["Deutsch", "Norsk", "Suomi", "Svenska"]
        for language in languages {
            for (name, bytes) in sample.folder.files(in: "subtitles-en") {
                sample.folder.put(bytes, at: "\(language)/\(name)")
            }
        }
        sample.edit("index.m3u8") { text in
            text
                + languages.map {
                    "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"subtitles\",NAME=\"\($0)\","
                        + "URI=\"\($0)/index.m3u8\"\n"
                }.joined()
        }
        return sample
    }
}

extension Check {
    /// The failure of a failed check; `nil` for any other outcome.
    fileprivate var failure: Failure? {
        if case .failed(let failure) = outcome { failure } else { nil }
    }
}
