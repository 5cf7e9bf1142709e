import Playlists
import Testing
import VirtualTime

/// Copies of a playlist share their storage, and still behave as values.
@Suite struct PlaylistValueTests {
    private static let text = """
        #EXTM3U
        #EXT-X-VERSION:9
        #EXT-X-TARGETDURATION:4
        #EXT-X-MEDIA-SEQUENCE:10
        #EXT-X-PART-INF:PART-TARGET=1
        #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z
        #EXT-X-PART:DURATION=1,URI="10.0.mp4"
        #EXTINF:4,
        10.mp4
        #EXT-X-CUE-OUT:4
        #EXTINF:4,title
        11.mp4
        #EXT-X-PART:DURATION=1,URI="12.0.mp4"

        """

    @Test func `changing a copy of a playlist does not change the original`() throws {
        let original = try media(Self.text)
        var copy = original
        copy.hasEndList = true
        copy.segments[1].isGap = true
        copy.segments.removeFirst()
        copy.tail?.parts = []
        copy.dateRanges.append(DateRange(id: "a", startDate: nil))
        #expect(original.segments.count == 2)
        #expect(!original.segments[1].isGap)
        #expect(!original.hasEndList)
        #expect(original.trailingParts.count == 1)
        #expect(original.dateRanges.isEmpty)
        #expect(original == (try media(Self.text)))
        #expect(original.text() == Self.text)
    }

    @Test func `segments that differ in any one property are not equal`() throws {
        let changes: [(String, (inout MediaSegment) -> Void)] = [
            ("duration", { $0.duration = .seconds(3) }), ("location", { $0.uri = "9.mp4" }),
            ("range", { $0.byteRange = 0..<9 }), ("gap", { $0.isGap = true }),
            ("discontinuity", { $0.startsDiscontinuity = true }),
            ("keys", { $0.keys = [EncryptionKey(method: .aes128, uri: "k")] }),
            ("map", { $0.initializationSection = InitializationSection(uri: "i") }),
            ("bitrate", { $0.bitrate = 9 }), ("title", { $0.title = "other" }),
            ("date", { $0.programDateTime = DateTime(millisecondsSince1970: 1) }),
            ("parts", { $0.parts = [PartialSegment(uri: "p", duration: .seconds(1))] }),
            ("cues", { $0.cueMarkers = [CueMarker(.in)] }),
            ("lines", { $0.precedingLines = ["#x"] }),
        ]
        let playlist = try media(Self.text)
        for (name, change) in changes {
            var other = playlist
            change(&other.segments[0])
            #expect(other != playlist, "\(name)")
        }
        var renumbered = playlist
        renumbered.discontinuitySequence = 1
        renumbered.countDiscontinuities()
        renumbered.discontinuitySequence = 0
        #expect(renumbered != playlist)
    }

    @Test func `playlists that differ in any one property are not equal`() throws {
        let changes: [(String, (inout MediaPlaylist) -> Void)] = [
            ("version", { $0.version = 10 }), ("start", { $0.start = StartPoint(offset: .zero) }),
            ("independence", { $0.hasIndependentSegments = true }),
            (
                "definitions",
                { $0.definitions = [VariableDefinition(name: "a", value: "b", source: .value)] }
            ), ("target", { $0.targetDuration = nil }), ("sequence", { $0.mediaSequence = 11 }),
            ("discontinuities", { $0.discontinuitySequence = 1 }),
            ("type", { $0.playlistType = .event }), ("end", { $0.hasEndList = true }),
            ("I-frames", { $0.isIFramesOnly = true }), ("cache", { $0.allowsCache = true }),
            ("part information", { $0.partInformation = nil }),
            ("control", { $0.serverControl = ServerControl() }),
            ("skipped", { $0.skipped = SkippedSegments(count: 1) }),
            ("segments", { $0.segments.removeLast() }), ("tail", { $0.tail = nil }),
            ("ranges", { $0.dateRanges = [DateRange(id: "a", startDate: nil)] }),
            ("hints", { $0.preloadHints = [PreloadHint(.part, uri: "p")] }),
            ("reports", { $0.renditionReports = [RenditionReport(uri: "r")] }),
            ("lines", { $0.headerLines = ["#x"] }),
        ]
        let playlist = try media(Self.text)
        for (name, change) in changes {
            var other = playlist
            change(&other)
            #expect(other != playlist, "\(name)")
        }
        // Every property must be in the list above; otherwise this test would not compare it.
        let accessors = Mirror(reflecting: playlist).children.flatMap { child in
            (child.value as? [Any])?.flatMap { Mirror(reflecting: $0).children.map(\.label) } ?? []
        }
        // The four other properties do not affect equality: problems, their counts and pool sizes.
        #expect(accessors.count == changes.count + 4, "\(accessors)")
    }

    @Test func `the cached byte count of a playlist equals the size of its text`() throws {
        var playlist = try media(Self.text)
        for index in playlist.segments.indices { playlist.segments[index].countTags() }
        #expect(playlist == (try media(Self.text)))
        #expect(PlaylistWriter.byteCount(of: .media(playlist)) == Self.text.utf8.count)
        // A change of the playlist discards the stored byte count.
        playlist.segments[0].parts.append(PartialSegment(uri: "10.1.mp4", duration: .seconds(1)))
        playlist.segments[1].cueMarkers = []
        playlist.segments[1].programDateTime = DateTime(millisecondsSince1970: 4000)
        #expect(
            PlaylistWriter.byteCount(of: .media(playlist)) == playlist.text().utf8.count)
    }

    @Test func `a long chain of delta updates merges to the same playlists as full versions`()
        throws
    {
        func text(_ first: Int, skipping count: Int) -> String {
            var text = "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n"
            text += "#EXT-X-MEDIA-SEQUENCE:\(first)\n"
            if count > 0 { text += "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(count)\n" }
            for number in first + count..<first + 20 { text += "#EXTINF:4,\n\(number).mp4\n" }
            return text
        }
        var playlist = try media(text(0, skipping: 0))
        for first in 1..<200 {
            playlist = try playlist.merging(delta: media(text(first, skipping: 15)))
            #expect(playlist == (try media(text(first, skipping: 0))))
        }
    }

    @Test func `a part is too short below 85 percent of the part target duration`() {
        func isTooShort(_ milliseconds: Int64, _ target: MediaTime) -> Bool {
            PartialSegment(uri: "a", duration: .milliseconds(milliseconds)).isTooShort(for: target)
        }
        #expect(isTooShort(849, .seconds(1)))
        #expect(!isTooShort(850, .seconds(1)))
        #expect(isTooShort(1000, .seconds(9_000_000_000)))
        #expect(!isTooShort(9_000_000_000_000, .seconds(9_000_000_000)))
    }
}
