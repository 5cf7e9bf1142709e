import Foundation
import Playlists
import Recordings
import TestSupport
import Testing
import Transport
import VirtualTime

/// `playctl lint --versions` reads the media and the headers of recorded responses.
@Suite struct LintRecordedMediaTests {
    private let folder = ScratchFolder()

    /// A recording of the sample `single` as a broadcast that lists three segments at a time.
    private final class Tape {
        private(set) var responses: [RecordedResponse] = []
        private var bodies: [String: [UInt8]] = [:]
        var segments: [[UInt8]]
        /// The segments that the player did not load.
        var unrecorded: Set<Int> = []
        /// The segments that the server refused.
        var refused: Set<Int> = []
        var keepsBodies = true
        /// The media sequence number of the last version, if an encoder restart changed it.
        var restart: Int?
        /// Whether the playlists list parts, which the player did not load.
        var listsParts = false
        /// The segments of which the player loaded only the parts; each segment has two parts.
        var divided: Set<Int> = []
        var fields = [
            HeaderField(name: "Content-Encoding", value: "gzip"),
            HeaderField(name: "Access-Control-Allow-Origin", value: "*"),
        ]
        var segmentType = "video/mp2t"

        static let root = "https://live.test/news/"

        init() throws {
            let read = (0..<5).map { fileBytes("\(SampleMedia.folder)/single/segment-\($0).ts") }
            try #require(read.allSatisfy { !$0.isEmpty })
            segments = read
        }

        private func add(
            _ second: Double, _ name: String, _ kind: ResourceKind, _ type: String, _ bytes: [UInt8]
        ) {
            var own = RecordedResponse.Response(
                byteCount: bytes.count, checksum: RecordingText.checksum(of: bytes),
                isKept: kind != .segment || keepsBodies)
            own.status = 200
            own.fields = [HeaderField(name: "Content-Type", value: type)]
            if kind != .segment { own.fields += fields }
            bodies[own.fileName] = own.isKept ? bytes : nil
            add(second, name, kind, .response(own))
        }

        private func add(
            _ second: Double, _ name: String, _ kind: ResourceKind,
            _ outcome: RecordedResponse.Outcome
        ) {
            let start = Instant(sinceStart: .seconds(second))
            responses.append(
                RecordedResponse(
                    from: start, to: start.advanced(by: .milliseconds(50)), kind: kind,
                    location: Self.root + name, outcome))
        }

        private func part(of number: Int) -> String {
            guard divided.contains(number) else {
                return "#EXT-X-PART:DURATION=2.0,URI=\"part-\(number).ts\"\n"
            }
            return (0..<2).map {
                "#EXT-X-PART:DURATION=1.0,URI=\"part-\(number)-\($0).ts\""
                    + "\($0 == 0 ? ",INDEPENDENT=YES" : "")\n"
            }.joined()
        }

        /// Cuts a segment in two between its packets; each part begins with the tables.
        private func parts(of number: Int) -> [[UInt8]] {
            let packets = EditedPackets(segments[number])
            let middle = packets.units(of: 0x100)[25][0]
            let tables = packets.all.prefix {
                ![0x100, 0x101].contains(EditedPackets.identifier(of: $0))
            }
            return [
                packets.all[..<middle].flatMap(\.self),
                (tables + packets.all[middle...]).flatMap(\.self),
            ]
        }

        func write(to path: String) throws {
            let playlist = "application/vnd.apple.mpegurl"
            for first in 0...2 {
                var text =
                    "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n"
                    + "#EXT-X-MEDIA-SEQUENCE:\(first == 2 ? restart ?? first : first)\n"
                for number in first..<first + 3 {
                    text += "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:0\(number * 2).000Z\n"
                    if listsParts { text += part(of: number) }
                    text += "#EXTINF:2.0,\nsegment-\(number).ts\n"
                }
                if listsParts { text += part(of: first + 3) }
                let second = Double(first) * 2
                add(second, "index.m3u8", .mediaPlaylist, playlist, Array(text.utf8))
                let new = first == 0 ? 0..<3 : first + 2..<first + 3
                for number in new where !unrecorded.contains(number) {
                    let name = "segment-\(number).ts"
                    if divided.contains(number) {
                        for (place, bytes) in parts(of: number).enumerated() {
                            add(
                                second + 0.5, "part-\(number)-\(place).ts", .segment,
                                segmentType, bytes)
                        }
                    } else if refused.contains(number) {
                        add(second + 0.5, name, .segment, .refused(status: 404, retryAfter: nil))
                    } else {
                        add(second + 0.5, name, .segment, segmentType, segments[number])
                    }
                }
            }
            try MadeRecording.write(
                responses, bodies: bodies, of: Self.root + "index.m3u8", hasBodies: keepsBodies,
                to: path)
        }
    }

    private func lint(_ edit: (Tape) -> Void = { _ in }) throws -> Playctl.Outcome {
        let tape = try Tape()
        edit(tape)
        try tape.write(to: "\(folder.path)/tape")
        return try Playctl.run(["lint", "--versions", "\(folder.path)/tape", "--json"])
    }

