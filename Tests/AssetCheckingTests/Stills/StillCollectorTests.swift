import HeadlessPlaybackTesting
import TestSupport
import Testing
import Transport

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
        SampleMedia.transportStream, .fragments, .single, .discontinuity, .wrap, .progressive,
    ])
    func `each cue point that is played has a picture`(media: SampleMedia) {
        let stills = stills(video(media, at: [0, 1.5, 3]))
        #expect(stills.map(\.text) == ["at 0.0", "at 1.5", "at 3.0"])
        #expect(stills.allSatisfy { $0.image.starts(with: [0xFF, 0xD8, 0xFF]) })
        #expect(stills.allSatisfy { $0.image.count < 40_000 })
        #expect(Set(stills.map(\.image)).count == 3, "the pictures differ")
    }

    @Test func `a picture is from the variant that plays at its cue point`() throws {
        let collector = StillCollector(width: 1920)
        let provider = collector.around(BasicSessionProvider())
        let playback = Playback(provider: provider) {
            $0.preferredPeakBitRate = 200_000
            $0.bufferOptimizer = BufferOptimizer(
                minimumDuration: .seconds(4), maximumDuration: .seconds(4))
        }
        let places = (0..<20).map { Double($0) / 2 }
        playback.controller.setVideos([video(.transportStream, at: places)])
        playback.run(until: 5)
        playback.controller.setPreferredPeakBitRate(0)
        playback.controller.run()
        let runs = try #require(playback.ledger?.variants)
        #expect(runs.count > 1)
        let stills = collector.stills(ofSession: 1)
        #expect(stills.count == places.count)
        let widths: [Int64: Int] = [177_664: 416, 247_224: 640, 351_376: 960]
        for still in stills {
            let run = try #require(runs.last { $0.start <= still.position })
            #expect(Self.width(ofJPEG: still.image) == widths[run.bandwidth], "\(still.position)")
        }
    }

    /// Returns the width in the frame header of a JPEG.
    private static func width(ofJPEG bytes: [UInt8]) -> Int? {
        var index = 2
        while index + 9 <= bytes.count, bytes[index] == 0xFF {
            if bytes[index + 1] == 0xC0 {
                return Int(bytes[index + 7]) << 8 | Int(bytes[index + 8])
            }
            index += 2 + Int(bytes[index + 2]) << 8 + Int(bytes[index + 3])
        }
        return nil
    }

    @Test func `cue points that playback skips have no picture`() {
        let collector = StillCollector()
        let playback = Playback(provider: collector.around(BasicSessionProvider()))
        playback.controller.setVideos([video(.single, at: [1, 3, 4, 6])])
        playback.run(until: 1.5)
        playback.controller.seek(to: 4)
        playback.run(until: 3)
        #expect(collector.stills(ofSession: 1).map(\.text) == ["at 1.0", "at 4.0"])
    }

    @Test func `a single file from a server has pictures without additional requests`() throws {
        let server = try OriginServer(.folder(SampleMedia.progressive.folder))
        var video = Video(url: server.url("/movie.mp4"))
        video.cuePoints = self.video(.progressive, at: [0.5, 3]).cuePoints
        let plain = Playback(loader: HTTPLoader()).play(video)
        let count = server.log.count
        let collector = StillCollector()
        let seen = Playback(
            loader: HTTPLoader(), provider: collector.around(BasicSessionProvider())
        ).play(video)
        #expect(server.log.count == 2 * count)
        #expect(seen.ledger == plain.ledger)
        #expect(collector.stills(ofSession: 1).map(\.text) == ["at 0.5", "at 3.0"])
    }

    @Test func `an asset with only audio has no pictures`() {
        #expect(stills(video(.packedAudio, at: [0, 1])).isEmpty)
    }

    @Test func `of many cue points an evenly spread choice is shown`() {
        let places = (0..<40).map { Double($0) / 4 }
        let stills = stills(video(.transportStream, at: places), limit: 4)
        #expect(stills.map { $0.position.seconds } == [0, 2.5, 5, 7.5])
    }

    @Test func `pictures change neither the trace nor the ledger`() {
        let video = video(.transportStream, at: [0, 1.5, 3])
        let plain = Playback().play(video)
        let collector = StillCollector()
        let seen = Playback(provider: collector.around(BasicSessionProvider())).play(video)
        #expect(seen.recorder.trace == plain.recorder.trace)
        #expect(seen.ledger == plain.ledger)
    }

    @Test(
        .enabled(if: ShellCommand.succeeds("ffmpeg -version"), "needs ffmpeg"),
        arguments: [SampleMedia.single, .progressive], [0, 1, 37, 99, 100, 143])
    func `a picture is the frame that ffmpeg shows at its time`(
        media: SampleMedia, frame: Int
    ) throws {
        // The time halfway through the duration of the frame, so that no other frame is as near.
        let rate = media == .single ? 25 : 24_000.0 / 1001
        let place = (Double(frame) + 0.5) / rate
        let still = try #require(stills(video(media, at: [place]), width: 320).first)
        let folder = ScratchFolder()
        folder.put(still.image, at: "still.jpg")
        let shape = "scale=64:36:flags=area,format=gray -f rawvideo -"
        let own = try #require(
            ShellCommand.bytes(of: "ffmpeg -v error -i '\(folder.path)/still.jpg' -vf \(shape)"))
        let source = media.path
        let all = try #require(
            ShellCommand.bytes(of: "ffmpeg -v error -i '\(source)' -vf \(shape)"))
        let size = 64 * 36
        let distances = (0..<all.count / size).map { index in
            var sum = 0
            for place in own.indices {
                sum += abs(Int(own[place]) - Int(all[index * size + place]))
            }
            return sum
        }
        #expect(distances.firstIndex(of: distances.min() ?? 0) == frame)
        #expect(distances[frame] / size < 12)
    }
}
