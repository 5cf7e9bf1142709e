import TestSupport
import Testing

/// The line with the progress and the time left, which a terminal shows while media is read.
@Suite struct LintProgressTests {
    private static let asset = "\(SampleMedia.folder)/ts-multivariant/index.m3u8"

    /// An asset whose third segment is held until the terminal shows the progress.
    private func held(_ verb: [String]) throws -> TerminalRun {
        let gate = OriginGate()
        let server = try OriginServer(.folder(SampleMedia.folder))
        server.order(.hold(gate), at: "/single/segment-2.ts")
        let place = server.url("/single/index.m3u8")
        let opening = Task.detached {
            // The line is drawn ten times a second.
            _ = server.waitForRequest(at: "/single/segment-2.ts")
            try? await Task.sleep(for: .milliseconds(400))
            gate.open()
        }
        defer { opening.cancel() }
        return try TerminalRun(verb + [place], in: SampleMedia.folder, [.await("40%")])
    }

    @Test func `lint shows how much was read, and the time left`() throws {
        let run = try held(["lint"])
        #expect(run.failure == nil, "\(run.output)")
        #expect(run.status == 0)
        #expect(run.output.contains(" s left"), "\(run.output)")
        // The line is gone at the end.
        #expect(run.output.contains("\r\u{1B}[K"))
    }

    @Test func `compare shows how much was read`() throws {
        let run = try held(["compare", "\(SampleMedia.folder)/single/index.m3u8"])
        #expect(run.failure == nil, "\(run.output)")
        #expect(run.output.contains(" s left"), "\(run.output)")
    }

    @Test func `a pipe receives no progress`() throws {
        let run = try Playctl.run("lint", Self.asset)
        #expect(!run.errors.contains("%") && !run.output.contains("%"))
    }
}
