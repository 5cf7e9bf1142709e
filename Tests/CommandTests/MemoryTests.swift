import Foundation
import TestSupport
import Testing

/// Malicious input does not increase the memory of the tool.
///
/// GNU time measures the memory, because the peak of a process that a test starts itself includes
/// the peak of the test process.
@Suite(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/time"), "needs GNU time"))
struct MemoryTests {
    private static let limit = 200 << 20

    /// Runs the tool, which must fail, and returns its peak memory.
    private func peak(_ arguments: [String]) throws -> Int {
        let folder = ScratchFolder()
        let measure = ["/usr/bin/time", "-q", "-f", "%M", "-o", "\(folder.path)/peak"]
        let run = try Playctl(command: measure + [Playctl.path] + arguments).wait()
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        let kilobytes = folder.text("peak").trimmingCharacters(in: .whitespacesAndNewlines)
        return try #require(Int(kilobytes)) << 10
    }

    @Test func `a playlist with a line of two gigabytes takes little memory`() throws {
        let folder = ScratchFolder()
        let path = try folder.putSparse(
            Array("#EXTM3U\n#".utf8), byteCount: 2 << 30, at: "a.m3u8")
        #expect(try peak(["play", path]) < Self.limit)
        #expect(try peak(["probe", path, "--packets"]) < Self.limit)
    }

    @Test func `a line that nearly fills a playlist takes little memory`() throws {
        let folder = ScratchFolder()
        let path = try folder.putSparse(
            Array("#EXTM3U\n#".utf8), byteCount: 60 << 20, at: "a.m3u8")
        #expect(try peak(["play", path]) < Self.limit)
    }

    @Test(arguments: ["#EXT-X-STREAM-INF:BANDWIDTH=1000\nv\n", "#EXTINF:4,\ns\n"])
    func `a playlist with a million entries takes little memory`(lines: String) throws {
        let folder = ScratchFolder()
        let text = "#EXTM3U\n" + String(repeating: lines, count: 1_000_000)
        #expect(try peak(["play", try folder.put(text, at: "a.m3u8")]) < Self.limit)
    }

    @Test(arguments: ["a.ts", "a.mp4", "a.aac", "a.vtt", "a.m3u8", "a.json"])
    func `a file of three gigabytes of zeros takes little memory`(name: String) throws {
        let folder = ScratchFolder()
        let path = try folder.putSparse([], byteCount: 3 << 30, at: name)
        #expect(try peak(["play", path]) < Self.limit)
        #expect(try peak(["probe", path, "--json"]) < Self.limit)
    }

    @Test func `playing a device that never ends takes little memory`() throws {
        #expect(try peak(["play", "/dev/zero"]) < Self.limit)
    }
}
