import HeadlessPlaybackTesting
import Playlists
import Presentation
import Testing

@testable import AssetChecking

/// A variant stream that differs from the others is named, with the times at which it differs.
@Suite struct VariantComparisonTests {
    private func variant(_ number: Int, keyframes: [Int64] = [0, 6, 12]) -> StreamSurvey {
        var stream = StreamSurvey(name: "variant \(number)", role: .variant)
        stream.boundaries = [0, 6, 12, 18].map { .seconds($0) }
        stream.segments = (0..<3).map { place in
            let start = MediaTime.seconds(Int64(place) * 6)
            return StreamSurvey.Segment(
                number: SegmentNumber(place), interval: start..<start + .seconds(6))
        }
        stream.promisedDuration = .seconds(18)
        stream.hasVideo = true
        stream.keyframes = keyframes.map { .seconds($0) }
        return stream
    }

    private func problems(_ streams: [StreamSurvey]) -> [String] {
        let comparison = VariantComparison(
            AssetSurvey(streams: streams), AssetVerifier(expecting: []))
        return comparison.checks.compactMap { check in
            if case .failed(let failure) = check.outcome { failure.problem } else { nil }
        }
    }

    @Test(arguments: 0..<3) func `of three variants, the one with different keyframes is reported`(
        odd: Int
    ) {
        var streams = (1...3).map { variant($0) }
        streams[odd].keyframes = [.zero, .seconds(7), .seconds(12)]
        let problems = problems(streams)
        #expect(problems.count == 1, "\(problems)")
        #expect(
            (problems.first ?? "").hasPrefix(
                "variant \(odd + 1) has no keyframe at 6.000 as variant "))
        #expect((problems.first ?? "").contains("has a keyframe at 7.000"))
    }

    @Test(arguments: 0..<3, [StreamSurvey.Role.variant, .audio])
    func `a stream with other discontinuity sequence numbers is reported`(
        odd: Int, role: StreamSurvey.Role
    ) {
        var streams = (1...3).map { variant($0) }
        for index in streams.indices {
            streams[index].discontinuities = [.seconds(6), .seconds(12)]
            streams[index].discontinuityNumbers = index == odd ? [4, 5] : [1, 2]
        }
        streams[odd].role = role
        let problems = problems(streams)
        #expect(problems.count == 1, "\(problems)")
        #expect(
            (problems.first ?? "").hasPrefix(
                "variant \(odd + 1) has the discontinuity sequence number 4 at 6.000, and v"))
        streams[odd].isComplete = false
        #expect(!self.problems(streams).contains { $0.contains("sequence number") })
    }

    // A discontinuity at the start begins no further part.
    @Test(arguments: [[], [6], [0, 6], [6, 9, 12]])
    func `audio with more or fewer discontinuities than the video is reported`(places: [Int64]) {
        var streams = [variant(1), variant(2)]
        streams[1].role = .audio
        streams[1].discontinuities = places.map { .seconds($0) }
        streams[0].discontinuities = [.seconds(6), .seconds(12)]
        for index in streams.indices {
            streams[index].firstDiscontinuityNumber = 0
            let count = streams[index].discontinuities.count
            streams[index].discontinuityNumbers = Array(1..<(count + 1))
        }
        let tag = "EXT-X-DISCONTINUITY"
        let times = places.map { "\($0).000" }.joined(separator: ", ")
        let found = places.isEmpty ? "no \(tag)" : "\(tag) at \(times)"
        let words = "variant 2 has \(found), and variant 1 has \(tag) at 6.000, 12.000"
        #expect(problems(streams) == [words])
        // A jump of timestamps without the tag is reported by itself.
        streams[1].undeclaredJumps = [.seconds(6), .seconds(12)]
        #expect(!problems(streams).contains(words))
        streams[1].isComplete = false
        #expect(!problems(streams).contains { $0.contains("and variant 1 has") })
    }

    @Test(arguments: [true, false])
    func `windows of ended broadcasts may begin with different segments`(isWindow: Bool) {
        var streams = [variant(1), variant(2)]
        streams[1].role = .audio
        for index in streams.indices { streams[index].isWindow = isWindow }
        streams[0].firstDiscontinuityNumber = 5
        streams[0].discontinuities = [.seconds(6)]
        streams[0].discontinuityNumbers = [6]
        streams[1].firstDiscontinuityNumber = 4
        streams[1].discontinuities = [.seconds(2), .seconds(8)]
        streams[1].discontinuityNumbers = [5, 6]
        let words =
            "variant 2 has EXT-X-DISCONTINUITY at 2.000, 8.000, and variant 1 has"
            + " EXT-X-DISCONTINUITY at 6.000"
        #expect(problems(streams) == (isWindow ? [] : [words]))
        streams[1].discontinuityNumbers = [5, 7]
        let number =
            "variant 2 has the discontinuity sequence number 7 at 8.000, and variant 1 has 6"
        #expect(problems(streams) == [isWindow ? number : words])
    }

    /// Returns a survey of segments of six seconds from a position on, one of which has a marker.
    private func window(
        _ name: String, segments: Int, from start: Int64, sequence: Int
    ) -> StreamSurvey {
        var playlist = MediaPlaylist()
        playlist.hasEndList = true
        playlist.targetDuration = .seconds(6)
        playlist.mediaSequence = sequence
        playlist.segments = (0..<segments).map {
            MediaSegment(uri: "\($0).ts", duration: .seconds(6))
        }
        var stream = StreamSurvey(name: name, role: .variant)
        stream.playlist = playlist
        stream.promisedDuration = playlist.duration
        stream.boundaries = (0...segments).map { .seconds(start + Int64($0) * 6) }
        stream.segments = zip(stream.boundaries, stream.boundaries.dropFirst()).enumerated().map {
            StreamSurvey.Segment(number: SegmentNumber(sequence + $0), interval: $1.0..<$1.1)
        }
        stream.keyframes = stream.boundaries.dropLast()
        stream.hasVideo = true
        stream.markers = [
            Marker(.out, at: stream.boundaries[segments - 1], source: "tag", text: "out")
        ]
        return stream
    }

    @Test(arguments: [(2, true), (1, false)])
    func `windows of ended broadcasts are compared where they overlap`(
        sequence: Int, isAlike: Bool
    ) {
        var streams = [
            window("variant 1", segments: 3, from: 0, sequence: sequence),
            window("variant 2", segments: 4, from: 0, sequence: 1),
            // The audio was played with the first variant.
            window("audio", segments: 4, from: -6, sequence: 1),
        ]
        for (index, variant) in [0, 1, 0].enumerated() { streams[index].variant = variant }
        streams[2].role = .audio
        // The first segment is before a discontinuity.
        streams[0].firstDiscontinuityNumber = 1
        for index in 1...2 {
            streams[index].firstDiscontinuityNumber = 0
            streams[index].discontinuities = [streams[index].boundaries[1]]
            streams[index].discontinuityNumbers = [1]
        }
        #expect(problems(streams).isEmpty == isAlike, "\(problems(streams))")
        // The message of the second marker may be in the segment that was removed.
        streams[1].markers.append(Marker(.in, at: .seconds(7), source: "ID3", text: "in"))
        #expect(problems(streams).isEmpty == isAlike, "\(problems(streams))")
        streams[1].markers[1].source = "EXT-X-CUE-IN"
        #expect(!problems(streams).isEmpty)
    }

    @Test(arguments: 0..<3, [false, true])
    func `a stream without discontinuities and with another first number is reported`(
        odd: Int, isWindow: Bool
    ) {
        var streams = (1...3).map { variant($0) }
        for index in streams.indices {
            streams[index].isWindow = isWindow
            streams[index].firstDiscontinuityNumber = index == odd ? 5 : 0
        }
        let problems = problems(streams)
        #expect(problems.count == 1, "\(problems)")
        #expect(
            (problems.first ?? "").hasPrefix(
                "variant \(odd + 1) has the discontinuity sequence number 5 at 0.000, and v"))
        streams[odd].isComplete = false
        #expect(!self.problems(streams).contains { $0.contains("sequence number") })
    }

    @Test(arguments: 0..<3) func `of three variants the one with other markers is blamed`(odd: Int)
    {
        var streams = (1...3).map { variant($0) }
        for index in streams.indices {
            let place = MediaTime.seconds(index == odd ? 12 : 6)
            streams[index].markers = [Marker(.out, at: place, source: "tag", text: "out")]
        }
        #expect(
            problems(streams) == [
                "variant \(odd + 1) lacks out at 6.000, and is the only one with out at 12.000"
            ])
    }

    private func out(
        _ seconds: MediaTime?, event: UInt32? = nil, _ source: String = "SCTE 35 in PID 259"
    ) -> Marker {
        var marker = Marker(.out, at: .seconds(6), source: source, text: "out")
        marker.duration = seconds
        marker.eventID = event
        return marker
    }

    @Test(arguments: [
        (MediaTime.seconds(60), UInt32(1), "60.000 s, event 1"),
        (.seconds(8), 9, "8.000 s, event 9"), (nil, 1, "no duration, event 1"),
    ])
    func `a variant whose break has another duration or event is blamed`(
        duration: MediaTime?, event: UInt32, words: String
    ) {
        var streams = (1...3).map { variant($0) }
        for index in streams.indices { streams[index].markers = [out(.seconds(8), event: 1)] }
        streams[1].markers = [out(duration, event: event, "SCTE 35 in PID 260")]
        #expect(problems(streams) == ["variant 2 states \(words) for out at 6.000"])
        streams.removeLast()
        #expect(problems(streams) == ["variant 2 states \(words) for out at 6.000"])
    }

    @Test func `breaks agree if durations differ by rounding or have different sources`() {
        var streams = (1...2).map { variant($0) }
        for (index, duration) in [8_000, 8_040].enumerated() {
            streams[index].markers = [
                out(.milliseconds(Int64(duration)), event: 1), out(.seconds(9), "EXT-X-CUE-OUT"),
            ]
        }
        #expect(problems(streams) == [])
    }

    @Test(arguments: 0..<3, ["SCTE 35 in PID 259", "EXT-X-CUE-OUT", "EXT-X-DATERANGE SCTE35-OUT"])
    func `each source of a break is compared by itself`(odd: Int, source: String) {
        let sources = ["SCTE 35 in PID 259", "EXT-X-CUE-OUT", "EXT-X-DATERANGE SCTE35-OUT"]
        var streams = (1...3).map { variant($0) }
        for index in streams.indices {
            streams[index].markers = sources.filter { index != odd || $0 != source }
                .map { out(.seconds(8), $0) }
        }
        let name = source == sources[0] ? "SCTE 35 message" : source
        #expect(problems(streams) == ["variant \(odd + 1) states no \(name) for out at 6.000"])
        // Of two streams, the one that lacks the source is at fault.
        if odd < 2 { #expect(problems(Array(streams.prefix(2))) == problems(streams)) }
        // Streams without video, with fMP4, or of another codec may have no messages.
        let isOfMedia = source == sources[0]
        streams[odd].hasVideo = false
        streams[odd].keyframes = []
        #expect(problems(streams).isEmpty == isOfMedia)
        streams[odd] = variant(odd + 1)
        streams[odd].markers = sources.filter { $0 != source }.map { out(.seconds(8), $0) }
        streams[odd].firstMap = .zero
        #expect(problems(streams).isEmpty == isOfMedia)
        streams[odd].firstMap = nil
        streams[odd].videoCodec = "hevc"
        #expect(problems(streams).isEmpty == isOfMedia)
    }

    @Test(arguments: 0..<2)
    func `an unreadable marker is not counted as the absence of the marker`(damaged: Int) {
        var streams = [variant(1), variant(2)]
        for index in streams.indices { streams[index].markers = [out(.seconds(8))] }
        streams[damaged].markers = [
            Marker(.unreadable, at: .seconds(4), source: "SCTE 35 in PID 259", text: "checksum")
        ]
        #expect(problems(streams) == ["variant \(damaged + 1) lacks out at 6.000"])
    }

    @Test func `an undeclared discontinuity is reported once`() {
        var streams = [variant(1), variant(2), variant(3)]
        for index in streams.indices {
            streams[index].discontinuities = [.seconds(6), .seconds(12)]
        }
        streams[1].discontinuities = [.seconds(12)]
        streams[1].undeclaredJumps = [.seconds(6)]
        #expect(
            problems(streams) == [
                "variant 2 has no EXT-X-DISCONTINUITY at 6.000, where timestamps jump"
            ])
    }

    @Test func `a change of the codec without a discontinuity is reported`() {
        var streams = [variant(1), variant(2)]
        streams[1].formatChanges = ["the audio changes from aac to ac3 at 6.000 s"]
        #expect(
            problems(streams) == [
                "variant 2 has no EXT-X-DISCONTINUITY, although the audio changes from aac to ac3"
                    + " at 6.000 s"
            ])
    }

    @Test func `an EXT-X-MAP that is missing after a discontinuity is reported`() {
        var streams = [variant(1), variant(2), variant(3)]
        for index in streams.indices { streams[index].maps = [.seconds(6), .seconds(12)] }
        #expect(problems(streams) == [], "sections change where nothing breaks off")
        for index in streams.indices { streams[index].discontinuities = streams[index].maps }
        streams[1].maps = [.seconds(12)]
        #expect(
            problems(streams) == ["variant 2 has no EXT-X-MAP of its own at 6.000 as variant 1 has"]
        )
        streams[1].maps = []
        #expect(problems(streams) == [], "one section may serve for everything")
    }

    @Test func `EXT-X-MAP tags are compared per discontinuity, even if media was not read`() {
        var streams = [variant(1), variant(2), variant(3)]
        for index in streams.indices {
            streams[index].maps = [.seconds(6), .seconds(12)]
            streams[index].discontinuities = streams[index].maps
        }
        streams[1].maps = [.milliseconds(12_020)]
        streams[1].discontinuities = [.seconds(6), .milliseconds(12_020)]
        streams[1].unread = [.seconds(6) ..< .seconds(12)]
        #expect(
            problems(streams) == ["variant 2 has no EXT-X-MAP of its own at 6.000 as variant 1 has"]
        )
    }

    @Test(arguments: 0..<2)
    func `of two variants, the one that lacks an EXT-X-MAP at a discontinuity is reported`(odd: Int)
    {
        var streams = [variant(1), variant(2)]
        for index in streams.indices {
            streams[index].maps = [.seconds(6), .seconds(12)]
            streams[index].discontinuities = streams[index].maps
        }
        streams[odd].maps = [.seconds(12)]
        #expect(
            problems(streams) == [
                "variant \(odd + 1) has no EXT-X-MAP of its own at 6.000 as variant \(2 - odd) has"
            ])
    }

    @Test func `a missing EXT-X-ENDLIST is reported beside other streams that have one`() {
        var streams = [variant(1), variant(2)]
        streams[1].isComplete = false
        #expect(
            problems(streams) == [
                "variant 2 has no EXT-X-ENDLIST, though other streams have one"
            ])
        streams[0].isComplete = false
        #expect(problems(streams) == [])
        for index in streams.indices { streams[index].neverChanges = true }
        #expect(problems(streams).count == 2)
    }

    private func subtitles(_ seconds: Int64) -> StreamSurvey {
        var stream = StreamSurvey(name: "subtitles English", role: .subtitles)
        stream.boundaries = [.zero, .seconds(seconds)]
        stream.promisedDuration = .seconds(seconds)
        stream.targetDuration = .seconds(6)
        return stream
    }

    @Test(arguments: zip([11, 12, 18, 24, 25] as [Int64], [false, true, true, true, false]))
    func `the playlist of subtitles may differ from the variants by a target duration`(
        seconds: Int64, isAlike: Bool
    ) {
        let problem =
            "the playlist of subtitles English has \(MediaTime.seconds(seconds)) s, and that of"
            + " variant 1 has 18.000 s"
        #expect(
            problems([variant(1), variant(2), subtitles(seconds)]) == (isAlike ? [] : [problem]))
    }

    @Test func `the length of subtitles is not compared while playlists grow`() {
        var streams = [variant(1), subtitles(6)]
        for index in streams.indices { streams[index].isComplete = false }
        let checks = VariantComparison(
            AssetSurvey(streams: streams), AssetVerifier(expecting: [])
        ).checks
        #expect(
            checks.map(\.outcome) == [
                .skipped("subtitles English has no EXT-X-ENDLIST, so its length is not final")
            ])
    }

    @Test func `a keyframe difference is reported only outside of the time ranges left unread`() {
        var streams = [variant(1), variant(2), variant(3)]
        streams[1].keyframes = [.zero, .seconds(13)]
        streams[1].unread = [.seconds(6) ..< .seconds(12)]
        let problems = problems(streams)
        #expect(problems.count == 1, "\(problems)")
        #expect((problems.first ?? "").hasPrefix("variant 2 has no keyframe at 12.000 as"))
        #expect(!(problems.first ?? "").contains(" 6.000"))
    }

    @Test func `a cue point has the time of the video marker, not of an earlier audio marker`() {
        var audio = StreamSurvey(name: "audio", role: .audio)
        var streams = [variant(1), variant(2)]
        func out(_ milliseconds: Int64, _ source: String) -> Marker {
            Marker(.out, at: .milliseconds(milliseconds), source: source, text: "out")
        }
        audio.markers = [out(5_920, "tag")]
        streams[0].markers = [out(5_970, "message"), out(6_000, "tag")]
        streams[1].markers = [out(6_000, "tag")]
        let survey = AssetSurvey(streams: streams + [audio])
        #expect(survey.cuePoints().map(\.position) == [.time(.seconds(6))])
        #expect(survey.markers(tolerance: .milliseconds(100)).map(\.streams) == [[0, 1, 2]])
        let alone = AssetSurvey(streams: [variant(1), audio])
        #expect(alone.cuePoints().map(\.position) == [.time(.milliseconds(5_920))])
    }
}
