import TestSupport
import Testing

/// Runs of the tool with a limited address space.
@Suite struct MemoryLimitTests {
    private static let limits = stride(from: 160_000, through: 1_000_000, by: 40_000)

    /// Runs the tool with a limit on its address space in kilobytes.
    private func run(_ limit: Int, _ arguments: String) throws -> (status: Int32, text: String) {
        let outcome = try Playctl.shell(
            "cd '\(SampleMedia.folder)' && ulimit -v \(limit) && exec \"$PLAYCTL\" \(arguments)")
        return (outcome.status, outcome.output + outcome.errors)
    }

    @Test(arguments: [
        "play ts-multivariant/index.m3u8 --events none",
        "play progressive/movie.mp4 --verify decode",
        "verify markers/index.m3u8", "cues markers/index.m3u8",
    ])
    func `under a memory limit, a command succeeds or reports the lack of memory`(arguments: String)
        throws
    {
        for limit in Self.limits {
            let (status, text) = try run(limit, arguments)
            switch status {
            case 0: continue
            // The system's loader failed before the tool started.
            case 127: #expect(text.contains("error while loading shared libraries"))
            case 1:
                let words = ["out of memory", "annot allocate memory", "Out of memory"]
                #expect(words.contains { text.contains($0) }, "\(limit): \(text.suffix(500))")
            default:
                Issue.record("\(limit) kB: ended with \(status): \(text.suffix(500))")
            }
        }
    }
}
