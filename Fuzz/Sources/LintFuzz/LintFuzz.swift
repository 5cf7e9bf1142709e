import Driver
import Linting

/// Checks bytes against all text rules, as a separate playlist and as a variant's playlist.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let main = Array(
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\na.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2000\nb.m3u8\n"
            .utf8)
    let linter = AssetLinter(.apple)
    for breach in linter.lint(
        LintedAsset(main: LintedPlaylist(bytes, url: "https://example.com/x.m3u8?q=1")))
    {
        guard !breach.problem.isEmpty, breach.line ?? 1 > 0, breach.column ?? 1 > 0 else {
            fatalError("a finding without a place: \(breach)")
        }
    }
    let asset = try? LintedAsset(at: "https://example.com/main.m3u8") { place in
        Result<(url: String, bytes: [UInt8]), Failure>.success(
            (place, place.hasSuffix("main.m3u8") ? main : bytes))
    }
    if let asset { _ = linter.lint(asset, media: []) }
    return 0
}

/// The error of a playlist that cannot be loaded; in this target, all playlists can be loaded.
private struct Failure: Error {}

@main
enum LintFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
