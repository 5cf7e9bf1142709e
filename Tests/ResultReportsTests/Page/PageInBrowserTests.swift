import HeadlessPlaybackTesting
import ResultReports
import TestSupport
import Testing

/// The page in a browser, at phone and desktop sizes, in light and dark mode.
@Suite(.enabled(if: PageTool.browser != nil, "needs Chromium"))
struct PageInBrowserTests {
    struct Look: CustomStringConvertible {
        var width: Int
        var isDark: Bool

        var description: String { "\(width) pixels, \(isDark ? "dark" : "light")" }
    }

    static let looks = [375, 1400].flatMap {
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

    /// The page of results, and the page of findings about an asset.
    private static let pages: [(name: String, bytes: [UInt8])] = [
        ("results", page),
        ("lint", LintPage([LintPageTests.asset()], command: "playctl lint film/index.m3u8").html()),
    ]

    /// Opens a file in the browser, and returns the output of the browser.
    private func open(
        _ name: String, in folder: ScratchFolder, _ look: Look, _ more: String
    ) throws -> [UInt8] {
        let browser = try #require(PageTool.browser)
        // The sandbox does not work for root, and is not needed for pages that the tests create.
        let options = """
            --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars \
            --no-first-run --disable-background-networking --force-device-scale-factor=1 \
            --user-data-dir='\(folder.path)/\(name)-profile' --window-size=\(look.width),1600 \
            \(look.isDark ? "--force-dark-mode" : "")
            """
        folder.put(Self.frame(around: name, look), at: "\(name)-frame.html")
        let address = "file://\(folder.path)/\(name)-frame.html"
        return try #require(
            ShellCommand.bytes(of: "timeout 60 \(browser) \(options) \(more) '\(address)'"))
    }

    /// Returns a page that shows another page in a frame of a given size, and that page's message.
    ///
    /// The frame is needed because a browser window is at least 500 pixels wide.
    private static func frame(around name: String, _ look: Look) -> [UInt8] {
        Array(
            """
            <!doctype html><body style="margin:0;overflow:hidden"><script>
            addEventListener('message', event => {
                const pre = document.createElement('pre');
                pre.id = 'probe';
                pre.textContent = event.data;
                document.body.append(pre);
            });
            </script><iframe src="\(name).html" style="border:0;display:block;width:\(look.width)px;\
            height:1600px"></iframe>
            """.utf8)
    }

    @Test(arguments: looks)
    func `pages have no overflow, low contrast or broken links`(look: Look) throws {
        let folder = ScratchFolder()
        for page in Self.pages {
            folder.put(PageProbe.copy(of: page.bytes), at: "\(page.name).html")
            let document = String(
                decoding: try open(page.name, in: folder, look, "--dump-dom"), as: UTF8.self)
            let report = try #require(PageProbe.report(in: document), "the script ran to its end")
            #expect(report.isEmpty, "\(page.name): \(report.joined(separator: "\n"))")
        }
    }

    @Test(.enabled(if: PageTool.hasFFmpeg, "needs ffmpeg"), arguments: looks)
    func `pages have a light and a dark appearance, and the browser reports no error`(
        look: Look
    ) throws {
        for page in Self.pages { try judge(page, look) }
    }

    private func judge(_ page: (name: String, bytes: [UInt8]), _ look: Look) throws {
        let folder = ScratchFolder()
        folder.put(page.bytes, at: "page.html")
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
        // Text and drawings cover between 0.5 and 50 percent of the picture.
        let written = samples.count { abs(Int($0) - Int(corner)) > 60 }
        #expect((samples.count / 200..<samples.count / 2).contains(written))
    }
}
