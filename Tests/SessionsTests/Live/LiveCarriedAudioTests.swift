import Broadcasts
import HeadlessPlayback
import LiveOrigin
import Presentation
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// Broadcasts with two variant streams: one carries its audio, the other uses an audio rendition.
///
/// Both streams are made of the same sample asset, so that their frames are identical.
@Suite struct LiveCarriedAudioTests {
    private static let video = 0x100
    private static let audio = 0x101
    private static let carriedRate: Int64 = 200_000
    private let scratch = ScratchFolder()

    /// The points at which audio is divided among segments.
    enum Division: CaseIterable {
        /// Audio is divided at the decoding times of the pictures.
        case decoded
        /// Audio is divided at the presentation times of the pictures.
        case shown
    }

    /// Puts an asset into the folder, with two variant streams and an audio rendition.
    ///
    /// One variant stream carries audio, and the other uses the rendition.
    ///
    /// - Parameters:
    ///   - divisions: The points at which audio is divided among segments: first for the variant
    ///     stream that carries audio, then for the rendition.
    ///   - cut: The number of audio frames missing at the end of each segment: first for the
    ///     variant stream that carries audio, then for the rendition.
    ///   - only: The index of the only segment of the rendition that lacks frames; `nil` applies
    ///     `cut` to all segments. With an index, the rendition's playlist states the exact duration
    ///     of the audio frames of each segment, including the missing frames.
    private func putAsset(
        _ divisions: (carried: Division, separate: Division),
        without cut: (carried: Int, separate: Int) = (0, 0), in only: Int? = nil
    ) {
        let folder = SampleMedia.single.folder
        let names = (0..<5).map { "segment-\($0).ts" }
        let source = names.map { EditedPackets(fileBytes("\(folder)/\($0)")) }
        let moved = Self.moved(source)
        var durations: [Double] = []
        for (place, name) in names.enumerated() {
            let carried = divisions.carried == .shown ? moved[place] : source[place]
            scratch.put(Self.cut(carried, cut.carried).bytes, at: "carried/\(name)")
            let pictures = source[place].without(source[place].indexes(of: Self.audio))
            scratch.put(pictures.bytes, at: "video/\(name)")
            let sound = divisions.separate == .shown ? moved[place] : source[place]
            let left = Self.cut(sound, only.map { $0 == place } ?? true ? cut.separate : 0)
            durations.append(Double(sound.units(of: Self.audio).count) * 1024 / 48_000)
            scratch.put(left.without(left.indexes(of: Self.video)).bytes, at: "audio/\(name)")
        }
        for name in ["carried", "video", "audio"] {
            scratch.put(fileBytes("\(folder)/index.m3u8"), at: "\(name)/index.m3u8")
        }
        if only != nil {
            let segments = zip(names, durations).map { "#EXTINF:\($1),\n\($0)\n" }.joined()
            let text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n\(segments)#EXT-X-ENDLIST\n"
            scratch.put(Array(text.utf8), at: "audio/index.m3u8")
        }
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",DEFAULT=YES,URI="audio/index.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=\(Self.carriedRate),CODECS="avc1.4D400D,mp4a.40.2"
            carried/index.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=400000,CODECS="avc1.4D400D,mp4a.40.2",AUDIO="a"
            video/index.m3u8
            """
        scratch.put(Array(text.utf8), at: "index.m3u8")
    }

    private func play(rises: Bool, changeAt second: Double) throws -> Playback {
        let loader = StandardLoader()
        let source = try BroadcastSource(asset: "\(scratch.path)/index.m3u8", with: loader)
        let origin = try LiveOrigin(
            programme: Programme(sources: [source.survey], loop: .discontinuity),
            encoder: Encoder(),
            packager: Packager(renditions: source.renditions, window: .length(.seconds(24))),
            multivariant: source.multivariant, ranFor: .seconds(100))
        let playback = Playback(
            loader: BroadcastLoader(origin, at: "https://live.test/news", behind: loader)
        ) {
            $0.preferredPeakBitRate = rises ? Self.carriedRate : 0
        }
        playback.controller.setVideos([Video(url: "https://live.test/news/index.m3u8")])
        playback.run(until: second)
        playback.controller.setPreferredPeakBitRate(rises ? 0 : Self.carriedRate)
        playback.run(until: second + 20)
        #expect(playback.ledger?.variants.count == 2)
        return playback
    }

    /// Returns segments whose audio is divided at the presentation times of the pictures.
    private static func moved(_ segments: [EditedPackets]) -> [EditedPackets] {
        var streams = segments
        for place in 0..<(streams.count - 1) {
            let moved = streams[place + 1].units(of: audio).prefix(3).flatMap(\.self)
            streams[place].all += moved.map { streams[place + 1].all[$0] }
            streams[place + 1] = streams[place + 1].without(moved)
        }
        return streams.map(\.renumbered)
    }

    /// Returns a stream without its last audio packets.
    private static func cut(_ packets: EditedPackets, _ count: Int) -> EditedPackets {
        packets.without(packets.units(of: audio).suffix(count).flatMap(\.self))
    }

    /// Returns whether audio was found to be missing where the variant stream changed.
    private func findsLoss(_ playback: Playback) -> Bool {
        let start = playback.ledger?.variants.last?.start ?? .zero
        return playback.ledger?.tracks.flatMap(\.findings).contains { finding in
            finding.interval.lowerBound < start
                && finding.interval.upperBound > start - .milliseconds(150)
        } ?? false
    }

    @Test(
        arguments: [false, true],
        Division.allCases.flatMap { one in Division.allCases.map { (one, $0) } })
    func `complete media has nothing missing when audio changes between muxed and separate`(
        rises: Bool, divisions: (Division, Division)
    ) throws {
        putAsset(divisions)
        for second in stride(from: 10.0, to: 20, by: 1) {
            let playback = try play(rises: rises, changeAt: second)
            #expect(playback.ledger?.isSound == true, "\(playback.times(in: .missing))")
        }
    }

    // The variant changes before 34 s, at which the broadcast repeats the sample after a
    // discontinuity.
    @Test(arguments: 1...3, [13.0, 14, 16, 18])
    func `audio that is absent at the end of muxed segments is missing`(
        count: Int, second: Double
    ) throws {
        putAsset((.shown, .shown), without: (count, 0))
        #expect(findsLoss(try play(rises: true, changeAt: second)))
    }

    @Test func `a long absence of muxed audio before a switch is filled from the audio rendition`()
        throws
    {
        putAsset((.decoded, .decoded), without: (8, 0))
        #expect(!findsLoss(try play(rises: true, changeAt: 13)))
    }

    @Test(arguments: 1...3, [13.0, 14, 16, 18])
    func `audio that is absent at the end of rendition segments is missing`(
        count: Int, second: Double
    ) throws {
        putAsset((.decoded, .decoded), without: (0, count))
        #expect(findsLoss(try play(rises: false, changeAt: second)))
        let place = [13: 0, 14: 1, 16: 2, 18: 3][Int(second)]
        putAsset((.shown, .shown), without: (0, count), in: place)
        #expect(findsLoss(try play(rises: false, changeAt: second)))
    }
}
