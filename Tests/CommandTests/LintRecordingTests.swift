import Foundation
import Playlists
import Recordings
import TestSupport
import Testing
import Transport
import VirtualTime

/// `playctl lint --versions` compares each playlist version in a recording with the previous one.
@Suite struct LintRecordingTests {
    private let folder = ScratchFolder()

    /// A recording of two variants that advance by a segment every two seconds.
    private final class Tape {
        var responses: [RecordedResponse] = []
        var bodies: [String: [UInt8]] = [:]
        /// The query of the recorded location.
        var query = ""

        static let root = "https://live.test/news/"

        func add(_ second: Double, _ name: String, _ kind: ResourceKind, _ text: String) {
            let bytes = Array(text.utf8)
            var own = RecordedResponse.Response(
                byteCount: bytes.count, checksum: RecordingText.checksum(of: bytes), isKept: true)
            own.status = 200
            own.contentType = "application/vnd.apple.mpegurl"
            bodies[own.fileName] = bytes
            let start = Instant(sinceStart: .seconds(second))
            responses.append(
                RecordedResponse(
                    from: start, to: start.advanced(by: .milliseconds(50)), kind: kind,
                    location: Self.root + name, .response(own)))
        }

        func write(to path: String) throws {
            try MadeRecording.write(
                responses, bodies: bodies, of: Self.root + "index.m3u8" + query, hasBodies: false,
                to: path)
        }
    }

    private static func list(_ first: Int, names: (Int) -> String = { "s\($0).ts" }) -> String {
        var text =
            "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
        for number in first..<first + 6 {
            text += "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:"
            text += "\(number * 2 < 10 ? "0" : "")\(number * 2).000Z\n"
            text += "#EXTINF:2.0,\n\(names(number))\n"
        }
        return text
    }

    private func tape(
        _ edit: (Int, String) -> String = { $1 }, upTo last: Int = 9
    ) -> Tape {
        let tape = Tape()
        let stream = "#EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS=\"avc1.4d401e\",RESOLUTION=320x180"
        tape.add(
            0, "index.m3u8", .multivariantPlaylist,
            "#EXTM3U\n\(stream)\nlow.m3u8\n"
                + stream.replacing("1000000", with: "1900000").replacing("320x180", with: "640x360")
                + "\nhigh.m3u8\n")
        for number in 0...last {
            tape.add(
                Double(number) * 2 + 0.5, "low.m3u8", .mediaPlaylist,
                edit(number, Self.list(number)))
        }
        return tape
    }

    private func lint(_ tape: Tape, _ options: String...) throws -> Playctl.Outcome {
        try tape.write(to: "\(folder.path)/tape")
        return try Playctl.run(
            ["lint", "--versions", "\(folder.path)/tape", "--rules", "live", "--rules", "set"]
                + options)
    }

    @Test func `a correct recording has no finding, and names a playlist that was not recorded`()
        throws
    {
        let outcome = try lint(tape(), "--json")
        let assets = try #require(try outcome.object["assets"] as? [[String: Any]])
        let asset = try #require(assets.first)
        #expect((asset["findings"] as? [Any])?.isEmpty == true, "\(outcome.output)")
        #expect(outcome.status == 0)
        let partly = try #require(asset["partlyChecked"] as? [String])
        // The other variant was never requested. The report states this, but not as a fault of the
        // broadcast.
        #expect(partly.contains("live.sequence-backwards"))
        let omissions = "\(asset["omissions"] ?? "")"
        #expect(omissions.contains("this playlist was never recorded"))
    }

