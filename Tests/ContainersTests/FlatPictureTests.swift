import TestTools
import Testing

@testable import Containers

/// Pictures of one color, such as the pictures of a black leader, which have very few bytes.
@Suite(.enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"))
struct FlatPictureTests {
    /// The last bytes of such a picture may have no effect on it, so they prove no key wrong.
    @Test(arguments: [
        "vp9.mp4: -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 50",
        "h264.mp4: -c:v libx264 -g 50",
        "interlaced.ts: -c:v libx264 -g 50 -flags +ilme+ildct -x264-params tff=1",
    ])
    func `clear flat pictures do not look as if they were decrypted with a wrong key`(
        recipe: String
    ) throws {
        let parts = recipe.split(separator: ": ", maxSplits: 1)
        let workshop = FFmpegFolder()
        let source = "-f lavfi -i color=black:s=640x360:r=25 -t 1 -pix_fmt yuv420p"
        try #require(workshop.make("\(source) \(parts[1]) \(parts[0])"))
        let media = MemoryInput(workshop.bytes("\(parts[0])"))
        #expect(try DecodeTrial(initialization: nil, media: media).failingTrack == nil)
    }
}
