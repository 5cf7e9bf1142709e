import HeadlessPlayback
import TestSupport
import Testing
import VirtualTime

/// Single files with less media than their headers announce do not count as played.
@Suite(.enabled(if: MadeFile.canBeMade, "needs ffmpeg"))
struct BrokenFileTests {
    /// A change that damages one box of one track.
    struct Damage: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let change: @Sendable (inout FileBoxes) throws -> Void

        init(_ name: String, _ change: @escaping @Sendable (inout FileBoxes) throws -> Void) {
            testDescription = name
            self.change = change
        }
    }

    private struct MissingBox: Error {
        let path: String
    }

    private static let tables = "moov/trak/mdia/minf/stbl"

    /// The changes that damage a good file; each is made to the video and to the audio.
    static let damages: [Damage] = (0...1).flatMap { track in
        let tables = Self.tables
        @Sendable func box(_ boxes: FileBoxes, _ path: String) throws -> Range<Int> {
            guard let range = boxes.ranges(path).dropFirst(track).first else {
                throw MissingBox(path: path)
            }
            return range
        }
        func clear(_ path: String) -> Damage {
            Damage("\(path) of track \(track) cleared") {
                $0.clear(try box($0, path))
            }
        }
        func rename(_ path: String, _ name: String) -> Damage {
            Damage("\(path) of track \(track) renamed \(name)") {
                $0.rename(try box($0, path), name)
            }
        }
        func scale(_ path: String, _ place: Int, by factor: Double) -> Damage {
            Damage("\(path) of track \(track) at \(place) by \(factor)") { boxes in
                let at = try box(boxes, path).lowerBound + place
                boxes.put(Int(Double(boxes.number(at)) * factor), at: at)
            }
        }
        return [
            clear("\(tables)/stts"), clear("\(tables)/stsz"), clear("\(tables)/stco"),
            clear("\(tables)/stsc"), clear("\(tables)/stsd"), clear("moov/trak/mdia/mdhd"),
            clear("moov/trak/edts/elst"), clear("moov/trak/mdia/hdlr"),
            rename("\(tables)/stts", "free"), rename("\(tables)/stsz", "free"),
            rename("\(tables)/stsd", "free"), rename("moov/trak/mdia/minf/stbl", "stbx"),
            rename("moov/trak/mdia/mdhd", "free"), rename("moov/trak", "trax"),
            scale("\(tables)/stts", 16, by: 0.5), scale("\(tables)/stts", 20, by: 0.01),
            scale("\(tables)/stts", 20, by: 4), scale("\(tables)/stsz", 16, by: 0.5),
            scale("\(tables)/stsc", 16, by: 0), scale("moov/trak/mdia/mdhd", 20, by: 16),
            Damage("a box of track \(track) too short") { boxes in
                boxes.put(72, at: try box(boxes, "moov/trak/mdia/minf").lowerBound)
            },
        ]
    }

    @Test(arguments: damages, [VerificationLevel.demux, .playlist])
    func `a damaged file does not count as completely played`(
        damage: Damage, level: VerificationLevel
    ) throws {
        var boxes = FileBoxes(bytes: try Self.sample.get())
        try damage.change(&boxes)
        #expect(!isSound(play(boxes.bytes, level)))
    }

    @Test(arguments: [
        MadeFile("short-video.mp4", "\(MadeFile.video(1)) \(MadeFile.audio()) \(MadeFile.h264)"),
        MadeFile(
            "short-video.mov", "\(MadeFile.video(1)) \(MadeFile.audio()) \(MadeFile.reordered)"),
        MadeFile("short-audio.mp4", "\(MadeFile.video()) \(MadeFile.audio(1)) \(MadeFile.h264)"),
        MadeFile(
            "short-video-fragments.mp4",
            "\(MadeFile.video(1)) \(MadeFile.audio()) \(MadeFile.h264)"
                + " -movflags +frag_keyframe+empty_moov"),
        MadeFile(
            "late-video.mp4",
            "\(MadeFile.audio()) -itsoffset 2 \(MadeFile.video(2)) -vsync passthrough"
                + " \(MadeFile.h264)"),
    ])
    func `a file with a shorter track is unsound and plays to its full duration`(file: MadeFile)
        throws
    {
        let scratch = ScratchFolder()
        let path = try #require(file.make(in: scratch))
        for level in [VerificationLevel.demux, .playlist, .decode] {
            let playback = Playback { $0.verification = level }.play(Video(url: path))
            #expect(playback.ledger?.isSound == false, "\(level)")
            #expect(playback.recorder.lifecycle.last == .end)
            let lengths = playback.ledger?.tracks.map(\.length.seconds) ?? []
            #expect(lengths.count == 2 && lengths.allSatisfy { abs($0 - 4) < 0.1 }, "\(lengths)")
        }
    }

    /// `ffmpeg` states the time up to the next sample as the duration of the sample before a loss.
    ///
    /// The keyframe at six seconds, at which the file is divided, is within the loss.
    @Test func `lost audio at the border of two pieces of a file is missing`() throws {
        let scratch = ScratchFolder()
        let file = MadeFile(
            "lost-audio.mp4",
            "\(MadeFile.video(8)) \(MadeFile.audio(8)) \(MadeFile.h264) -c:a aac"
                + " -bsf:a noise=drop='between(n\\,260\\,300)'")
        let playback = Playback().play(Video(url: try #require(file.make(in: scratch))))
        let lost = MediaTime(41 * 1024, timescale: 48_000)
        #expect(playback.times(in: .missing) == ["audio": lost])
    }

    @Test func `a file whose announced fragments are cut off does not count as completely played`()
        throws
    {
        let scratch = ScratchFolder()
        let file = MadeFile(
            "index.mp4",
            "\(MadeFile.video()) \(MadeFile.h264) -movflags +frag_keyframe+dash+global_sidx")
        let path = try #require(file.make(in: scratch))
        var boxes = FileBoxes(bytes: fileBytes(path))
        let last = try #require(boxes.ranges("moof").last)
        boxes.bytes.removeSubrange(last.lowerBound...)
        #expect(!isSound(play(boxes.bytes)))
    }

    /// If a damaged file still counts as completely played, it plays for as long as the original.
    @Test func `a damaged movie box never shortens a file without a report`() throws {
        let sample = try Self.sample.get()
        let movie = try #require(FileBoxes(bytes: sample).ranges("moov").first)
        let whole = try #require(play(sample).ledger)
        var random = SeededRandom(seed: 14)
        var unseen: [String] = []
        for round in 0..<400 {
            var bytes = sample
            let place = movie.lowerBound + Int(random.next() % UInt64(movie.count))
            bytes[place] =
                round % 2 == 0
                ? bytes[place] ^ 1 << UInt8(random.next() % 8)
                : UInt8(truncatingIfNeeded: random.next())
            let playback = play(bytes)
            guard isSound(playback), let ledger = playback.ledger else { continue }
            let isWhole =
                ledger.tracks.map(\.name) == whole.tracks.map(\.name)
                && zip(ledger.tracks, whole.tracks).allSatisfy {
                    abs(($0.time(in: .played) - $1.time(in: .played)).seconds) < 0.6
                }
            if !isWhole { unseen.append("round \(round), byte \(place - movie.lowerBound)") }
        }
        #expect(unseen == [])
    }

    private static let sample = Result {
        let scratch = ScratchFolder()
        let file = MadeFile(
            "sample.mp4",
            "\(MadeFile.video(3)) \(MadeFile.audio(3)) \(MadeFile.reordered) -c:a aac")
        let path = try #require(file.make(in: scratch))
        return fileBytes(path)
    }

    @Test(arguments: damages)
    func `a file with skipped damage does not count as completely played`(damage: Damage) throws {
        var boxes = FileBoxes(bytes: try Self.sample.get())
        try damage.change(&boxes)
        let scratch = ScratchFolder()
        scratch.put(boxes.bytes, at: "file.mp4")
        let playback = Playback { $0.recovery.damagedSegment = .skip }
            .play(Video(url: "\(scratch.path)/file.mp4"))
        #expect(!isSound(playback))
    }

    private func play(_ bytes: [UInt8], _ level: VerificationLevel = .demux) -> Playback {
        let scratch = ScratchFolder()
        scratch.put(bytes, at: "file.mp4")
        return Playback { $0.verification = level }.play(Video(url: "\(scratch.path)/file.mp4"))
    }

    /// Returns whether the file counts as completely played.
    private func isSound(_ playback: Playback) -> Bool {
        playback.recorder.lifecycle.last == .end && playback.ledger?.isSound == true
    }
}
