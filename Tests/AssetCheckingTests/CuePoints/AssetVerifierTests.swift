import HeadlessPlaybackTesting
import Sessions
import TestSupport
import Testing

@testable import AssetChecking

/// The verification of a sample with correct markers, and of a sample with mistakes.
@Suite struct AssetVerifierTests {
    private static let expected: CuePointCollection = [
        .at(.seconds(4), type: "AdSlot", properties: ["name": "break-1"]),
        .at(.seconds(6), type: "CODE", properties: ["name": "chapter-2"]),
        .at(.seconds(8), type: "AdSlot", properties: ["name": "break-2"]),
    ]

    private func survey(
        _ folder: String, cuePoints: CuePointCollection = expected
    ) async -> SurveyedAsset {
        var video = Video(url: "\(SampleMedia.folder)/\(folder)/index.m3u8")
        video.cuePoints = cuePoints
        return await AssetSurveyor(title: folder).survey(video)
    }

    private func verify(
        _ folder: String, expected: CuePointCollection = expected,
        _ configure: (inout AssetVerifier) -> Void = { _ in }
    ) async -> ScenarioResult {
        let asset = await survey(folder, cuePoints: expected)
        var verifier = AssetVerifier(expecting: expected, title: folder)
        configure(&verifier)
        return verifier.verify(asset, command: "").result
    }

    private func failures(_ result: ScenarioResult) -> [String] {
        result.checks.compactMap { check in
            guard case .failed = check.outcome else { return nil }
            return check.code
        }
    }

    @Test func `a correct asset passes every check`() async {
        let result = await verify("markers")
        #expect(failures(result) == [])
        #expect(result.verdict == .passed)
        #expect(Set(result.checks.map(\.name)).count == result.checks.count)
        #expect(result.checks.allSatisfy { CheckCode.isKnown($0.code) })
        let codes = result.checks.map(\.code)
        #expect(codes.count { $0 == "cue-point.passed" } == 3)
        #expect(codes.count { $0 == "ad.not-on-boundary" } == 2)
        #expect(codes.count { $0 == "marker.missing" } == 2)
        #expect(codes.count { $0 == "variant.played" } == 2)
        #expect(result.histories.count == 2)
        let marks = result.histories[0].marks
        #expect(marks.count { $0.kind == .segment } == 6)
        #expect(marks.filter { $0.kind == .cuePoint }.allSatisfy { $0.isRight == true })
        #expect(marks.count { $0.kind == .marker } == 4)
    }

    /// A message in media arrives before the break that it announces.
    @Test(arguments: [
        (2, "SCTE 35 in PID 259", false), (9, "SCTE 35 in PID 259", true),
        (2, "EXT-OATCLS-SCTE35", true),
    ])
    func `an earlier message that cannot be read may announce a break`(
        second: Int64, source: String, isMissing: Bool
    ) async {
        let cuePoints: CuePointCollection = [.at(.seconds(8), type: "AdSlot")]
        var asset = await survey("single", cuePoints: cuePoints)
        asset.streams[0].survey?.markers = [
            Marker(.unreadable, at: .seconds(second), source: source, text: "encrypted")
        ]
        let result = AssetVerifier(expecting: cuePoints).verify(asset).result
        #expect(failures(result).contains("marker.missing") == isMissing)
        #expect(result.verdict == .failed)
    }

    @Test func `a cue point that is passed never or twice fails, with the times of its passages`()
        async
    {
        var video = Video(url: "\(SampleMedia.folder)/markers/index.m3u8")
        let (chapter, missed) = (CuePoint.at(.seconds(6), type: "CODE"), CuePoint.at(.seconds(7)))
        video.cuePoints = [chapter, chapter]
        let asset = await AssetSurveyor().survey(video)
        let verification = AssetVerifier(expecting: [chapter, missed]).verify(asset)
        let found = verification.result.checks.compactMap { check -> String? in
            guard case .failed(let failure) = check.outcome, check.code == "cue-point.passed" else {
                return nil
            }
            return failure.found
        }
        #expect(found.count == 2)
        #expect(found.first?.contains(": 5.000 to 6.000, 5.000 to 6.000; 2 times in") == true)
        #expect(found.last?.hasPrefix("never in variant 1") == true)
        #expect(verification.table.contains("2 times (5.000 to 6.000)"))
    }

