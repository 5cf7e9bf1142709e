@testable import CommandTree
import Foundation
import TestSupport
import Testing

@testable import PlayctlCommands

/// GitHub Actions never interprets texts of an asset as commands when it reads the output.
@Suite struct WorkflowGuardTests {
    @Test(arguments: [
        ("a ##[error]b\n", "a ## [error]b\n"), ("::error::x\n", ":: error:: x\n"),
        ("  ::set-output name=a::b\n", "  :: set-output name=a:: b\n"), ("::1 a::\n", "::1 a::\n"),
        ("{\"a\": \"##[x]::y::\"}\n", "{\"a\": \"##\\u005bx]::\\u0079::\"}\n"),
        ("<b>##[x] a::b\n ::error::</b>", "<b>##&#91;x] a::b\n ::&#101;rror::</b>"),
        ("# #[a] : :b\n", "# #[a] : :b\n"),
    ])
    func `the beginning of a workflow command is broken up`(text: String, result: String) {
        var whole = WorkflowGuard()
        #expect(String(decoding: whole.guarded(Array(text.utf8)), as: UTF8.self) == result)
    }

    @Test func `a workflow command is broken up however the output is divided`() {
        var pieces = WorkflowGuard()
        let bytes = "x##[error]\n::warning::".utf8.flatMap { pieces.guarded([$0]) }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("##["))
        #expect(!text.contains("::w"))
    }

    @Test(arguments: [
        "probe a.m3u8", "probe a.m3u8 --json", "probe a.m3u8 --playlist-only", "play a.m3u8",
        "play a.m3u8 --events ndjson", "cues a.m3u8", "cues a.m3u8 --json", "verify a.m3u8",
        "verify a.m3u8 --junit -", "verify a.m3u8 --json -", "verify a.m3u8 --tap -",
        "verify a.m3u8 --html -", "run a.play.yaml", "play b.m3u8", "probe b.m3u8",
    ])
    func `no tool command prints a workflow command from an asset`(command: String) throws {
        let folder = ScratchFolder()
        let evil = "##[add-path]x ::add-mask::y"
        try folder.put(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="\(evil)",DEFAULT=YES,URI="none.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1000,SUBTITLES="s"
            \(SampleMedia.single.path)
            #EXT-X-NO-SUCH-TAG-##[error]x:1

            """, at: "a.m3u8")
        try folder.put("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n\(evil)\n", at: "b.m3u8")
        try folder.put(
            "playctl: 1\nname: '\(evil)'\nassets: [a.m3u8]\nexpect: [{duration: 99s}]\n",
            at: "a.play.yaml")
        let run = try Playctl.shell(
            "cd '\(folder.path)'; GITHUB_ACTIONS=true $PLAYCTL \(command)")
        for line in (run.output + "\n" + run.errors).split(separator: "\n") {
            // These lines are annotations, which `playctl` writes as commands on purpose; GitHub
            // reads their texts as data.
            if line.hasPrefix("::error ") || line.hasPrefix("::warning ") { continue }
            #expect(!line.contains("##["), "\(line)")
            #expect(!line.drop { $0 == " " }.hasPrefix("::add"), "\(line)")
        }
    }

    @Test func `the tool still writes its own annotations for GitHub`() throws {
        let folder = ScratchFolder()
        try folder.put(
            "playctl: 1\nassets: ['\(SampleMedia.single.path)']\nexpect: [{duration: 99s}]\n",
            at: "a.play.yaml")
        let run = try Playctl.shell(
            "cd '\(folder.path)'; GITHUB_ACTIONS=true $PLAYCTL run a.play.yaml")
        #expect(run.lines.contains { $0.hasPrefix("::error file=a.play.yaml,line=3,title=a::") })
    }
}
