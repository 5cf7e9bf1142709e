import Playlists
import Testing
import VirtualTime

@testable import Linting

@Suite struct LiveAlignmentTests {
    private func ended(from number: Int, count: Int) throws -> MediaPlaylist {
        let segments = (0..<count).map { "#EXTINF:4,\n\($0).ts\n" }.joined()
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(number)\n"
            + "\(segments)#EXT-X-ENDLIST\n"
        guard case .media(let media) = try Playlist(parsing: text) else {
            throw FixtureError(text: "not a media playlist")
        }
        return media
    }

    @Test(arguments: [
        // Both end together, and the subtitles still list two earlier segments.
        (1, 9, -8),
        // The numbers of the subtitles start with another number.
        (1, 7, 0), (0, 8, 0),
        // The first segments of the subtitles may be missing.
        (5, 5, 0),
    ])
    func `ended subtitles without dates start earlier by the segments before the programme`(
        number: Int, count: Int, start: Int64
    ) throws {
        let alignment = LiveAlignment(playlist: try ended(from: 3, count: 7))
        let subtitles = try ended(from: number, count: count)
        #expect(alignment.start(of: subtitles) == .seconds(start))
    }
}
