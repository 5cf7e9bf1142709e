import HeadlessPlaybackTesting
import TestSupport
import Testing

@Suite struct StillCollectorTests {
    private func video(_ media: SampleMedia, at seconds: [Double]) -> Video {
        let points = seconds.map { seconds in
            var point = CuePoint(position: .time(MediaTime(seconds: seconds) ?? .zero), type: "A")
            point.name = "at \(seconds)"
            return point
        }
        return media.video(cuePoints: CuePointCollection(points))
    }

    private func stills(
        _ video: Video, limit: Int = 60, width: Int = 240
    ) -> [SessionHistory.Still] {
        let collector = StillCollector(width: width, limit: limit)
        let playback = Playback(provider: collector.around(BasicSessionProvider()))
        playback.play(video)
        return collector.stills(ofSession: 1)
    }

    @Test(arguments: [
        SampleMedia.transportStream, .fragments, .single, .discontinuity, .wrap,
    ])
    func `each cue point that is played has a picture`(media: SampleMedia) {
        let stills = stills(video(media, at: [0, 1.5, 3]))
        #expect(stills.map(\.text) == ["at 0.0", "at 1.5", "at 3.0"])
        #expect(stills.allSatisfy { $0.image.starts(with: [0xFF, 0xD8, 0xFF]) })
        #expect(stills.allSatisfy { $0.image.count < 40_000 })
        #expect(Set(stills.map(\.image)).count == 3, "the pictures differ")
    }

    @Test func `audio alone has no pictures`() {
        #expect(stills(video(.packedAudio, at: [0, 1])).isEmpty)
    }

    @Test func `of many cue points some are shown, evenly spread`() {
        let places = (0..<40).map { Double($0) / 4 }
        let stills = stills(video(.transportStream, at: places), limit: 4)
        #expect(stills.map { $0.position.seconds } == [0, 2.5, 5, 7.5])
    }

    @Test func `pictures change nothing of what is told`() {
        let video = video(.transportStream, at: [0, 1.5, 3])
        let plain = Playback().play(video)
        let collector = StillCollector()
        let seen = Playback(provider: collector.around(BasicSessionProvider())).play(video)
        #expect(seen.recorder.trace == plain.recorder.trace)
        #expect(seen.ledger == plain.ledger)
    }

    @Test(
        .enabled(if: PageTool.hasFFmpeg, "needs ffmpeg"),
        arguments: [0, 1, 37, 99, 100, 149])
    func `a picture is the frame that ffmpeg shows at that place`(frame: Int) throws {
        // In the middle of the frame's 40 ms, so that neither neighbour is as near.
        let place = Double(frame) / 25 + 0.02
        let still = try #require(stills(video(.single, at: [place]), width: 320).first)
        let folder = ScratchFolder()
        folder.put(still.image, at: "still.jpg")
        let shape = "scale=64:36:flags=area,format=gray -f rawvideo -"
        let own = try #require(
            ShellCommand.bytes(of: "ffmpeg -v error -i '\(folder.path)/still.jpg' -vf \(shape)"))
        let source = SampleMedia.single.path
        let all = try #require(
            ShellCommand.bytes(of: "ffmpeg -v error -i '\(source)' -vf \(shape)"))
        let size = 64 * 36
        func distance(_ index: Int) -> Int {
            zip(own, all[index * size..<(index + 1) * size]).reduce(0) {
                $0 + abs(Int($1.0) - Int($1.1))
            }
        }
        let nearest = (0..<all.count / size).min { distance($0) < distance($1) }
        #expect(nearest == frame)
        #expect(distance(frame) / size < 12)
    }
}
