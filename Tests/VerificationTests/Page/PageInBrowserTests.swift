import HeadlessPlaybackTesting
import TestSupport
import Testing

/// The page as a browser shows it, on a telephone and on a desk, by day and by night.
@Suite(.enabled(if: PageTool.browser != nil, "needs Chromium"))
struct PageInBrowserTests {
    struct Look: CustomStringConvertible {
        var width: Int
        var isDark: Bool

        var description: String { "\(width) pixels, \(isDark ? "dark" : "light")" }
    }

    static let looks = [390, 1280].flatMap {
        [Look(width: $0, isDark: false), Look(width: $0, isDark: true)]
    }

    private static let page: [UInt8] = {
        var passed = RecordedRun().result(named: "Passes")
        passed.checks.removeAll { $0.code != "expect.end" }
        let results =
            [
                RecordedRun().result(named: "Falters, recovers and seeks"), passed,
                PageSamples.result(saying: String(repeating: "without-end", count: 40)),
            ] + PageSamples.sweep
        return ResultPage(results, title: "A nightly run").html()
    }()

    /// Opens a file and looks at it.
    private func open(
        _ name: String, in folder: ScratchFolder, _ look: Look, _ more: String
    ) throws -> [UInt8] {
        let browser = try #require(PageTool.browser)
        // The pages are our own, and where tests run as root there is no sandbox to be had.
        let options = """
            --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars \
            --no-first-run --disable-background-networking --force-device-scale-factor=1 \
            --user-data-dir='\(folder.path)/\(name)-profile' --window-size=\(look.width),1600 \
            \(look.isDark ? "--force-dark-mode" : "")
            """
        return try #require(
            ShellCommand.bytes(
                of: "timeout 60 \(browser) \(options) \(more) 'file://\(folder.path)/\(name).html'")
        )
    }

    @Test(arguments: looks)
    func `nothing sticks out, is too pale to read, or leads nowhere`(look: Look) throws {
        let folder = ScratchFolder()
        folder.put(PageProbe.copy(of: Self.page), at: "probe.html")
        let document = String(
            decoding: try open("probe", in: folder, look, "--dump-dom"), as: UTF8.self)
        let report = try #require(PageProbe.report(in: document), "the script ran to its end")
        #expect(report.isEmpty, "\(report.joined(separator: "\n"))")
    }

    @Test(.enabled(if: PageTool.hasFFmpeg, "needs ffmpeg"), arguments: looks)
    func `it is bright by day and dark by night, and the browser complains of nothing`(
        look: Look
    ) throws {
        let folder = ScratchFolder()
        folder.put(Self.page, at: "page.html")
        let log = "--enable-logging=stderr --v=0"
        let picture = "\(folder.path)/page.png"
        let messages = String(
            decoding: try open(
                "page", in: folder, look, "\(log) --screenshot='\(picture)' 2>&1"), as: UTF8.self)
        #expect(!messages.contains("CONSOLE"), "\(messages)")
        let decode = "ffmpeg -v error -i '\(picture)' -f rawvideo -pix_fmt gray -"
        let samples = try #require(ShellCommand.bytes(of: decode))
        #expect(samples.count == look.width * 1600)
        let corner = try #require(samples.first)
        #expect(look.isDark ? corner < 40 : corner > 230, "background \(corner)")
        // Text and drawings: a good part of the picture is not background, but by far not all.
        let written = samples.count { abs(Int($0) - Int(corner)) > 60 }
        #expect((samples.count / 200..<samples.count / 2).contains(written))
    }
}