    private func findings(_ outcome: Playctl.Outcome) throws -> [String: String] {
        let assets = try #require(try outcome.object["assets"] as? [[String: Any]])
        let list = try #require(assets.first?["findings"] as? [[String: Any]])
        let known = ["media.independent-undeclared"]
        return Dictionary(
            list.map { ("\($0["rule"] ?? "")", "\($0)") }.filter { !known.contains($0.0) }
        ) { first, _ in first }
    }

    @Test func `the media of a good recording keeps all rules`() throws {
        let outcome = try lint()
        #expect(try findings(outcome).isEmpty, "\(outcome.output)")
        #expect(outcome.status == 0)
        let assets = try #require(try outcome.object["assets"] as? [[String: Any]])
        let checked = try #require(assets.first?["checked"] as? [String])
        #expect(Set(checked).isSuperset(of: ["media.pts-gap", "ts.continuity", "delivery.cors"]))
    }

    /// The last version of the playlist does not list the second segment, but the finding names it.
    @Test func `packets that a recorded segment lacks are a finding that names it`() throws {
        let outcome = try lint { tape in
            let packets = EditedPackets(tape.segments[1])
            tape.segments[1] = packets.without([40]).bytes
        }
        let finding = try #require(try findings(outcome)["ts.continuity"], "\(outcome.output)")
        #expect(finding.contains("segment-1.ts"))
        #expect(outcome.status == 1)
    }

    @Test func `sound that is lost between recorded segments is a finding`() throws {
        let outcome = try lint { tape in
            let packets = EditedPackets(tape.segments[1])
            let last = packets.units(of: 0x101).last ?? []
            tape.segments[1] = packets.without(last).renumbered.bytes
        }
        let finding = try #require(try findings(outcome)["media.pts-gap"], "\(outcome.output)")
        #expect(finding.contains("segment-2.ts"))
    }

    @Test func `a refused segment is a finding, and one that was not requested is stated`() throws {
        let refused = try lint { $0.refused = [3] }
        #expect(try findings(refused).keys.contains("segment.missing-file"), "\(refused.output)")
        #expect(refused.status == 1)
        let unrecorded = try lint { $0.unrecorded = [3] }
        #expect(try findings(unrecorded).isEmpty, "\(unrecorded.output)")
        #expect(unrecorded.output.contains("1 of 5 segments were not recorded"))
        let assets = try #require(try unrecorded.object["assets"] as? [[String: Any]])
        let partly = try #require(assets.first?["partlyChecked"] as? [String])
        #expect(partly.contains("media.pts-gap"))
    }

    @Test(arguments: [0, 1, 9])
    func `media that is unread because an encoder restarted is reported`(number: Int) throws {
        let outcome = try lint { $0.restart = number }
        #expect(outcome.output.contains("3 segments are before or after versions that"))
        let assets = try #require(try outcome.object["assets"] as? [[String: Any]])
        let partly = try #require(assets.first?["partlyChecked"] as? [String])
        #expect(partly.contains("media.pts-gap"))
    }

    @Test func `partial segments that the player did not load are not a finding`() throws {
        let outcome = try lint { $0.listsParts = true }
        let found = try findings(outcome).keys.filter { $0.hasPrefix("part.unreadable") }
        #expect(found.isEmpty, "\(outcome.output)")
        #expect(outcome.output.contains("media.pts-gap"))
    }

    @Test func `a segment of which only the partial segments were recorded is read`() throws {
        let good = try lint { tape in
            tape.listsParts = true
            tape.divided = [1, 3]
        }
        #expect(!good.output.contains("were not recorded"), "\(good.output)")
        let found = try findings(good).keys.filter { rule in
            !["part.", "live."].contains { rule.hasPrefix($0) }
        }
        #expect(found.isEmpty, "\(good.output)")
        let lacking = try lint { tape in
            tape.listsParts = true
            tape.divided = [1, 3]
            let packets = EditedPackets(tape.segments[3])
            tape.segments[3] = packets.without([packets.units(of: 0x100)[40][0]]).bytes
        }
        let finding = try #require(try findings(lacking)["ts.continuity"], "\(lacking.output)")
        #expect(finding.contains("segment-3.ts"))
    }

    @Test func `a recording of playlists states that media was not checked`() throws {
        let outcome = try lint { $0.keepsBodies = false }
        #expect(try findings(outcome).isEmpty, "\(outcome.output)")
        #expect(outcome.output.contains("the recording has no bodies of media"))
        let assets = try #require(try outcome.object["assets"] as? [[String: Any]])
        let checked = try #require(assets.first?["checked"] as? [String])
        #expect(!checked.contains("media.pts-gap"))
        #expect(checked.contains("delivery.content-type"))
    }

    @Test func `the headers of recorded responses are checked`() throws {
        let outcome = try lint {
            $0.fields = []
            $0.segmentType = "text/plain"
        }
        let found = try findings(outcome)
        #expect(Set(found.keys) == ["delivery.content-type", "delivery.cors"])
        #expect(found["delivery.content-type"]?.contains("index.m3u8") == true)
    }
}
