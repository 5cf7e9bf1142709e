import Foundation
import TestSupport
import Testing

/// A run that changes its variant stream fails if the last pictures before a change are missing.
@Suite struct RenditionChangeTests {
    @Test(arguments: [(0, 0), (2, 1)])
    func `missing pictures before a change of the variant stream fail the run`(
        count: Int, status: Int32
    ) throws {
        let folder = ScratchFolder()
        let asset = "\(folder.path)/asset"
        try FileManager.default.copyItem(atPath: SampleMedia.transportStream.folder, toPath: asset)
        let name = "asset/video-234p/segment-2.ts"
        let bytes = try folder.bytes(name)
        try folder.put(bytes.withoutLastPictures(count), at: name)
        let text = """
            playctl: 1
            assets: [asset/index.m3u8]
            player: {peak-bitrate: 200kbps, buffer: {minimum: 4s, maximum: 4s}}
            steps: [{at: 5s, peak-bitrate: 0}]
            expect: [end]

            """
        try folder.put(Array(text.utf8), at: "change.play.yaml")
        let run = try Playctl(["run", "change.play.yaml"], in: folder.path).wait()
        #expect(run.status == status, "\(run.output)\(run.errors)")
        let words = "found 0.080 s"
        #expect(run.output.contains(words) == (count > 0), "\(run.output)")
    }
}
