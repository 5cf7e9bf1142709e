import Containers
import Presentation
import TestSupport
import Testing

@testable import Sessions

/// Segments that lack the first of several audio tracks.
@Suite struct PlayedAudioTests {
    /// Returns a segment with video, and with audio tracks of the given numbers and languages.
    private func segment(_ audio: (id: Int, language: String)...) throws -> DemuxedSegment {
        var segment = try SegmentDemuxer().demux(
            media: MemoryInput(fileBytes("\(SampleMedia.single.folder)/segment-0.ts")))
        let track = try #require(segment.playableTrack(.audio))
        segment.tracks.removeAll { $0.description.kind == .audio }
        for (id, language) in audio {
            var track = track
            track.description.id = id
            track.description.language = language
            segment.tracks.append(track)
        }
        return segment
    }

    @Test func `the second track does not replace the first one, unless tracks are renumbered`()
        throws
    {
        var audio = PlayedAudio()
        let segments = [
            try segment((257, "eng"), (258, "fra")), try segment((258, "fra"), (257, "eng")),
            try segment((258, "fra")), try segment((258, "eng"), (259, "fra")),
        ]
        let hasAudio = segments.map {
            audio.take($0, of: "stream", in: 0).playableTrack(.audio) != nil
        }
        #expect(hasAudio == [true, true, false, true])
    }
}
