import Linting
import Testing

/// The fixtures of a rule about changes of a playlist: versions that obey or break the rule.
struct VersionRow: Sendable, CustomStringConvertible {
    let code: String
    var asset = "window"
    /// The edits that make the older version.
    var before: [FixtureAsset.Edit] = []
    let near: [FixtureAsset.Edit]
    let severe: [FixtureAsset.Edit]

    var description: String { code }

    private static func edit(_ old: String, _ new: String) -> FixtureAsset.Edit {
        FixtureAsset.Edit("main", old, new)
    }

    /// The edits of the live window that remove its first segment.
    private static let advance = [
        edit("MEDIA-SEQUENCE:9", "MEDIA-SEQUENCE:10"),
        edit("#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z\n#EXTINF:6.00000,\nw0.ts\n", ""),
    ]
    private static func hint(_ uri: String) -> String {
        "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(uri)\""
    }

    /// Returns the edits that add another part to a playlist.
    private static func next(part: String, in file: String = "main") -> [FixtureAsset.Edit] {
        [
            FixtureAsset.Edit(
                file, hint("s8-1.m4s"),
                "#EXT-X-PART:DURATION=1.00000,URI=\"\(part)\"\n" + hint("s8-2.m4s"))
        ]
    }

    /// Returns the edits that make a delta update of the low-latency playlist.
    private static func skip(_ count: Int) -> [FixtureAsset.Edit] {
        let segments = (0..<count).map { index in
            "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:\(index > 2 ? "" : "0")\(index * 4).000Z\n"
                + "#EXTINF:4.00000,\ns\(index).m4s\n"
        }
        return [
            edit(
                "MEDIA-SEQUENCE:100",
                "MEDIA-SEQUENCE:100\n#EXT-X-SKIP:SKIPPED-SEGMENTS=\(count)"),
            edit(segments.joined(), ""),
        ]
    }

    /// Returns the edits that add a date range to the live window.
    private static func range(_ attributes: String) -> [FixtureAsset.Edit] {
        [
            edit(
                "w5.ts\n",
                "w5.ts\n#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-01T00:00:18Z\""
                    + ",\(attributes)\n")
        ]
    }

    private static let append = [edit("w5.ts\n", "w5.ts\n#EXTINF:6.00000,\nw6.ts\n")]
    private static let event = [edit("DURATION:6\n", "DURATION:6\n#EXT-X-PLAYLIST-TYPE:EVENT\n")]
    private static let recorded = [
        edit("DURATION:6\n", "DURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n"),
        edit("w5.ts\n", "w5.ts\n#EXT-X-ENDLIST\n"),
    ]

    static let all: [VersionRow] = [
        VersionRow(
            code: "live.sequence-backwards", near: advance + append,
            severe: [edit("MEDIA-SEQUENCE:9", "MEDIA-SEQUENCE:8")]),
        VersionRow(
            code: "live.segment-changed", near: append, severe: [edit("w3.ts", "w3b.ts")]),
        VersionRow(
            code: "live.segment-changed", before: range("PLANNED-DURATION=3"),
            near: range("PLANNED-DURATION=3,DURATION=4"), severe: range("PLANNED-DURATION=9")),
        VersionRow(
            code: "live.segment-changed", before: range("PLANNED-DURATION=3"),
            near: range("PLANNED-DURATION=3"), severe: []),
        VersionRow(
            code: "live.discontinuity-sequence",
            before: [edit("#EXTINF", "#EXT-X-DISCONTINUITY\n#EXTINF")],
            near: advance + [edit("DURATION:6\n", "DURATION:6\n#EXT-X-DISCONTINUITY-SEQUENCE:1\n")],
            severe: advance),
        VersionRow(
            code: "live.target-changes", near: append,
            severe: [edit("TARGETDURATION:6", "TARGETDURATION:7")]),
        VersionRow(code: "live.type-changes", before: event, near: event + append, severe: append),
        VersionRow(
            code: "live.after-endlist", before: [edit("w5.ts\n", "w5.ts\n#EXT-X-ENDLIST\n")],
            near: [edit("w5.ts\n", "w5.ts\n#EXT-X-ENDLIST\n")],
            severe: append + [edit("w6.ts\n", "w6.ts\n#EXT-X-ENDLIST\n")]),
        VersionRow(
            code: "live.event-removed", before: event, near: event + append,
            severe: event + advance),
        VersionRow(
            code: "live.removed-at-end", near: append,
            severe: [edit("#EXTINF:6.00000,\nw5.ts\n", "")]),
        VersionRow(
            code: "live.vod-changed", before: recorded, near: recorded,
            severe: recorded + [edit("#EXTINF:6.00000,\nw5.ts\n", "")]),
        VersionRow(
            code: "live.delta-unfit", asset: "live",
            near: [
                edit("MEDIA-SEQUENCE:100", "MEDIA-SEQUENCE:100\n#EXT-X-SKIP:SKIPPED-SEGMENTS=1"),
                edit(
                    "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z\n#EXTINF:4.00000,\ns0.m4s\n",
                    ""),
            ],
            severe: [
                edit("MEDIA-SEQUENCE:100", "MEDIA-SEQUENCE:90\n#EXT-X-SKIP:SKIPPED-SEGMENTS=1")
            ]),
        VersionRow(
            code: "live.delta-unfit", asset: "live", near: skip(3), severe: skip(4)),
        VersionRow(
            code: "hint.never-there", asset: "live", near: next(part: "s8-1.m4s"),
            severe: next(part: "s8-1b.m4s")),
        // The segment ends before the hinted part, which is never listed.
        VersionRow(
            code: "hint.never-there", asset: "live",
            near: [
                edit(
                    hint("s8-1.m4s"),
                    "#EXT-X-PART:DURATION=1.00000,URI=\"s8-1.m4s\"\n#EXTINF:2.00000,\ns8.m4s\n"
                        + hint("s9-0.m4s"))
            ],
            severe: [
                edit(hint("s8-1.m4s"), "#EXTINF:1.00000,\ns8.m4s\n" + hint("s9-0.m4s"))
            ]),
        VersionRow(
            code: "report.stale", asset: "reports", before: next(part: "s8-1.m4s", in: "mid"),
            near: next(part: "s8-1.m4s", in: "mid") + next(part: "s8-1.m4s", in: "low") + [
                FixtureAsset.Edit(
                    "low", "URI=\"mid.m3u8\",LAST-MSN=108,LAST-PART=0",
                    "URI=\"mid.m3u8\",LAST-MSN=108,LAST-PART=1")
            ],
            severe: next(part: "s8-1.m4s", in: "mid") + next(part: "s8-1.m4s", in: "low")),
    ]
}

