import Broadcasts
import HeadlessPlayback
import LiveOrigin
import Playlists
import TestSupport
import Testing
import Transport
import VirtualTime

/// The playlists of broadcasts whose sources are real assets, as text and as values.
@Suite struct BroadcastPlaylistTests {
    @Test(arguments: [
        "ts-multivariant", "cmaf-byteranges", "single", "packed-audio", "protected-aes128",
        "subtitled",
    ])
    func `the text of a playlist says as much as its value`(_ sample: String) throws {
        let source = try BroadcastSource(
            asset: "\(SampleMedia.folder)/\(sample)/index.m3u8", with: StandardLoader())
        let origin = try LiveOrigin(
            programme: Programme(sources: [source.survey], loop: .discontinuity),
            packager: Packager(renditions: source.renditions, window: .length(.seconds(15))),
            multivariant: source.multivariant, ranFor: .seconds(600))
        for rendition in source.renditions {
            for second in stride(from: 0.0, to: 40, by: 2) {
                let request = OriginRequest("\(rendition.name)/index.m3u8")
                let answer = origin.answer(request, arrivingAt: .seconds(second))
                guard case .ready(let response) = answer,
                    case .playlist(let playlist) = response.content
                else {
                    Issue.record("no playlist at \(second) s")
                    continue
                }
                let text = PlaylistWriter.text(of: playlist)
                #expect(try Playlist(parsing: Array(text.utf8)) == playlist, "\(text)")
            }
        }
    }
}
