import Containers
import TestTools
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The readers of this package, compared with libavformat.
@Suite struct DemuxerChoiceTests {
    private static let kinds = ["ts", "m4s", "mp4", "aac", "ac3", "ec3", "mp3"]

    /// The media files in the folders of the samples and of the test fixtures.
    private static let files: [String] = {
        let list = ShellCommand.text(
            of: "find '\(SampleMedia.folder)' '\(SampleMedia.folder)/../../Tests/Fixtures' -type f")
        return (list ?? "").split(separator: "\n").map(String.init).filter { path in
            kinds.contains { path.hasSuffix(".\($0)") } && !path.contains("/protected-")
                && !path.contains("/Stores/")
        }.sorted()
    }()

    private func demux(
        _ path: String, _ initialization: MemoryInput?, _ choice: DemuxerChoice
    ) throws -> DemuxedSegment {
        try SegmentDemuxer(demuxer: choice).demux(
            initialization: initialization, media: MemoryInput(fileBytes(path)))
    }

    @Test func `both readers give the same result for every sample`() throws {
        var compared = 0
        for path in Self.files where !path.hasSuffix("-init.mp4") {
            // Clips of the same track share one initialization section.
            let header = path.replacing("clip-2-audio.m4s", with: "clip-audio.m4s")
                .replacing(".m4s", with: "-init.mp4")
            let initialization =
                header != path && Self.files.contains(header)
                ? MemoryInput(fileBytes(header)) : nil
            let automatic = try demux(path, initialization, .automatic)
            #expect(automatic == (try demux(path, initialization, .libavformat)), "\(path)")
            #expect(!automatic.tracks.isEmpty, "\(path)")
            compared += 1
        }
        #expect(compared >= 20)
    }
}
