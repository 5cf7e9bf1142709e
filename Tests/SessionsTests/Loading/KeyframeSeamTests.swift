import Containers
import HeadlessPlayback
import Presentation
import TestSupport
import Testing
import VirtualTime

@testable import Sessions

/// Pictures that cannot be decoded because their keyframe is missing.
@Suite struct KeyframeSeamTests {
    /// Plays the sample `single` without the first picture of a segment.
    private func play(
        withoutKeyframeOf place: Int, playlist: @escaping @Sendable (String) -> String = { $0 }
    ) -> Playback {
        let loader = ScriptedLoader([
            (
                "segment-\(place).ts",
                .changed {
                    let packets = EditedPackets($0)
                    return packets.without(packets.units(of: 0x100)[0]).renumbered.bytes
                }
            ),
            ("index.m3u8", .changed { Array(playlist(String(decoding: $0, as: UTF8.self)).utf8) }),
        ])
        return Playback(loader: loader).play(SampleMedia.single.video())
    }

    private func damaged(_ playback: Playback) -> Double {
        playback.times(in: .damaged)["video"]?.seconds ?? 0
    }

    @Test func `pictures without a keyframe are damaged at the start of an asset`() {
        let playback = play(withoutKeyframeOf: 0)
        #expect(abs(damaged(playback) - 1.96) < 0.05, "\(damaged(playback))")
        #expect(playback.ledger?.isSound == false)
        let causes = playback.ledger?.tracks.flatMap(\.findings).map(\.cause) ?? []
        #expect(causes.contains { $0.hasSuffix("pictures have no keyframe before them") })
    }

    @Test func `pictures without a keyframe are damaged after a discontinuity`() {
        let playback = play(withoutKeyframeOf: 2) {
            $0.replacing("segment-2.ts", with: "#EXT-X-DISCONTINUITY\nsegment-2.ts")
        }
        #expect(abs(damaged(playback) - 1.96) < 0.05, "\(damaged(playback))")
    }

    @Test func `pictures of other segments may depend on the segment before them`() {
        #expect(damaged(play(withoutKeyframeOf: 2)) == 0)
    }

    @Test(arguments: [0, 1])
    func `pictures after a gap cannot depend on the segment that is announced as missing`(
        gap: Int
    ) {
        let playback = play(withoutKeyframeOf: gap + 1) {
            $0.replacing("segment-\(gap).ts", with: "#EXT-X-GAP\nsegment-\(gap).ts")
        }
        #expect(abs(damaged(playback) - 1.96) < 0.05, "\(damaged(playback))")
    }

    @Test func `independent segments that are played first need a keyframe`() {
        func playback(start: String, promise: String = "") -> Playback {
            play(withoutKeyframeOf: 2) {
                $0.replacing(
                    "#EXT-X-PLAYLIST-TYPE:VOD\n",
                    with: "#EXT-X-START:TIME-OFFSET=\(start),PRECISE=YES\n\(promise)")
            }
        }
        let promise = "#EXT-X-INDEPENDENT-SEGMENTS\n"
        let late = damaged(playback(start: "4", promise: promise))
        #expect(abs(late - 1.96) < 0.05, "\(late)")
        #expect(damaged(playback(start: "2", promise: promise)) == 0)
        // A player obtains the keyframe from the segment before, which no playlist rules out.
        #expect(damaged(playback(start: "4")) == 0)
    }

    /// Plays the sample `single`, in some segments of which no picture has parameter sets.
    private func play(withoutSetsIn places: [Int], start: Int = 0) -> Playback {
        var changes = places.map { place in
            let change: ScriptedLoader.Answer = .changed { bytes in
                var bytes = bytes
                // Turns the sequence parameter sets into NAL units that no decoder reads.
                for index in bytes.indices.dropLast(3)
                where bytes[index..<index + 4] == [0, 0, 1, 0x67] {
                    bytes[index + 3] = 0x0C
                }
                return bytes
            }
            return ("segment-\(place).ts", change)
        }
        let tags = "#EXT-X-START:TIME-OFFSET=\(start),PRECISE=YES\n#EXT-X-INDEPENDENT-SEGMENTS\n"
        changes.append(
            (
                "index.m3u8",
                .changed {
                    let text = String(decoding: $0, as: UTF8.self)
                    return Array(
                        text.replacing("#EXT-X-PLAYLIST-TYPE:VOD\n", with: tags).utf8)
                }
            ))
        return Playback(loader: ScriptedLoader(changes)).play(SampleMedia.single.video())
    }

