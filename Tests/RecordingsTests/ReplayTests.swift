import Foundation
import HeadlessPlaybackTesting
import Playlists
import Recordings
import Scenarios
import TestSupport
import Testing
import Transport
import VirtualTime

/// Scenarios that replay a recording.
@Suite struct ReplayTests {
    private let folder = ScratchFolder()

    /// A one-minute recording of a broadcast that lists six segments of two seconds.
    private struct Taped {
        var responses: [RecordedResponse] = []
        var bodies: [String: [UInt8]] = [:]
        var header = RecordedHeader(
            location: "http://origin.test/live/index.m3u8",
            started: DateTime(millisecondsSince1970: 0), hasBodies: true, limit: 1 << 30)
        var end = 60.0
        var hasEnd = true

        init() throws {
            for second in stride(from: 0.0, through: 60, by: 2) {
                add(second, "index.m3u8", .multivariantPlaylist, Self.list(at: second))
            }
            for number in 0..<36 {
                let path = "\(SampleMedia.single.folder)/segment-\(number % 5).ts"
                let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
                add(Double(max(0, number - 5)) * 2, "s\(number).ts", .segment, bytes)
            }
        }

        private static func list(at second: Double) -> [UInt8] {
            let first = Int(second) / 2
            var text = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n"
            text +=
                "#EXT-X-MEDIA-SEQUENCE:\(first)\n#EXT-X-DISCONTINUITY-SEQUENCE:\(max(first - 1, 0) / 5)\n"
            for number in first..<first + 6 {
                if number % 5 == 0, number > 0 { text += "#EXT-X-DISCONTINUITY\n" }
                text += "#EXTINF:2.0,\ns\(number).ts\n"
            }
            return Array(text.utf8)
        }

        mutating func add(_ start: Double, _ name: String, _ kind: ResourceKind, _ bytes: [UInt8]) {
            let own = RecordedResponse.Response(of: bytes)
            bodies[own.fileName] = bytes
            responses.append(
                RecordedResponse(
                    from: Instant(sinceStart: .seconds(start)),
                    to: Instant(sinceStart: .seconds(start)), kind: kind,
                    location: "http://origin.test/live/\(name)", .response(own)))
        }

        /// Writes the recording into the subfolder `tape` of a folder.
        func write(into folder: ScratchFolder) throws {
            let path = "\(folder.path)/tape"
            try FileManager.default.createDirectory(
                atPath: "\(path)/\(RecordingText.bodyFolder)", withIntermediateDirectories: true)
            for (name, bytes) in bodies {
                try Data(bytes).write(
                    to: URL(fileURLWithPath: "\(path)/\(RecordingText.bodyFolder)/\(name)"))
            }
            var text = RecordingText.line(of: header)
            var checksum = RecordingChecksum()
            checksum.add(text)
            let ordered = responses.enumerated().sorted {
                ($0.element.end, $0.offset) < ($1.element.end, $1.offset)
            }
            for (_, response) in ordered {
                let line = RecordingText.line(of: response)
                checksum.add(line)
                text += line
            }
            let last = RecordedEnd(
                at: Instant(sinceStart: .seconds(end)), count: responses.count)
            if hasEnd { text += RecordingText.line(of: last, after: checksum) }
            try Data(text).write(to: URL(fileURLWithPath: "\(path)/\(RecordingText.fileName)"))
        }
    }

    private func run(
        _ taped: Taped, _ rest: String = "", stop: String = "40s"
    ) throws -> ScenarioResult {
        try taped.write(into: folder)
        let text =
            "playctl: 1\nassets: [{recording: tape}]\n\(rest)steps: [{at: \(stop), stop: }]\n"
        let path = folder.put(Array(text.utf8), at: "a.play.yaml")
        let scenario = try ScenarioFile.scenario(from: Array(text.utf8), path: path)
        return ScenarioRunner().run(scenario)
    }

    private func failures(_ result: ScenarioResult) -> String {
        result.checks.filter(\.isBad).map { "\($0)" }.joined(separator: "\n")
    }

    @Test func `a recording is played in virtual time, with the same trace every time`() throws {
        let taped = try Taped()
        let first = try run(taped)
        #expect(first.verdict == .passed, "\(failures(first))")
        #expect(first.trace.count > 20)
        let second = try run(taped)
        #expect(first.trace == second.trace)
    }

