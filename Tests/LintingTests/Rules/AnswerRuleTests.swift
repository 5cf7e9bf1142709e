import Linting
import Testing

/// A rule about response headers, with a header that barely complies and with a breach.
struct AnswerRow: Sendable, CustomStringConvertible {
    let code: String
    let near: AnsweredResource
    let severe: AnsweredResource

    var description: String { code }

    private static func playlist(
        _ fields: [String: String?] = [:], named name: String = "low",
        in folder: String = FixtureAsset.film.folder
    ) -> AnsweredResource {
        var all: [String: String?] = [
            "Content-Type": "application/vnd.apple.mpegurl", "Content-Encoding": "gzip",
            "Access-Control-Allow-Origin": "*",
        ]
        all.merge(fields) { $1 }
        return AnsweredResource(
            .playlist, url: "\(folder)\(name).m3u8", status: 200,
            fields: all.sorted { $0.key < $1.key }.compactMap { field in
                field.value.map { (field.key, $0) }
            })
    }

    private static func media(
        at place: String? = nil, status: Int = 200, isOfRange: Bool = false,
        _ fields: [(name: String, value: String)] = []
    ) -> AnsweredResource {
        let folder = FixtureAsset.film.folder
        return AnsweredResource(
            .media, url: folder + "fast.m4s", finalURL: place, referrer: folder + "fast.m3u8",
            status: status, isOfRange: isOfRange, byteCount: 1000,
            fields: [("content-type", "video/mp4")] + fields)
    }

    static let all: [AnswerRow] = [
        AnswerRow(
            code: "delivery.content-type",
            near: playlist(["Content-Type": "audio/mpegurl; charset=utf-8"]),
            severe: playlist(["Content-Type": "text/plain"])),
        AnswerRow(
            code: "delivery.content-type", near: media([("content-type", "audio/mp4")]),
            severe: media([("content-type", "text/html")])),
        AnswerRow(
            code: "delivery.gzip", near: playlist(["Content-Encoding": "br"]),
            severe: playlist(["Content-Encoding": nil])),
        AnswerRow(
            code: "delivery.cors",
            near: playlist(["Access-Control-Allow-Origin": "https://app.example"]),
            severe: playlist(["Access-Control-Allow-Origin": nil])),
        AnswerRow(
            code: "delivery.tls", near: playlist(["X-A": "b"]),
            severe: playlist(in: "http://media.example/film/")),
        AnswerRow(
            code: "delivery.redirect", near: media(status: 206, isOfRange: true),
            severe: media(at: "https://cdn.example/fast.m4s")),
        AnswerRow(
            code: "delivery.no-ranges", near: media(status: 206, isOfRange: true),
            severe: media(status: 200, isOfRange: true)),
        AnswerRow(
            code: "delivery.no-ranges",
            near: media(status: 206, isOfRange: true, [("accept-ranges", "bytes")]),
            severe: media(status: 206, isOfRange: true, [("accept-ranges", "none")])),
        AnswerRow(
            code: "delivery.length-differs", near: media([("content-length", "1000")]),
            severe: media([("content-length", "1001")])),
    ]

    /// The test rows for rules about live playlists.
    static let live: [AnswerRow] = [
        AnswerRow(
            code: "delivery.cache",
            near: playlist(["Cache-Control": "public, max-age=2"], named: "main"),
            severe: playlist(["Cache-Control": "public, max-age=3"], named: "main")),
        AnswerRow(
            code: "live.stale", near: modified("10:00:00", at: "10:00:12"),
            severe: modified("10:00:00", at: "10:00:13")),
        // `Age`, the time that the response spent in caches, is added to the difference between the
        // dates: 12 s and 13 s in total.
        AnswerRow(
            code: "live.stale", near: modified("10:00:00", at: "10:00:10", age: "2"),
            severe: modified("10:00:00", at: "10:00:10", age: "3")),
    ]

    private static func modified(
        _ time: String, at date: String, age: String? = nil
    ) -> AnsweredResource {
        playlist(
            [
                "Last-Modified": "Thu, 01 Jan 2026 \(time) GMT",
                "Date": "Thu, 01 Jan 2026 \(date) GMT", "Age": age,
            ], named: "main")
    }

    private static func media(_ fields: [(name: String, value: String)]) -> AnsweredResource {
        media(at: nil, fields)
    }
}

/// Each rule about response headers, checked on a header that barely complies and on a breach.
@Suite struct AnswerRuleTests {
    private func codes(_ asset: FixtureAsset, _ answer: AnsweredResource) throws -> [String] {
        AssetLinter(.apple).lint(try asset.linted(), media: nil, answers: [answer])
            .map(\.rule.code).filter { $0.hasPrefix("delivery.") || $0 == "live.stale" }
    }

    @Test(arguments: AnswerRow.all)
    func `headers that barely keep all rules pass, and wrong headers break only their rule`(
        row: AnswerRow
    ) throws {
        #expect(row.near != row.severe)
        #expect(try codes(.film, row.near).isEmpty)
        #expect(try codes(.film, row.severe) == [row.code])
    }

    @Test(arguments: AnswerRow.live)
    func `live playlist headers at the limit pass, and wrong ones break only their rule`(
        row: AnswerRow
    ) throws {
        #expect(try codes(.live, row.near).isEmpty)
        #expect(try codes(.live, row.severe) == [row.code])
    }

    @Test func `rules about HTTP responses are not checked for local files`() throws {
        let asset = try FixtureAsset.film.linted()
        let rules = LintRule.asset
        let local = LintCoverage(of: rules, asset, media: nil)
        #expect(local.unchecked.contains { $0.rule.code == "delivery.cors" })
        let answers = [AnswerRow.all[0].near]
        let remote = LintCoverage(of: rules, asset, media: nil, answers: answers)
        #expect(remote.checked.contains { $0.code == "delivery.cors" })
        #expect(remote.unchecked.contains { $0.rule.code == "delivery.no-ranges" })
    }
}
