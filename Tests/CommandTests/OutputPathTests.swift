import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// No output of a command replaces another one.
@Suite struct OutputPathTests {
    private let folder = ScratchFolder()

    private func scenario() throws {
        try folder.put(
            "playctl: 1\nassets: ['\(SampleMedia.single.path)']\n", at: "a.play.yaml")
    }

    @Test(arguments: [
        ["run", "a.play.yaml", "--json", "x", "--requests", "x"],
        ["run", "a.play.yaml", "--junit", "x", "--requests", "x"],
        ["run", "a.play.yaml", "--html", "x", "--requests", "./x"],
        ["run", "a.play.yaml", "--json", "x", "--requests", "link"],
        ["play", SampleMedia.single.path, "--trace", "x", "--requests", "x"],
        ["play", SampleMedia.single.path, "--trace", "link", "--requests", "x"],
        ["serve", "a.play.yaml", "--journal", "x", "--har", "link"],
        ["lint", SampleMedia.single.path, "--baseline", "x", "--update", "--junit", "x"],
    ])
    func `two outputs in one file are wrong usage`(words: [String]) throws {
        try scenario()
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/link", withDestinationPath: "x")
        let run = try Playctl(words, in: folder.path).wait()
        #expect(run.status == 2, "\(run.output)")
        #expect(run.errors.contains("the same file"), "\(run.errors)")
    }

    @Test func `outputs in different files are all written`() throws {
        try scenario()
        let run = try Playctl(
            ["run", "a.play.yaml", "--json", "a", "--junit", "b", "--requests", "c"],
            in: folder.path
        ).wait()
        #expect(run.status == 0)
        #expect(folder.text("a").contains("playctl-results"))
        #expect(folder.text("b").hasPrefix("<?xml"))
        #expect(folder.text("c").contains("\"scenario\":\"a\""))
    }

    @Test func `a pipe without a reader or writer does not outlive a signal`() throws {
        try scenario()
        let pipe = "\(folder.path)/pipe"
        let isMade = unsafe mkfifo(pipe, 0o644) == 0
        #expect(isMade)
        for option in ["--against", "--json"] {
            let run = try Playctl(["run", "a.play.yaml", option, "pipe"], in: folder.path)
            Thread.sleep(forTimeInterval: 1)
            run.interrupt()
            #expect(run.wait().status == 130, "\(option)")
        }
    }
}