    @Test func `pictures without parameter sets are damaged`() {
        // The pictures of the last four segments depend on parameter sets of the first one.
        #expect(damaged(play(withoutSetsIn: [1, 2, 3, 4])) == 0)
        #expect(abs(damaged(play(withoutSetsIn: [1, 2], start: 2)) - 4) < 0.05)
        let playback = play(withoutSetsIn: [0, 1, 2, 3, 4])
        #expect(abs(damaged(playback) - 10) < 0.05, "\(damaged(playback))")
        let causes = playback.ledger?.tracks.flatMap(\.findings).map(\.cause) ?? []
        #expect(causes.contains { $0.hasSuffix("pictures have no parameter sets before them") })
    }

    @Test func `pictures after a seek or a switch cannot depend on segments that were not read`()
        throws
    {
        let whole = try SegmentDemuxer().demux(
            media: MemoryInput(fileBytes("\(SampleMedia.single.folder)/segment-0.ts")))
        var dependent = whole
        for index in dependent.tracks.indices {
            dependent.tracks[index].needsEarlierPictures = true
            dependent.tracks[index].keyframes = []
        }
        var placer = SegmentPlacer()
        let place = placer.place(whole, domain: 0, expected: .zero ..< .seconds(2))
        let placement = try #require(place)
        var seams = KeyframeSeams()
        func take(_ number: Int, _ media: DemuxedSegment) -> Range<MediaTime>? {
            seams.take(
                media, placement,
                SegmentSeams.Listing(
                    number: SegmentNumber(number), domain: 0, promised: .seconds(2),
                    whole: .seconds(2), isLast: false), startsDomain: false, isIndependent: true)?
                .interval
        }
        // The first segment of a rendition that is switched to.
        #expect(take(3, dependent) != nil)
        #expect(take(4, dependent) != nil)
        #expect(take(5, whole) == nil)
        #expect(take(6, dependent) == nil)
        // A seek forwards, and one backwards.
        #expect(take(9, dependent) != nil)
        #expect(take(2, whole) == nil)
        #expect(take(3, dependent) == nil)
        #expect(take(1, dependent) != nil)
    }

    @Test(arguments: [0, 1])
    func `a part after a discontinuity cannot depend on the part before it`(domain: Int) throws {
        var media = try SegmentDemuxer().demux(
            media: MemoryInput(fileBytes("\(SampleMedia.single.folder)/segment-0.ts")))
        var placer = SegmentPlacer()
        let place = placer.place(media, domain: 0, expected: .zero ..< .seconds(2))
        let placement = try #require(place)
        var seams = KeyframeSeams()
        func take(_ number: Int, _ domain: Int) -> Range<MediaTime>? {
            seams.take(
                media, placement,
                SegmentSeams.Listing(
                    number: SegmentNumber(number), part: 0, domain: domain, promised: .seconds(2),
                    whole: nil, isLast: false), startsDomain: false, isIndependent: false)?.interval
        }
        #expect(take(7, 0) == nil)
        for index in media.tracks.indices {
            media.tracks[index].needsEarlierPictures = true
            media.tracks[index].keyframes = []
        }
        #expect((take(8, domain) == nil) == (domain == 0))
    }

    /// Returns the intervals that are missing between two segments of 50 pictures.
    ///
    /// The second segment lacks its first picture. The pictures that follow it in the stream are
    /// shown before it, so the display times have no gap between the segments.
    private func missing(startsWithKeyframe: Bool) throws -> [Range<MediaTime>] {
        let media = try SegmentDemuxer().demux(
            media: MemoryInput(fileBytes("\(SampleMedia.single.folder)/segment-0.ts")))
        var track = try #require(media.tracks.first { $0.description.kind == .video })
        track.start = .milliseconds(80)
        track.firstDecodeTime = .zero
        track.sampleCount = 50
        track.sampleTime = .seconds(2)
        var seams = PictureSeams()
        func take(_ number: Int) -> [Range<MediaTime>] {
            seams.take(
                track, shownAt: track.start, isStated: true, absent: .zero,
                SegmentSeams.Listing(
                    number: SegmentNumber(number), domain: 0, promised: .seconds(2),
                    whole: .seconds(2), isLast: false), continues: number > 0)
        }
        _ = take(0)
        track.start = .milliseconds(2080)
        track.firstDecodeTime = .milliseconds(2040)
        track.sampleCount = 49
        track.sampleTime = .milliseconds(1960)
        track.needsEarlierPictures = !startsWithKeyframe
        return take(1)
    }

    @Test func `a hole in decode times before a lost keyframe of an open group is missing`() throws
    {
        let lost = try missing(startsWithKeyframe: false)
        #expect(lost.map { $0.upperBound - $0.lowerBound } == [.milliseconds(40)])
        #expect(try missing(startsWithKeyframe: true) == [])
    }
}