    @Test func `a recorded origin is checked against the rules up to the end of the run`() throws {
        let good = try run(try Taped())
        let edits = try #require(good.checks.first { $0.code == "origin.edits" })
        #expect(edits.outcome == .passed)
        var taped = try Taped()
        let place = try #require(
            taped.responses.firstIndex {
                $0.kind == .multivariantPlaylist && $0.start == Instant(sinceStart: .seconds(20))
            })
        guard case .response(let content) = taped.responses[place].outcome else {
            Issue.record("\(taped.responses[place].outcome)")
            return
        }
        let text = String(decoding: try #require(taped.bodies[content.fileName]), as: UTF8.self)
        taped.responses.remove(at: place)
        let edited = text.replacing("#EXTINF:2.0,\ns11.ts", with: "#EXTINF:1.5,\ns11.ts")
        try #require(edited != text)
        taped.add(20, "index.m3u8", .multivariantPlaylist, Array(edited.utf8))
        let result = try run(taped, stop: "30s")
        #expect(
            result.checks.filter(\.isBad).map(\.code) == ["origin.edits"], "\(failures(result))")
        let early = try run(taped, stop: "15s")
        #expect(early.verdict == .passed, "\(failures(early))")
    }

    @Test func `playlists that import a hidden value are checked against the rules`() throws {
        let digest = RecordingMask.location("a?t=verysecret").dropFirst("a?t=".count)
        var taped = try Taped()
        let all = taped.responses
        taped.responses = []
        taped.header = RecordedHeader(
            location: "\(taped.header.location)?t=\(digest)", started: taped.header.started,
            hasBodies: true, limit: 1 << 30)
        let stream = "#EXT-X-STREAM-INF:BANDWIDTH=1000000\n{$t}/low.m3u8\n"
        taped.add(
            0, "index.m3u8?t=\(digest)", .multivariantPlaylist,
            Array("#EXTM3U\n#EXT-X-VERSION:11\n#EXT-X-DEFINE:QUERYPARAM=\"t\"\n\(stream)".utf8))
        for (place, list) in all.filter({ $0.kind == .multivariantPlaylist }).enumerated() {
            guard case .response(let content) = list.outcome else { continue }
            let bytes = try #require(taped.bodies[content.fileName])
            let text = String(decoding: bytes, as: UTF8.self)
                .replacing("VERSION:3\n", with: "VERSION:8\n#EXT-X-DEFINE:IMPORT=\"t\"\n")
                .replacing(",\ns", with: ",\n/live/{$t}/s")
            taped.add(Double(place) * 2, "verysecret/low.m3u8", .mediaPlaylist, Array(text.utf8))
        }
        for var segment in all where segment.kind == .segment {
            segment.location.replace("/live/", with: "/live/verysecret/")
            taped.responses.append(segment)
        }
        let good = try run(taped)
        let edits = try #require(good.checks.first { $0.code == "origin.edits" })
        #expect(edits.outcome == .passed, "\(failures(good))")
        let place = try #require(
            taped.responses.firstIndex { $0.location.hasSuffix("/verysecret/s6.ts") })
        taped.responses[place].outcome = .refused(status: 404, retryAfter: nil)
        let result = try run(taped)
        #expect(
            result.checks.filter(\.isBad).map(\.code).contains("origin.availability"),
            "\(failures(result))")
    }

    @Test func `a segment that was never recorded fails the replay`() throws {
        var taped = try Taped()
        taped.responses.removeAll { $0.location.hasSuffix("/s10.ts") }
        for rest in ["", "player: {recovery: {missing-segment: skip}}\n"] {
            let result = try run(taped, rest)
            #expect(result.verdict != .passed)
            #expect(failures(result).contains("this resource was never recorded"))
        }
    }

    @Test func `a truncated, changed or missing body fails the replay`() throws {
        let taped = try Taped()
        let segment = try #require(taped.responses.last { $0.location.hasSuffix("/s10.ts") })
        guard case .response(let content) = segment.outcome else {
            Issue.record("\(segment.outcome)")
            return
        }
        let bytes = try #require(taped.bodies[content.fileName])
        var changed = bytes
        changed[5000] ^= 1
        for damage in [Array(bytes.dropLast(188)), changed, []] {
            var damaged = taped
            damaged.bodies[content.fileName] = damage
            let result = try run(damaged, "player: {recovery: {missing-segment: skip}}\n")
            #expect(result.verdict != .passed)
            #expect(failures(result).contains("is damaged"), "\(failures(result))")
        }
        try FileManager.default.removeItem(atPath: "\(folder.path)/tape")
        var missing = taped
        missing.bodies[content.fileName] = nil
        let result = try run(missing)
        #expect(result.verdict != .passed)
        #expect(failures(result).contains("no such file"))
    }

    @Test func `reasons about damaged bodies precede reasons about requests without a response`()
        throws
    {
        var taped = try Taped()
        let segment = try #require(taped.responses.last { $0.location.hasSuffix("/s10.ts") })
        guard case .response(let content) = segment.outcome else {
            Issue.record("\(segment.outcome)")
            return
        }
        taped.bodies[content.fileName] = []
        try taped.write(into: folder)
        let (path, files) = ("\(folder.path)/tape", StandardLoader())
        let loader = RecordingLoader(
            try RecordingLoader.recording(in: path, with: files), in: path, at: "tape",
            behind: files)
        for name in ["none.ts", "s10.ts", "absent.ts"] {
            let url = "http://origin.test/live/\(name)"
            #expect(throws: TransportError.self) {
                try loader.load(ResourceRequest(url: url, kind: .segment))
            }
        }
        #expect(loader.troubles.map { $0.contains("is damaged") } == [true, false, false])
        #expect(loader.troubles[1].contains("/absent.ts"))
    }

    @Test func `a recorded rendition report of an unknown playlist breaks a rule of the origin`()
        throws
    {
        var taped = try Taped()
        let lists = taped.responses.filter { $0.kind == .multivariantPlaylist }
        taped.responses.removeAll { $0.kind == .multivariantPlaylist }
        let stream = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000000\nlow.m3u8\n"
        taped.add(0, "index.m3u8", .multivariantPlaylist, Array(stream.utf8))
        let report = Array("#EXT-X-RENDITION-REPORT:URI=\"gone.m3u8\",LAST-MSN=9\n".utf8)
        for (place, list) in lists.enumerated() {
            guard case .response(let content) = list.outcome else { continue }
            let bytes = try #require(taped.bodies[content.fileName])
            taped.add(Double(place) * 2, "low.m3u8", .mediaPlaylist, bytes + report)
        }
        let result = try run(taped)
        #expect(
            result.checks.filter(\.isBad).map(\.code).contains("origin.reports"),
            "\(failures(result))")
    }

    @Test func `the refusal of a segment that a redirected playlist lists breaks a rule`() throws {
        var taped = try Taped()
        for place in taped.responses.indices {
            let location = taped.responses[place].location
            guard case .response(var content) = taped.responses[place].outcome else { continue }
            let target = location.replacing("origin.test", with: "edge.test")
            if location == taped.header.location {
                content.finalLocation = target
                taped.responses[place].outcome = .response(content)
            } else {
                taped.responses[place].location = target
            }
            if location.hasSuffix("/s6.ts") {
                taped.responses[place].outcome = .refused(status: 404, retryAfter: nil)
            }
        }
        let result = try run(taped)
        #expect(
            result.checks.filter(\.isBad).map(\.code).contains("origin.availability"),
            "\(failures(result))")
    }

    @Test func `a recording without its end record is not replayed`() throws {
        var taped = try Taped()
        taped.hasEnd = false
        let result = try run(taped)
        #expect(result.verdict != .passed)
        #expect(failures(result).contains("it was killed, or its disk was full"))
    }

    @Test func `a replay beyond the end of the recording fails`() throws {
        var taped = try Taped()
        taped.end = 20
        let result = try run(taped, stop: "30s")
        #expect(result.verdict != .passed)
        #expect(failures(result).contains("the recording ended at 20.000 s"))
    }

    @Test func `a recording without media bodies is replayed only at the playlist level`() throws {
        var taped = try Taped()
        taped.header.hasBodies = false
        for place in taped.responses.indices where taped.responses[place].kind == .segment {
            guard case .response(var content) = taped.responses[place].outcome else { continue }
            taped.bodies[content.fileName] = nil
            content.isKept = false
            taped.responses[place].outcome = .response(content)
        }
        let refused = try run(taped)
        #expect(refused.verdict != .passed)
        #expect(failures(refused).contains("verification: playlist"))
        let result = try run(taped, "player: {verification: playlist}\n")
        #expect(result.verdict == .passed, "\(failures(result))")
        let media = try #require(result.checks.first { $0.code == "scenario.recorded-media" })
        guard case .skipped(let reason) = media.outcome else {
            Issue.record("\(media)")
            return
        }
        #expect(reason.hasPrefix("verification: playlist reads no media"))
        let whole = try run(try Taped())
        #expect(!whole.checks.contains { $0.code == "scenario.recorded-media" })
    }

    @Test func `a recorded error response is replayed`() throws {
        var taped = try Taped()
        let place = try #require(
            taped.responses.firstIndex { $0.location.hasSuffix("/s10.ts") })
        taped.responses[place].outcome = .refused(status: 404, retryAfter: nil)
        let result = try run(taped)
        #expect(result.verdict != .passed)
        #expect(result.trace.joined().contains("404"), "\(result.trace)")
        #expect(!failures(result).contains("never recorded"))
    }

    @Test func `a missing folder of a recording is an error`() throws {
        let text = "playctl: 1\nassets: [{recording: none}]\nsteps: [{at: 1s, stop: }]\n"
        let path = folder.put(Array(text.utf8), at: "a.play.yaml")
        let scenario = try ScenarioFile.scenario(from: Array(text.utf8), path: path)
        let result = ScenarioRunner().run(scenario)
        #expect(result.verdict != .passed)
        #expect(failures(result).contains("the recording "))
    }
}

extension RecordedResponse.Response {
    /// Creates the content of a response whose body, with the given bytes, is recorded.
    fileprivate init(of bytes: [UInt8]) {
        self.init(
            byteCount: bytes.count, checksum: RecordingText.checksum(of: bytes), isKept: true)
        status = 200
        contentType = "application/octet-stream"
    }
}
