import HeadlessPlayback
import TestSupport
import Testing

/// Variant streams with audio, made in separate runs and by different muxers.
///
/// Their frames of audio begin at different times, and each muxer divides audio in its own way.
@Suite struct MixedWriterTests {
    /// A film of five segments of two seconds, with audio in the variant stream.
    struct Film: CustomTestStringConvertible, Sendable {
        let name: String
        var pictures = "-bf 0"
        var audio = "-f lavfi -i sine=r=48000:d=10 -c:a aac"
        var isByGStreamer = false

        var testDescription: String { name }

        /// The command that makes the film in a folder; its pictures start at one hour.
        var command: String {
            if isByGStreamer { return gstreamer }
            return "ffmpeg -v error -f lavfi -i testsrc2=s=96x64:r=25:d=10 \(audio)"
                + " -c:v libx264 -preset ultrafast -threads 1 -g 50 -keyint_min 50"
                + " -sc_threshold 0 -b_strategy 0 \(pictures) -muxdelay 0"
                + " -output_ts_offset 3600 -f hls -hls_time 2 -hls_list_size 0"
                + " \(name)/index.m3u8"
        }

        private var gstreamer: String {
            let pipeline =
                "videotestsrc num-buffers=250 ! video/x-raw,width=96,height=64,framerate=25/1"
                + " ! x264enc speed-preset=veryfast key-int-max=50 bframes=2 option-string="
                + "scenecut=0:min-keyint=50 ! h264parse ! hlssink2 name=h target-duration=2"
                + " playlist-length=0 max-files=100 send-keyframe-requests=false"
                + " location=\(name)/index%d.ts playlist-location=\(name)/index.m3u8"
                + " audiotestsrc num-buffers=469 samplesperbuffer=1024"
                + " ! audio/x-raw,rate=48000 ! avenc_aac ! aacparse ! h.audio"
            // hlssink2 occasionally deadlocks on its own buffer, so attempts have a time limit.
            return "for n in 1 2 3 4 5; do timeout 15 gst-launch-1.0 -q \(pipeline) >/dev/null"
                + " && break; done; test -s \(name)/index4.ts"
        }
    }

    private static let films = [
        Film(name: "plain"),
        Film(name: "reordered", pictures: "-bf 3"),
        Film(name: "offset", pictures: "-bf 2", audio: shifted("0.0133")),
        Film(name: "earlier", audio: shifted("-0.00133")),
        Film(name: "later", pictures: "-bf 2", audio: shifted("0.00133")),
        Film(
            name: "compact-disc", pictures: "-bf 2",
            audio: "-f lavfi -i sine=r=44100:d=10 -c:a aac"),
        Film(
            name: "layer-3", pictures: "-bf 2",
            audio: "-f lavfi -i sine=r=48000:d=10 -c:a libmp3lame"),
    ]
    private static let gstreamer = Film(name: "gstreamer", isByGStreamer: true)
    private static let hasGStreamer = ShellCommand.succeeds(
        "gst-inspect-1.0 hlssink2 x264enc avenc_aac")

    private let scratch = ScratchFolder()

    /// Returns the options for a film's audio, whose frames are shifted by some seconds.
    private static func shifted(_ seconds: String) -> String {
        "-itsoffset \(seconds) -f lavfi -i sine=r=48000:d=10 -c:a aac"
    }

    private func make(_ films: [Film]) throws {
        for film in films {
            let command = "cd '\(scratch.path)' && mkdir \(film.name) && \(film.command)"
            try #require(ShellCommand.succeeds(command), "\(command)")
        }
    }

    /// Plays one film up to the end of a segment, and another film from there.
    private func play(_ former: String, for count: Int, then next: String) -> Playback {
        let text = """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=200000
            \(former)/index.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=900000
            \(next)/index.m3u8

            """
        scratch.put(Array(text.utf8), at: "index.m3u8")
        let playback = Playback {
            $0.preferredPeakBitRate = 300_000
            $0.bufferOptimizer = BufferOptimizer(
                minimumDuration: .seconds(1), maximumDuration: .seconds(1))
        }
        playback.controller.setVideos([Video(url: "\(scratch.path)/index.m3u8")])
        if count > 1 { playback.run(until: Double(count) * 2 - 3.5) }
        // Waits for the playlist, because its arrival starts the request for the first segment.
        while playback.controller.currentSession?.duration == nil {
            playback.controller.world.loop.runNext()
        }
        playback.controller.setPreferredPeakBitRate(0)
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        let start = playback.ledger?.variants.last?.start ?? .zero
        #expect(playback.ledger?.variants.count == 2)
        #expect(abs(start.seconds - Double(count) * 2) < 0.1, "\(former), \(next): \(start)")
        return playback
    }

    private func expectNothing(_ films: [Film]) {
        for former in films {
            for next in films where next.name != former.name {
                for count in 1...4 {
                    let playback = play(former.name, for: count, then: next.name)
                    #expect(
                        playback.ledger?.isSound == true,
                        """
                        \(former.name) for \(count), \(next.name): \
                        \(playback.ledger?.tracks.flatMap(\.findings) ?? [])
                        """)
                }
            }
        }
    }

    @Test func `no loss is reported at the joins of films encoded by FFmpeg`() throws {
        try make(Self.films)
        expectNothing(Self.films)
    }

    @Test(.enabled(if: Self.hasGStreamer))
    func `no loss is reported at the joins of films encoded by FFmpeg and GStreamer`() throws {
        let films = [Self.gstreamer] + Self.films.prefix(4)
        try make(films)
        expectNothing(films)
    }

    @Test(arguments: [1, 2, 3, 4], [2, 40])
    func `missing audio frames before a change to another film are found`(
        count: Int, lost: Int
    ) throws {
        let films = Array(Self.films.prefix(4))
        try make(films)
        for former in films {
            let path = "\(former.name)/index\(count - 1).ts"
            let packets = EditedPackets(fileBytes("\(scratch.path)/\(path)"))
            let last = packets.units(of: 0x101).suffix(lost)
            scratch.put(packets.without(last.flatMap(\.self)).bytes, at: path)
        }
        for former in films {
            // In films with reordered pictures, the audio of a segment begins before its pictures
            // and would hide a loss of two frames. Playback changes to such a film only if more
            // frames are lost.
            for next in lost > 2 ? films : [films[0], films[3]] where next.name != former.name {
                let playback = play(former.name, for: count, then: next.name)
                let missing = playback.times(in: .missing)["audio"] ?? .zero
                #expect(missing > .zero, "\(former.name), \(next.name)")
                #expect(playback.ledger?.isSound == false)
            }
        }
    }
}
