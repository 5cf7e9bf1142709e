import HeadlessPlayback
import Playlists
import Presentation
import Sessions
import Testing

/// A rendition whose playlist is reloaded repeatedly.
@Suite struct MovingPlaylistTests {
    private func version(
        _ numbers: Range<Int>, name: String = "a", extra: [String] = [], query: String = ""
    ) throws -> MediaPlaylist {
        var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:6"]
        lines.append("#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)")
        lines += extra
        for number in numbers { lines += ["#EXTINF:4,", "\(name)\(number).ts\(query)"] }
        let text = lines.joined(separator: "\n") + "\n"
        guard case .media(let media) = try Playlist(parsing: Array(text.utf8)) else {
            throw PlaylistError(.missingHeader, line: nil)
        }
        return media
    }

    private func media(_ numbers: Range<Int>) throws -> RenditionMedia {
        RenditionMedia(url: "https://a.example/live.m3u8", playlist: try version(numbers))
    }

    private func numbers(_ range: Range<Int>, epoch: Int = 0) -> [SegmentNumber] {
        range.map { SegmentNumber($0, epoch: epoch) }
    }

    private func span(_ seconds: Range<Int64>) -> Range<MediaTime> {
        MediaTime.seconds(seconds.lowerBound)..<MediaTime.seconds(seconds.upperBound)
    }

    /// Returns the media sequence numbers that decryption receives.
    private func sequences(_ media: RenditionMedia) -> [Int] {
        media.segments.map { media.context(of: $0).mediaSequence }
    }

    private func expectConsistent(_ media: RenditionMedia) {
        let listed = Array(media.timeline.numbers)
        #expect(media.segments.map(\.number) == listed)
        for number in listed { #expect(media.segment(number) != nil) }
    }

    @Test func `follows a playlist that gains and loses segments`() throws {
        let media = try media(10..<16)
        media.measure(SegmentNumber(10), as: span(0..<5))
        #expect(media.take(try version(12..<18, query: "?t=2")) == .continues(missing: 0))
        #expect(Array(media.timeline.numbers) == numbers(12..<18))
        #expect(media.timeline.interval(of: SegmentNumber(12)) == span(9..<13))
        #expect(media.segmentURL(SegmentNumber(17)) == "https://a.example/a17.ts?t=2")
        #expect(media.segment(SegmentNumber(11)) == nil)
        #expect(sequences(media).contains(13))
        expectConsistent(media)
    }

    @Test func `segments that were never listed leave a hole in the timeline`() throws {
        let media = try media(10..<12)
        #expect(media.take(try version(14..<16)) == .continues(missing: 2))
        #expect(Array(media.timeline.numbers) == numbers(14..<16))
        #expect(media.timeline.start == .seconds(8 + 12))

        let other = try self.media(10..<12)
        other.take(
            try version(14..<16), holding: SegmentNumber(11)..<SegmentNumber(12))
        #expect(Array(other.timeline.numbers) == numbers(11..<12) + numbers(14..<16))
        #expect(other.timeline.interval(of: SegmentNumber(12)) == span(8..<20))
        #expect(other.segment(SegmentNumber(11))?.uri == "a11.ts")
        #expect(other.segment(SegmentNumber(12)) == nil)
        expectConsistent(other)
    }

    @Test func `segments that have left the playlist are kept only while they are in use`() throws {
        let media = try media(0..<6)
        let held = SegmentNumber(2)..<SegmentNumber(4)
        for first in stride(from: 1, to: 1000, by: 3) {
            media.take(try version(first..<first + 6), holding: held)
            expectConsistent(media)
        }
        #expect(Array(media.timeline.numbers.prefix(2)) == numbers(2..<4))
        #expect(media.timeline.count == 8)
        // No segment remains between the two segments in `held` and the segments of the newest
        // version.
        let first = try #require(media.timeline.segment(from: SegmentNumber(4)))
        #expect(first == SegmentNumber(997 + 0))
        #expect(media.timeline.interval(of: SegmentNumber(4)).upperBound == .seconds(4 * 997))
        #expect(Array(sequences(media).prefix(2)) == [2, 3])
        media.take(try version(1000..<1006))
        #expect(media.timeline.count == 6)
        #expect(media.segment(SegmentNumber(3)) == nil)
        #expect(media.timeline.start == .seconds(4000))
    }

    @Test func `starts a new epoch when the segment numbers restart`() throws {
        let media = try media(10..<16)
        media.measure(SegmentNumber(15), as: span(20..<25))
        #expect(media.take(try version(0..<3, name: "b")) == .restarted)
        #expect(Array(media.timeline.numbers) == numbers(0..<3, epoch: 1))
        #expect(media.timeline.start == .seconds(25))
        #expect(media.segmentURL(SegmentNumber(0, epoch: 1)).hasSuffix("b0.ts"))
        #expect(media.segment(SegmentNumber(0)) == nil)
        #expect(media.take(try version(1..<4, name: "b")) == .continues(missing: 0))
        #expect(
            media.identity(of: SegmentNumber(3, epoch: 1)).description == "segment 3#2 of live.m3u8"
        )
        expectConsistent(media)
    }

    @Test func `the timeline starts with the first playlist version that lists segments`() throws {
        let media = try media(10..<10)
        #expect(media.take(try version(3..<5)) == .continues(missing: 0))
        #expect(Array(media.timeline.numbers) == numbers(3..<5))
        #expect(media.timeline.start == .zero)
    }

    @Test func `segment identities do not change when the playlist is redirected`() throws {
        let media = try media(0..<3)
        let name = media.identity(of: SegmentNumber(2))
        media.take(try version(1..<4), from: "https://b.example/edge/live.m3u8")
        #expect(media.identity(of: SegmentNumber(2)) == name)
        #expect(media.segmentURL(SegmentNumber(3)) == "https://b.example/edge/a3.ts")
    }

    @Test func `remembers that a playlist listed keys`() throws {
        let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\""
        let media = try media(0..<3)
        #expect(!media.listsKeys)
        media.take(try version(1..<4, extra: [key]))
        media.take(try version(2..<5))
        #expect(media.listsKeys)
    }

    @Test func `two segments at the largest media sequence number are both listed`() throws {
        let last = "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:\(Int.max)\n#EXTINF:4,\na\n#EXTINF:4,\nb\n"
        guard case .media(let playlist) = try Playlist(parsing: Array(last.utf8)) else {
            Issue.record("another result")
            return
        }
        let media = RenditionMedia(url: "https://a.example/a.m3u8", playlist: playlist)
        #expect(media.segments.map { $0.segment.uri } == ["a", "b"])
        // No number can exceed the largest integer, so both segments have this number.
        #expect(sequences(media) == [.max, .max])
    }
}