/// Tests of the rules about versions, with newer versions that obey or break each rule.
@Suite struct VersionRuleTests {
    private func codes(_ row: VersionRow, _ edits: [FixtureAsset.Edit]) throws -> [String] {
        let asset = try #require(FixtureAsset.byName[row.asset])
        let older = try asset.with(row.before).linted()
        let newer = try asset.with(edits).linted()
        return VersionRules(.rfc, from: older, to: newer).breaches().map(\.rule.code)
    }

    @Test(arguments: VersionRow.all)
    func `a legal playlist version breaks no rule, and a wrong version breaks its rule`(
        row: VersionRow
    ) throws {
        #expect(try codes(row, row.near).isEmpty)
        #expect(try codes(row, row.severe).contains(row.code))
    }

    /// Returns the breaches by the newer of two versions.
    private func breaches(
        of asset: FixtureAsset, _ before: [FixtureAsset.Edit], _ after: [FixtureAsset.Edit]
    ) throws -> [LintBreach] {
        let (older, newer) = (try asset.with(before).linted(), try asset.with(after).linted())
        return VersionRules(.rfc, from: older, to: newer).breaches()
    }

    @Test func `a single removed segment is reported in the singular`() throws {
        let end = FixtureAsset.Edit("main", "#EXTINF:6.00000,\nw5.ts\n", "")
        let found = try breaches(of: .window, [], [end])
        #expect(
            found.map(\.problem) == [
                "in the version before, 1 more segment was listed at the end"
            ])
    }

    @Test func `a changed part of the unfinished segment is reported at the last line`() throws {
        let edit = FixtureAsset.Edit("main", "URI=\"s8-0.m4s\"", "URI=\"s8-0b.m4s\"")
        let found = try breaches(of: .live, [], [edit]).first {
            $0.rule.code == "live.segment-changed"
        }
        #expect(
            found?.problem
                == "in the version before, the segment with the number 108 had another part 0")
        #expect(found?.line ?? 0 > 40)
    }

    @Test(arguments: [true, false])
    func `a delta update is permitted only if the playlist offers delta updates`(
        isOffered: Bool
    ) throws {
        let offer = FixtureAsset.Edit("main", ",CAN-SKIP-UNTIL=24.00000", "")
        let edits = isOffered ? [] : [offer]
        let skip = FixtureAsset.Edit(
            "main", "#EXT-X-MAP", "#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXT-X-MAP")
        let older = try FixtureAsset.live.with(edits).linted()
        let newer = try FixtureAsset.live.with(edits + [skip]).linted()
        let breach = try #require(
            AssetLinter(.rfc).lint(newer).first { $0.rule.code == "media.skip-unrequested" })
        #expect(VersionRules(.rfc, from: older, to: newer).permits(breach) == isOffered)
    }
}