    @Test(
        arguments: [
            ("live.segment-changed", "s7.ts", "other.ts"),
            ("live.target-changes", "TARGETDURATION:2", "TARGETDURATION:3"),
            ("live.sequence-backwards", "MEDIA-SEQUENCE:6", "MEDIA-SEQUENCE:4"),
        ])
    func `a change between any two versions is a finding with its instant`(
        rule: String, old: String, new: String
    ) throws {
        let outcome = try lint(
            tape { number, text in number == 6 ? text.replacing(old, with: new) : text })
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("[\(rule)]"), "\(outcome.output)")
        #expect(outcome.output.contains("12.550 s after the start of the recording: "))
    }

    @Test func `delta updates are merged with the versions before them`() throws {
        func delta(_ number: Int, _ text: String) -> String {
            guard number % 3 > 0 else { return text }
            let lines = text.split(separator: "\n").map(String.init)
            let skip = ["#EXT-X-SKIP:SKIPPED-SEGMENTS=3"]
            return (lines[..<4] + skip + lines[13...]).joined(separator: "\n") + "\n"
        }
        let good = try lint(tape(delta))
        #expect(good.status == 0, "\(good.output)")
        let bad = try lint(
            tape { number, text in
                delta(number, number == 7 ? text.replacing("s10.ts", with: "other.ts") : text)
            })
        #expect(bad.status == 1)
        #expect(bad.output.contains("14.550 s after the start of the recording"))
        #expect(bad.output.contains("[live.segment-changed]"))
    }

    @Test func `a mistake that several versions in the middle have is found once`() throws {
        let tape = tape { number, text in
            (3...5).contains(number)
                ? text.replacing("00:00:12.000Z", with: "00:00:13.500Z") : text
        }
        let outcome = try lint(tape, "--rules", "segment")
        #expect(outcome.status == 1)
        // The wrong date causes two findings: one about the date itself, and one about its distance
        // to the next date.
        let count = outcome.output.split(separator: "[segment.date-drift]").count - 1
        #expect(count == 2, "\(outcome.output)")
        #expect(
            outcome.output.contains(
                "6.550 s after the start of the recording: the date is 3.500 s after"))
    }

    @Test func `a mistake of all versions is found only in the newest`() throws {
        let control = "#EXT-X-SERVER-CONTROL:HOLD-BACK=3.0\n"
        let tape = tape { $1.replacing("#EXT-X-TARGET", with: "\(control)#EXT-X-TARGET") }
        let outcome = try lint(tape, "--rules", "server")
        #expect(outcome.status == 1)
        let count = outcome.output.split(separator: "[server.hold-back]").count - 1
        #expect(count == 1, "\(outcome.output)")
        #expect(!outcome.output.contains("after the start of the recording"))
    }

    @Test func `the segments that a delta update skips do not count as missing`() throws {
        let control = "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=12.0\n#EXT-X-TARGET"
        let tape = tape { number, text in
            let lines = text.split(separator: "\n").map(String.init)
            let dated = lines[..<5] + lines[5...].filter { !$0.contains("DATE-TIME") }
            let skip = ["#EXT-X-SKIP:SKIPPED-SEGMENTS=1"]
            let kept = number % 3 > 0 ? lines[..<4] + skip + dated[7...] : dated
            return (kept.joined(separator: "\n") + "\n").replacing("#EXT-X-TARGET", with: control)
        }
        try tape.write(to: "\(folder.path)/tape")
        let outcome = try Playctl.run([
            "lint", "--versions", "\(folder.path)/tape", "--rules", "live.no-date", "--rules",
            "media.skip-unrequested", "--fail-on", "info",
        ])
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func `a damaged playlist version in a recording is reported`() throws {
        let tape = tape()
        let name = try #require(tape.bodies.first { $0.value == Array(Self.list(4).utf8) }?.key)
        tape.bodies[name]?[30] ^= 1
        let outcome = try lint(tape)
        #expect(outcome.output.contains("error: 1 recorded version is damaged or absent"))
        #expect(outcome.status == 1)
    }

    @Test func `a recording without the later versions of its only playlist fails`() throws {
        let tape = tape()
        let first = Array(Self.list(0).utf8)
        for (name, bytes) in tape.bodies where bytes != first && bytes.count > 300 {
            tape.bodies[name] = nil
        }
        let outcome = try lint(tape)
        #expect(outcome.output.contains("9 recorded versions are damaged or absent"))
        #expect(outcome.status == 1)
    }

    @Test(arguments: [false, true])
    func `a playlist with a hidden value in its path is checked, and its media type is known`(
        isWrong: Bool
    ) throws {
        let digest = RecordingMask.location("a?t=verysecret").dropFirst("a?t=".count)
        let tape = Tape()
        tape.query = "?t=\(digest)"
        tape.add(
            0, "index.m3u8\(tape.query)", .multivariantPlaylist,
            "#EXTM3U\n#EXT-X-VERSION:11\n#EXT-X-DEFINE:QUERYPARAM=\"t\"\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS=\"avc1.4d401e\",RESOLUTION=320x180\n"
                + "{$t}/low\n")
        for number in 0...9 {
            let text = Self.list(number).replacing(
                "VERSION:3\n", with: "VERSION:8\n#EXT-X-DEFINE:IMPORT=\"t\"\n")
            tape.add(
                Double(number) * 2 + 0.5, "verysecret/low", .mediaPlaylist,
                isWrong && number == 6
                    ? text.replacing("MEDIA-SEQUENCE:6", with: "MEDIA-SEQUENCE:4") : text)
        }
        let outcome = try lint(tape, "--rules", "text.file-name", "--fail-on", "warning")
        #expect(!outcome.output.contains("never recorded"), "\(outcome.output)")
        #expect(!outcome.output.contains("[text.file-name]"), "\(outcome.output)")
        #expect(outcome.output.contains("[live.sequence-backwards]") == isWrong)
        #expect(outcome.status == (isWrong ? 1 : 0))
    }

    @Test func `a single version compares nothing`() throws {
        let outcome = try lint(tape(upTo: 0), "--json")
        let assets = try #require(try outcome.object["assets"] as? [[String: Any]])
        let checked = try #require(assets.first?["checked"] as? [String])
        #expect(!checked.contains("live.sequence-backwards"))
        let reasons = "\(assets.first?["notChecked"] ?? "")"
        #expect(reasons.contains("one version was read"))
    }

    // MARK: Sets of playlists

    @Test func `live playlists of a recording with different target durations are found`() throws {
        let tape = tape()
        for number in 0...2 {
            tape.add(
                Double(number) * 2 + 0.6, "high.m3u8", .mediaPlaylist,
                Self.list(number).replacing("TARGETDURATION:2", with: "TARGETDURATION:3"))
        }
        tape.responses.sort { $0.end < $1.end }
        let outcome = try lint(tape, "--rules", "origin")
        #expect(outcome.output.contains("[origin.renditions]"), "\(outcome.output)")
        #expect(outcome.output.contains("0.650 s after the start of the recording: 3.000 s"))
    }

    @Test func `a recorded report of a playlist that the asset does not list is found`() throws {
        let report = "#EXT-X-RENDITION-REPORT:URI=\"gone.m3u8\",LAST-MSN=7\n"
        let tape = tape { number, text in number == 2 ? text + report : text }
        let outcome = try lint(tape, "--rules", "report")
        #expect(outcome.output.contains("[report.stale]"), "\(outcome.output)")
        #expect(outcome.output.contains("a report states gone.m3u8"))
    }

    // MARK: Watches

    @Test func `a watch that cannot begin still writes the findings made before it`() throws {
        let origin = ScratchFolder()
        try origin.put(
            Self.list(3).replacing("TARGETDURATION:2", with: "TARGETDURATION:1").utf8,
            at: "index.m3u8")
        let server = try OriginServer(.folder(origin.path))
        server.order(.later(.status(404), after: 1), at: "/index.m3u8")
        let report = "\(folder.path)/lint.xml"
        let outcome = try Playctl.run([
            "lint", server.url("/index.m3u8"), "--no-media", "--watch", "5", "--junit", report,
        ])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("[media.longer-than-target]"), "\(outcome.output)")
        #expect(outcome.output.contains("the broadcast cannot be watched: "))
        let text = try String(contentsOfFile: report, encoding: .utf8)
        #expect(text.contains("media.longer-than-target"))
        #expect(text.contains("cannot be watched"))
    }
}
