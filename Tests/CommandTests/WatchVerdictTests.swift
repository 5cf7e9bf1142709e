import Foundation
import TestSupport
import Testing

/// The verdict of `playctl watch` on playlists of which there is only one version.
@Suite struct WatchVerdictTests {
    @Test func `a playlist that has ended does not pass, in the text and in the reports`() throws {
        let server = try OriginServer(.folder(SampleMedia.folder))
        let folder = ScratchFolder()
        let report = folder.path + "/report.xml"
        let run = try Playctl.run(
            "watch", server.url("/discontinuity/index.m3u8"), "--junit", report)
        #expect(run.status == 5)
        #expect(run.errors.contains("playlists had no second version to compare"))
        #expect(!run.output.contains("passed  "), "\(run.output)")
        #expect(run.output.contains("FAILED"), "\(run.output)")
        #expect(run.output.contains("0 passed, 1 failed"), "\(run.output)")
        #expect(run.output.contains("expected  a second version to compare"), "\(run.output)")
        #expect(run.output.contains("found     one version, which has ended"), "\(run.output)")
        let text = try String(contentsOfFile: report, encoding: .utf8)
        #expect(text.contains("type=\"watch.versions\""), "\(text)")
    }

    @Test func `a broken rule decides the exit code even if a playlist has no second version`()
        throws
    {
        let server = try OriginServer(.folder(SampleMedia.folder))
        let playlist = "/discontinuity/index.m3u8"
        let run = try Playctl.run("watch", server.url(playlist))
        let segment = try #require(
            server.log.map(\.path).first { $0 != playlist && !$0.hasSuffix(".m3u8") })
        server.order(.status(404), at: segment)
        let broken = try Playctl.run("watch", server.url(playlist))
        #expect((run.status, broken.status) == (5, 1))
        #expect(broken.output.contains("origin.availability"))
    }

    @Test func `a watch that cannot follow a playlist fails in its reports`() throws {
        let server = try OriginServer(.folder(SampleMedia.folder))
        let folder = ScratchFolder()
        let run = try Playctl.run(
            "watch", server.url("/none/index.m3u8"), "--junit", folder.path + "/report.xml")
        #expect(run.status == 1)
        #expect(run.errors.contains("/none/index.m3u8"), "\(run.errors)")
        let text = folder.text("report.xml")
        #expect(text.contains("type=\"watch.versions\""), "\(text)")
        #expect(text.contains("/none/index.m3u8"), "\(text)")
    }
}