    @Test func `each kind of mistake in the markers fails its own check`() async throws {
        let result = await verify("markers-wrong")
        let failed = Set(failures(result))
        #expect(
            failed.isSuperset(of: [
                "marker.missing", "ad.not-on-keyframe", "ad.not-on-boundary", "set.keyframes",
            ]), "\(failed)")
        #expect(!failed.contains("cue-point.passed"))
        #expect(!failed.contains("variant.played"))
        let missing = result.checks.filter { check in
            if case .failed = check.outcome { return check.code == "marker.missing" }
            return false
        }
        #expect(
            missing.map(\.name) == [
                "cue point 1 at 4.000 AdSlot \"break-1\" is marked in the asset"
            ])
    }

    @Test func `ignored checks do not affect the verdict`() async {
        let first = await verify("markers-wrong")
        let codes = Set(failures(first))
        let result = await verify("markers-wrong") { $0.ignored = codes }
        #expect(result.verdict == .passed)
        #expect(result.checks.count == first.checks.count)
    }

    @Test func `tolerances decide which deviations pass`() async {
        let result = await verify("markers-wrong") {
            $0.keyframeTolerance = .off
            $0.boundaryTolerance = .time(.seconds(3))
        }
        let codes = failures(result)
        #expect(!codes.contains("ad.not-on-keyframe"))
        #expect(!codes.contains("ad.not-on-boundary"))
    }

    @Test func `an asset passes when its own markers are expected`() async {
        let asset = await survey("markers", cuePoints: [])
        let cuePoints = MarkerListing(asset.survey, tolerance: .milliseconds(100)).cuePoints
        #expect(cuePoints.map(\.position) == [4, 6, 8, 10].map { .time(.seconds($0)) })
        #expect(cuePoints.map(\.type) == ["AdSlot", "in", "AdSlot", "in"])
        let again = await verify("markers", expected: cuePoints)
        #expect(failures(again) == [])
        let wrong = await verify("markers-wrong", expected: cuePoints)
        #expect(failures(wrong).count { $0 == "marker.missing" } == 2)
    }

    @Test func `a marker that is not expected is reported`() async {
        let result = await verify(
            "markers", expected: [.at(.seconds(4), type: "AdSlot")])
        #expect(failures(result) == ["marker.unexpected"])
    }

    @Test func `a cue point after the end of the media is reported as never passed`() async {
        let result = await verify(
            "markers", expected: [.at(.seconds(40), type: "CODE"), .before(), .after()])
        let codes = failures(result)
        #expect(codes == ["cue-point.passed", "marker.unexpected", "marker.unexpected"])
    }

    @Test func `a single file has no segment boundaries to check breaks against`() async throws {
        var video = SampleMedia.progressive.video()
        video.cuePoints = [.at(MediaTime(2_002, timescale: 1000), type: "AdSlot")]
        let asset = await AssetSurveyor().survey(video)
        #expect(asset.survey.streams.map(\.boundaries.count) == [2])
        let result = AssetVerifier(expecting: video.cuePoints).verify(asset).result
        #expect(failures(result) == [])
        #expect(!result.checks.contains { $0.code == "ad.not-on-boundary" })
    }

    @Test func `unread media skips the checks of its cue points`() async throws {
        let folder = ScratchFolder()
        folder.put(
            Array("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n#EXTINF:2,\nb.ts\n".utf8),
            at: "index.m3u8")
        folder.put(fileBytes("\(SampleMedia.single.folder)/segment-0.ts"), at: "a.ts")
        var video = Video(url: "\(folder.path)/index.m3u8")
        video.cuePoints = [.at(.seconds(3), type: "CODE")]
        let asset = await AssetSurveyor().survey(video)
        let stream = try #require(asset.survey.streams.first)
        #expect(!stream.isComplete)
        #expect(stream.unread.map(\.lowerBound) == [.seconds(2)])
        var verifier = AssetVerifier(expecting: video.cuePoints)
        #expect(
            failures(verifier.verify(asset).result) == [
                "variant.played", "media.file-without-endlist",
            ])
        verifier.acceptsGrowingFiles = true
        let result = verifier.verify(asset).result
        #expect(failures(result) == ["variant.played"])
        let isSkipped = result.checks.contains { check in
            if case .skipped = check.outcome { check.code == "cue-point.passed" } else { false }
        }
        #expect(isSkipped)
    }

    @Test func `pre-rolls and post-rolls need no keyframe and no marker`()
        async
    {
        let rolls = [0, 4, 8, 12].map { CuePoint.at(.seconds($0), type: "AD") }
        let result = await verify("markers", expected: CuePointCollection(rolls))
        #expect(failures(result) == [])
        let strict = await verify("markers", expected: CuePointCollection(rolls)) {
            $0.requiresMarkers = true
        }
        #expect(failures(strict) == ["marker.missing", "marker.missing"])
    }

    @Test func `an unavailable asset fails, and its cue points are not checked`() async {
        var video = Video(url: "no/such/index.m3u8")
        video.cuePoints = [.at(.seconds(4), type: "AD")]
        let asset = await AssetSurveyor().survey(video)
        let verification = AssetVerifier(expecting: video.cuePoints).verify(asset)
        #expect(failures(verification.result) == ["variant.played"])
        #expect(verification.skipped == ["cue-point.passed"])
        #expect(verification.table.contains("never"))
    }

    @Test func `markers after the end of the media give no cue points`() {
        var stream = StreamSurvey(name: "variant 1", role: .variant)
        stream.boundaries = [.zero, .seconds(10)]
        stream.markers = [-1, 4, 25].map {
            Marker(.out, at: .seconds($0), source: "SCTE 35", text: "a break begins")
        }
        let cuePoints = AssetSurvey(streams: [stream]).cuePoints()
        #expect(cuePoints.map(\.position) == [.time(.zero), .time(.seconds(4))])
    }

    @Test func `a playlist with longer EXTINF durations than its media is reported`() async throws {
        let folder = ScratchFolder()
        var text = String(
            decoding: fileBytes("\(SampleMedia.single.folder)/index.m3u8"), as: UTF8.self)
        text = text.replacing("EXTINF:2.0", with: "EXTINF:2.3")
        folder.put(Array(text.utf8), at: "index.m3u8")
        for index in 0..<5 {
            try folder.link(
                "segment-\(index).ts",
                to: "\(SampleMedia.single.folder)/segment-\(index).ts")
        }
        let asset = await AssetSurveyor().survey(Video(url: "\(folder.path)/index.m3u8"))
        let result = AssetVerifier(expecting: []).verify(asset).result
        #expect(failures(result).contains("segment.extinf-drift"))
    }

    /// Writes a variant stream of movie fragments in which no sample is marked as a keyframe.
    private func variantWithoutKeyframes(in folder: ScratchFolder) {
        let source = "\(SampleMedia.folder)/cmaf-byteranges/video-180p"
        var bytes = fileBytes("\(source)/media.mp4")
        let box = Array("trun".utf8)
        for start in bytes.indices.dropLast(20) where bytes[start..<start + 4].elementsEqual(box) {
            bytes.replaceSubrange(start + 16..<start + 20, with: [0x01, 0x01, 0, 0])
        }
        folder.put(bytes, at: "video-180p/media.mp4")
        folder.put(fileBytes("\(source)/index.m3u8"), at: "video-180p/index.m3u8")
    }

    @Test func `a cue point in video without keyframes is reported as not on a keyframe`()
        async throws
    {
        let folder = ScratchFolder()
        variantWithoutKeyframes(in: folder)
        var video = Video(url: "\(folder.path)/video-180p/index.m3u8")
        video.cuePoints = [.at(.seconds(3), type: "CODE")]
        let asset = await AssetSurveyor().survey(video)
        let stream = try #require(asset.survey.streams.first)
        #expect(stream.hasVideo)
        #expect(stream.keyframes == [])
        let result = AssetVerifier(expecting: video.cuePoints).verify(asset).result
        #expect(failures(result).contains("ad.not-on-keyframe"))
    }

    @Test func `a variant without keyframes is reported when another variant has keyframes`()
        async throws
    {
        let folder = ScratchFolder()
        variantWithoutKeyframes(in: folder)
        for name in ["index.m3u8", "audio-en", "video-360p"] {
            try folder.link(name, to: "\(SampleMedia.folder)/cmaf-byteranges/\(name)")
        }
        let asset = await AssetSurveyor().survey(Video(url: "\(folder.path)/index.m3u8"))
        #expect(asset.survey.variants.count == 2)
        let result = AssetVerifier(expecting: []).verify(asset).result
        #expect(failures(result).contains("set.keyframes"))
    }

    @Test func `a requested variant that does not exist is reported`() async {
        var surveyor = AssetSurveyor()
        surveyor.variants = [0, 7]
        let video = SampleMedia.transportStream.video()
        #expect(await surveyor.survey(video).troubles == ["there is no variant stream 8"])
        surveyor.variants = [7]
        let asset = await surveyor.survey(video)
        #expect(asset.troubles == ["there is no variant stream 8"])
        #expect(asset.survey.variants == [])
        surveyor.variants = [1]
        #expect(await surveyor.survey(SampleMedia.single.video()).troubles.count == 1)
        surveyor.variants = []
        let all = await surveyor.survey(video)
        #expect(all.survey.variants.count == all.variantCount)
        let folder = ScratchFolder()
        let text = "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\",URI=\"a.m3u8\"\n"
        let empty = Video(url: folder.put(Array(text.utf8), at: "index.m3u8"))
        #expect(await surveyor.survey(empty).troubles == ["the playlist lists no variant stream"])
    }

    @Test func `subtitles that are read without video do not stall by the rules of a player`()
        async
    {
        var surveyor = AssetSurveyor()
        surveyor.options.adopt(.chromium)
        surveyor.variants = [0]
        let asset = await surveyor.survey(SampleMedia.transportStream.video())
        #expect(asset.troubles == [])
        #expect(failures(AssetVerifier(expecting: []).verify(asset).result) == [])
    }

    @Test(arguments: [(SampleMedia.folder, true), ("/nowhere", false)])
    func `the text track of a video with one variant stream is read`(
        place: String, isPresent: Bool
    ) async {
        var video = Video(url: "\(SampleMedia.folder)/subtitled/index.m3u8")
        video.textTracks = [
            [
                "src": .string("\(place)/subtitled/en.vtt"), "srclang": "en", "label": "English",
                "kind": "subtitles", "duration": 10,
            ]
        ]
        let asset = await AssetSurveyor().survey(video)
        #expect(asset.streams.map(\.role) == [.variant, .subtitles])
        let result = AssetVerifier(expecting: []).verify(asset).result
        #expect(failures(result).contains("variant.played") != isPresent)
        #expect(failures(result).isEmpty == isPresent)
    }

    @Test func `two equal cue points are each expected to be passed once`() async {
        let twin = CuePoint.at(.seconds(2), type: "CODE")
        let result = await verify("single", expected: [twin, twin])
        #expect(failures(result) == [])
        #expect(result.checks.count { $0.code == "cue-point.passed" } == 2)
    }

    @Test(arguments: ["ts-multivariant", "cmaf-byteranges", "discontinuity", "pts-wrap", "id3"])
    func `every stream of a sample is read, and the streams agree with each other`(folder: String)
        async throws
    {
        let asset = await survey(folder, cuePoints: [])
        #expect(asset.troubles == [])
        let streams = asset.survey.streams
        switch folder {
        case "ts-multivariant":
            #expect(
                streams.map(\.role) == [
                    .variant, .variant, .variant, .audio, .audio, .subtitles, .subtitles,
                ])
        case "cmaf-byteranges":
            #expect(streams.map(\.role) == [.variant, .variant, .audio])
        case "discontinuity":
            #expect(streams[0].discontinuities.count == 2)
            #expect(streams[0].undeclaredJumps.isEmpty)
        case "id3":
            let places: [Int64] = [0, 2_500, 4_960, 5_000, 7_500, 9_000]
            #expect(streams[0].markers.map(\.place) == places.map { .milliseconds($0) })
        default:
            #expect(streams[0].boundaries.count == 4)
        }
        #expect(streams.filter { $0.role == .variant }.allSatisfy { !$0.keyframes.isEmpty })
        let verifier = AssetVerifier(expecting: [], title: folder)
        #expect(failures(verifier.verify(asset, command: "").result) == [])
    }
}
