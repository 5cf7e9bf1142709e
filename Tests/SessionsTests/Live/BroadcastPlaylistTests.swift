import Broadcasts
import Containers
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
    func `the text of a generated playlist is parsed to the same playlist`(_ sample: String) throws
    {
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

    @Test func `a measured media playlist has a variant stream with its peak and codecs`() throws {
        var source = try BroadcastSource(asset: SampleMedia.single.path, with: StandardLoader())
        source.measureVariant(with: StandardLoader())
        let variant = try #require(source.multivariant.variants.first)
        // The largest segment has 44,932 bytes and two seconds.
        #expect(variant.bandwidth == 179_728)
        #expect(variant.codecs.map { $0.lowercased() } == ["avc1.4d400c", "mp4a.40.2"])
        #expect(variant.resolution == VariantStream.Resolution(width: 320, height: 180))
        let path = SampleMedia.transportStream.path
        var other = try BroadcastSource(asset: path, with: StandardLoader())
        let before = other
        other.measureVariant(with: StandardLoader())
        #expect(other == before)
    }

    @Test func `an ad break has a splice command of its duration`() throws {
        let source = try BroadcastSource(
            asset: SampleMedia.transportStream.path, with: StandardLoader())
        let adBreak = AdBreak(
            at: .seconds(24), every: .seconds(48), source: source.survey, duration: .seconds(8),
            markers: [.scte35])
        let origin = try LiveOrigin(
            programme: Programme(
                sources: [source.survey], loop: .discontinuity, breaks: [adBreak]),
            packager: Packager(renditions: source.renditions, window: .length(.seconds(60))),
            multivariant: source.multivariant, ranFor: .seconds(600))
        let request = OriginRequest("\(source.renditions[0].name)/index.m3u8")
        var events: [UInt32] = []
        for second in stride(from: 0.0, to: 200, by: 4) {
            guard case .ready(let response) = origin.answer(request, arrivingAt: .seconds(second)),
                case .playlist(.media(let playlist)) = response.content
            else {
                Issue.record("no playlist at \(second) s")
                continue
            }
            for range in playlist.dateRanges {
                let splice = try SpliceInformation(try #require(range.scte35Out))
                guard case .insert(let insert) = splice.command, let event = insert.event else {
                    Issue.record("\(splice)")
                    continue
                }
                #expect(event.isOut && event.isImmediate && event.pts == nil)
                #expect(event.breakDuration?.duration == range.duration)
                #expect(event.breakDuration?.returnsByItself == true)
                if !events.contains(insert.eventID) { events.append(insert.eventID) }
            }
        }
        // The number of each break is one more than the number of the previous break.
        #expect(events.count >= 3)
        #expect(zip(events, events.dropFirst()).allSatisfy { $1 == $0 + 1 })
    }
}
