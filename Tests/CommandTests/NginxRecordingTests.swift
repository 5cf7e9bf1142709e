import Foundation
import HeadlessPlaybackTesting
import TestSupport
import Testing

/// Recordings of broadcasts from a real server, and their replays in virtual time.
@Suite(.enabled(if: NginxServer.isAvailable && LiveEncoder.isAvailable), .serialized)
struct NginxRecordingTests {
    private let live = ScratchFolder()
    private let folder = ScratchFolder()

    private var tape: String { "\(folder.path)/tape" }

    private func record(
        _ server: NginxServer, length: Int = 10, _ options: String...
    ) throws -> Playctl.Outcome {
        try Playctl.run(
            [
                "play", "\(server.url)/index.m3u8?token=verysecret", "--realtime", "--length",
                "\(length)", "--quiet", "--record", tape,
            ] + options)
    }

    private func replay(_ rest: String = "", stop: String = "8s") throws -> ScenarioResult {
        let text =
            "playctl: 1\nassets: [{recording: \(tape)}]\n\(rest)steps: [{at: \(stop), stop: }]\n"
        let scenario = try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml")
        return ScenarioRunner().run(scenario)
    }

    private func failures(_ result: ScenarioResult) -> String {
        result.checks.filter(\.isBad).map { "\($0)".prefix(2000) }.joined(separator: "\n")
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require((attributes[.posixPermissions] as? NSNumber)?.intValue)
    }

