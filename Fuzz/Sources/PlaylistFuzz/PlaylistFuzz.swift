import Driver
import Playlists

/// Reads bytes as a playlist, which must be equal after it was written and read again.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var options = ParsingOptions(importedVariables: ["a": "1", "b": "{", "c": "$a}"])
    options.uri = "https://example.com/x.m3u8?q=%7B%24a%7D&r=%22&s=a%20b"
    guard let playlist = try? Playlist(parsing: bytes, options: options) else { return 0 }
    let text = playlist.text()
    guard let again = try? Playlist(parsing: text, options: options), again == playlist else {
        fatalError("not read back as equal:\n\(text)")
    }
    guard again.text() == text else { fatalError("not written the same again:\n\(text)") }
    if case .media(let media) = playlist {
        _ = media.duration
        for segment in media.segments {
            for marker in segment.cueMarkers {
                _ = (marker.duration, marker.elapsed, marker.splice)
            }
        }
        for range in media.dateRanges { _ = range.interstitial }
        if let merged = try? media.merging(delta: media) { _ = merged.text() }
    }
    return 0
}

@main
enum PlaylistFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
