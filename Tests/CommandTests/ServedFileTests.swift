import Foundation
import HeadlessPlayback
import TestSupport
import Testing
import Transport
import VirtualTime

@testable import PlayctlCommands

/// Files that `playctl serve` sends from the disk.
@Suite(.enabled(if: Curl.isAvailable, "needs curl")) struct ServedFileTests {
    private let folder = ScratchFolder()

    private func start(_ rest: String = "") throws -> Playctl {
        let file = try folder.put(
            "playctl: 1\nassets: [asset/index.m3u8]\n\(rest)", at: "a.play.yaml")
        return try Playctl(["serve", file, "--quiet"])
    }

    private func end(_ tool: Playctl) {
        tool.interrupt()
        #expect(tool.wait().status == 0)
    }

    @Test func `the entity tag of a file changes with the file`() throws {
        _ = try folder.copy(.transportStream)
        let tool = try start()
        let segment = try tool.firstLine().replacing(
            "index.m3u8", with: "video-234p/segment-0.ts")
        let first = try Curl(segment)
        let tag = try #require(first.fields["etag"])
        #expect(try Curl(segment).fields["etag"] == tag)
        #expect(try Curl("-H", "If-None-Match: \(tag)", segment).status == 304)
        var bytes = first.body
        bytes[500] ^= 1
        try folder.put(bytes, at: "asset/video-234p/segment-0.ts")
        let second = try Curl("-H", "If-None-Match: \(tag)", segment)
        #expect(second.status == 200 && second.body == bytes)
        #expect(second.fields["etag"] != tag)
        end(tool)
    }

    #if os(Linux)
        @Test(arguments: ["", "network: {rate: 800Mbps}\n"])
        func `a large file is not held in memory`(rest: String) throws {
            _ = try folder.copy(.transportStream)
            let path = "\(folder.path)/asset/large.ts"
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            let file = try #require(FileHandle(forWritingAtPath: path))
            try file.truncate(atOffset: 200 << 20)
            let tool = try start(rest)
            let url = try tool.firstLine().replacing("index.m3u8", with: "large.ts")
            let begin = ContinuousClock.now
            let run = try Playctl(command: [
                "curl", "-s", "-o", "/dev/null", "-w", "%{size_download}", url,
            ]).wait()
            #expect(run.output == "\(200 << 20)")
            // At the rate of the scenario, the transfer takes two seconds.
            #expect(ContinuousClock.now - begin < .seconds(20))
            let status = try String(
                contentsOfFile: "/proc/\(tool.process)/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM") })
            let peak = try #require(Int(line.split(whereSeparator: { !$0.isNumber }).first ?? ""))
            #expect(peak < 150 << 10, "\(peak) kB")
            end(tool)
        }
    #endif

    @Test(arguments: [("{truncate: 500}", 500), ("{truncate: 25%}", 250)])
    func `a truncation fault applies to range requests as to requests for the whole file`(
        fault: String, count: Int
    ) throws {
        _ = try folder.copy(.transportStream)
        let tool = try start(
            "faults: [{match: {location: \"*segment-0.ts\"}, do: \(fault)}]\n")
        let segment = try tool.firstLine().replacing(
            "index.m3u8", with: "video-234p/segment-0.ts")
        let bytes = fileBytes("\(SampleMedia.transportStream.folder)/video-234p/segment-0.ts")
        let part = try Curl("-H", "Range: bytes=2000-2999", segment)
        #expect(part.status == 206 && part.body == Array(bytes[2000..<2000 + count]))
        #expect(
            part.fields["content-range"] == "bytes 2000-\(1999 + count)/\(bytes.count)")
        #expect(part.fields["etag"] == nil)
        end(tool)
    }

    @Test func `an idle client gives way to a new one when there are too many`() {
        var clients = ServedClients()
        let start = ContinuousClock.now
        func client(_ name: String, after seconds: Int) -> ServedClient? {
            clients.client(name, at: start + .seconds(seconds)) {
                ServedClient(name, [], NetworkConditions(bitsPerSecond: nil), AnswerBudget()) {
                    .start
                }
            }
        }
        let unnamed = client("", after: 0)
        for number in 1..<ServedClients.most {
            #expect(client("c\(number)", after: number == 1 ? 1 : 2) != nil)
        }
        #expect(client("new", after: 30) == nil)
        #expect(client("c1", after: 55) != nil)
        let second = client("c1", after: 56)
        #expect(client("new", after: 62) != nil)
        #expect(clients.count == ServedClients.most)
        #expect(client("c1", after: 62) === second)
        #expect(client("", after: 62) === unnamed)
    }

    @Test func `a memory budget refuses more bytes than remain, until some are returned`() {
        let budget = AnswerBudget(100)
        #expect(budget.take(60))
        #expect(!budget.take(60))
        budget.give(60)
        #expect(budget.take(100))
    }
}