    @Test(arguments: [LiveEncoder.Kind.sliding, .encrypted, .event])
    func `a broadcast of ffmpeg is recorded and replayed`(kind: LiveEncoder.Kind) throws {
        let encoder = try LiveEncoder(into: live, untilListed: 5, kind)
        let server = try NginxServer(serving: live.path)
        let run = try record(server)
        #expect(run.status == 0, "\(run.errors)")
        withExtendedLifetime(encoder) {}
        #expect(try mode(tape) == 0o700)
        var count = 0
        for name in try FileManager.default.subpathsOfDirectory(atPath: tape) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(tape)/\(name)")
            let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
            #expect(try mode("\(tape)/\(name)") == (isFolder ? 0o700 : 0o600))
            guard !isFolder else { continue }
            count += 1
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(tape)/\(name)"))
            #expect(bytes.range(of: Data("verysecret".utf8)) == nil)
        }
        #expect(count > 6)
        // The server is gone: every response comes from the recording.
        let first = try replay()
        #expect(first.verdict == .passed, "\(failures(first))")
        #expect(try replay().trace == first.trace)
        let decoded = try replay("player: {verification: decode}\n")
        #expect(decoded.verdict == .passed, "\(failures(decoded))")
    }

    @Test func `an encoder that restarts is recorded and replayed`() throws {
        let encoder = try LiveEncoder(into: live, untilListed: 5)
        let server = try NginxServer(serving: live.path)
        let player = try Playctl([
            "play", "\(server.url)/index.m3u8", "--realtime", "--length", "16", "--quiet",
            "--record", tape,
        ])
        Thread.sleep(forTimeInterval: 4)
        encoder.kill()
        let next = try LiveEncoder(into: live, untilListed: 5, .continued)
        let run = player.wait(seconds: 60)
        withExtendedLifetime(next) {}
        #expect(run.status == 0, "\(run.errors)")
        let result = try replay(stop: "14s")
        #expect(result.verdict == .passed, "\(failures(result))")
        #expect(try replay(stop: "14s").trace == result.trace)
    }

    @Test func `an event that ends is recorded to its end`() throws {
        let encoder = try LiveEncoder(into: live, untilListed: 3, .shortEvent)
        let server = try NginxServer(serving: live.path)
        let run = try record(server, length: 40)
        #expect(run.status == 0, "\(run.errors)")
        withExtendedLifetime(encoder) {}
        let result = try replay("expect: [{end: true}]\n", stop: "60s")
        #expect(result.verdict == .passed, "\(failures(result))")
    }

    @Test(.enabled(if: ShellCommand.succeeds("gst-inspect-1.0 hlssink2"), "needs GStreamer"))
    func `a broadcast of GStreamer is recorded and replayed`() throws {
        let encoder = try LiveEncoder(into: live, untilListed: 5, .gstreamer)
        let server = try NginxServer(serving: live.path)
        let run = try record(server)
        #expect(run.status == 0, "\(run.errors)")
        withExtendedLifetime(encoder) {}
        let result = try replay()
        #expect(result.verdict == .passed, "\(failures(result))")
    }

    @Test func `a recording without media passes only at the playlist level of verification`()
        throws
    {
        let encoder = try LiveEncoder(into: live, untilListed: 5)
        let server = try NginxServer(serving: live.path)
        let run = try record(server, length: 8, "--record-playlists")
        #expect(run.status == 0, "\(run.errors)")
        withExtendedLifetime(encoder) {}
        #expect(try replay(stop: "6s").verdict == .failed)
        let result = try replay("player: {verification: playlist}\n", stop: "6s")
        #expect(result.verdict == .passed, "\(failures(result))")
    }

    @Test func `a recording whose process was killed fails when it is replayed`() throws {
        let encoder = try LiveEncoder(into: live, untilListed: 5)
        let server = try NginxServer(serving: live.path)
        let player = try Playctl([
            "play", "\(server.url)/index.m3u8", "--realtime", "--length", "30", "--quiet",
            "--record", tape,
        ])
        Thread.sleep(forTimeInterval: 6)
        player.kill()
        _ = player.wait()
        withExtendedLifetime(encoder) {}
        let result = try replay(stop: "3s")
        #expect(result.verdict == .failed)
        #expect(failures(result).contains("it was killed, or its disk was full"))
    }

    @Test func `a recording at its limit fails, and its replay too`() throws {
        let encoder = try LiveEncoder(into: live, untilListed: 5)
        let server = try NginxServer(serving: live.path)
        let run = try record(server, length: 6, "--record-limit", "64kB")
        #expect(run.status == 1)
        #expect(run.errors.contains("the recording is not complete"), "\(run.errors)")
        withExtendedLifetime(encoder) {}
        let result = try replay(stop: "3s")
        #expect(result.verdict == .failed)
        #expect(failures(result).contains("the limit of 64000 bytes"))
    }

    #if canImport(Glibc)
        @Test(.enabled(if: SmallDisk.isAvailable, "needs the right to mount"))
        func `a full disk fails the recording, and its replay too`() throws {
            let encoder = try LiveEncoder(into: live, untilListed: 5)
            let server = try NginxServer(serving: live.path)
            try FileManager.default.createDirectory(
                atPath: tape, withIntermediateDirectories: false)
            let disk = try #require(SmallDisk(at: tape, byteCount: 1 << 17))
            let run = try record(server, length: 6)
            #expect(run.status == 1)
            #expect(run.errors.contains("No space left"), "\(run.errors)")
            #expect(try replay(stop: "3s").verdict == .failed)
            withExtendedLifetime((encoder, disk)) {}
        }
    #endif

    @Test func `a folder with files, and an asset without a server, are refused`() throws {
        try FileManager.default.createDirectory(atPath: tape, withIntermediateDirectories: false)
        try folder.put("a", at: "tape/b")
        let used = try Playctl.run(
            "play", "http://127.0.0.1:1/a.m3u8", "--realtime", "--record", tape)
        #expect(used.status == 2 && used.errors.contains("is not empty"), "\(used.errors)")
        let file = try Playctl.run(
            "play", SampleMedia.single.path, "--realtime", "--record", "\(folder.path)/new")
        #expect(file.status == 2 && file.errors.contains("one asset of a server"))
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/new"))
        for option in ["--trace", "--requests", "--input-ipc-server"] {
            let other = try Playctl.run(
                "play", "http://127.0.0.1:1/a.m3u8", "--realtime", "--record",
                "\(folder.path)/new", option, "/nowhere/a")
            #expect(other.status != 0)
            #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/new"), "\(option)")
        }
        let virtual = try Playctl.run("play", "http://127.0.0.1:1/a.m3u8", "--record", tape)
        #expect(virtual.status == 2 && virtual.errors.contains("--realtime"))
    }
}
