import AssetChecking
import Linting
import TestSupport
import Testing

/// Segments that are cut between two fragments: every box is complete, but media is missing.
@Suite(.enabled(if: ShellCommand.succeeds("ffmpeg -version"), "needs ffmpeg"))
struct CutFragmentTests {
    private func errors(_ asset: MediaAsset) -> [LintBreach] {
        AssetInspector(.rfc).inspectInTurn(MediaAsset.folder + "index.m3u8", loader: asset)
            .breaches.filter { $0.severity == .error }
    }

    private func words(_ breaches: [LintBreach]) -> String {
        breaches.map { "\($0.rule.code) \($0.line ?? 0): \($0.problem)" }.joined(separator: "; ")
    }

    private static let recipes: [FragmentedFilm.Recipe] = [
        .video("25", "-bf 0 -g 50", span: 25_600, scale: 12_800),
        .video("25", "-bf 3 -b_strategy 0 -g 50", span: 25_600, scale: 12_800),
        .video(
            "25", "-bf 7 -b_strategy 0 -g 50 -x264-params b-pyramid=normal", span: 25_600,
            scale: 12_800),
        .video("24000/1001", "-bf 2 -g 48", span: 48_048, scale: 24_000),
        .video("30000/1001", "-bf 2 -g 60", span: 60_060, scale: 30_000),
        .video("60", "-bf 2 -g 120", span: 30_720, scale: 15_360),
        .video("25", "-bf 2 -g 50", span: 25_600, scale: 12_800, isEncrypted: true),
        .audio("aac"), .audio("ac3"), .audio("libopus"), .audio("aac", isEncrypted: true),
    ]

    /// The losses to test: a segment, and the fragments that it lacks, counted back from its end.
    private static let losses: [(segment: Int, fragments: Range<Int>)] = {
        let ends = [1, 2, 5].flatMap { count in
            // Losses of the last one, two or five fragments of a segment.
            [(1, 0..<count), (3, 0..<count)]
        }
        return ends + [(1, 20..<21), (3, 22..<23)]
    }()

    @Test(arguments: recipes)
    func `lost fragments are an error in any segment`(recipe: FragmentedFilm.Recipe) throws {
        let film = try #require(FragmentedFilm(recipe))
        let whole = errors(film.asset)
        #expect(whole.isEmpty, "\(words(whole))")
        for loss in Self.losses {
            var cut = film
            let count = cut.segments[loss.segment].count
            let range = count - loss.fragments.upperBound..<count - loss.fragments.lowerBound
            cut.segments[loss.segment].removeSubrange(range)
            let found = errors(cut.asset).map(\.rule.code)
            let isNamed = found.contains { $0 == "media.pts-gap" || $0 == "media.lost-frames" }
            #expect(isNamed, "segment \(loss.segment) without \(loss.fragments): \(found)")
        }
    }

    @Test(arguments: [recipes[0], recipes[1], recipes[7]])
    func `a fragment that appears twice is an error`(recipe: FragmentedFilm.Recipe) throws {
        var film = try #require(FragmentedFilm(recipe))
        film.segments[1].insert(film.segments[1][20], at: 20)
        let found = errors(film.asset)
        #expect(found.contains { $0.rule.code == "media.dts-backwards" }, "\(words(found))")
    }

    /// With rounded durations, the other segments do not prove that the last EXTINF is exact.
    @Test func `a short last segment is not an error when EXTINF durations are rounded`() throws {
        let film = try #require(FragmentedFilm(.audio("aac")))
        var asset = film.asset
        asset.files["s3.m4s"] = film.segments[3].dropLast(2).flatMap(\.self)
        #expect(errors(asset).map(\.rule.code) == ["media.lost-frames"])
        let text = String(decoding: asset.files["index.m3u8"] ?? [], as: UTF8.self)
        let rounded = text.split(separator: "\n").map { line in
            line.hasPrefix("#EXTINF") ? "#EXTINF:2.02," : String(line)
        }
        asset.files["index.m3u8"] = Array((rounded.joined(separator: "\n") + "\n").utf8)
        #expect(errors(asset).isEmpty, "\(words(errors(asset)))")
    }
}
