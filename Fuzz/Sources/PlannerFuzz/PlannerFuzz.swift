import Driver
import OfflineDownloads
import Playlists
import Transport

/// Plans a download; the input, split at zero bytes, contains the responses in order.
///
/// The planner must finish. File names in the plan must be generated names, not names from the
/// input. The playlists of the plan must be readable and have the durations of the plan's tracks.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var files = Array(UnsafeBufferPointer(start: start, count: count))
        .split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }[...]
    var selection = DownloadSelection(bitrate: .atMost(Int64(count)), audio: .all, subtitles: .all)
    if count.isMultiple(of: 2) { selection.audio = .tags(["de", "*"]) }
    var planner = PackagePlanner(
        sourceURL: "https://example.com/a/x.m3u8?q=1", selection: selection)
    for _ in 0..<5_000 {
        switch planner.next() {
        case .failed: return 0
        case .done(let plan):
            check(plan)
            return 0
        case .fetch(let requests):
            if requests.isEmpty { fatalError("waits for nothing") }
            for item in requests {
                let isKey = item.request.kind == .key
                let body = isKey ? [UInt8](repeating: 7, count: 16) : files.popFirst() ?? []
                planner.receive(id: item.id, body: body, url: item.request.url)
            }
        }
    }
    fatalError("comes to no end")
}

private func check(_ plan: PackagePlan) {
    guard plan.isContinuation(of: plan) else { fatalError("is not what it is") }
    if SizeEstimate(of: plan).bytes < 0 { fatalError("takes less than nothing") }
    for name in plan.resources.map(\.name) + plan.texts.map(\.name) {
        let isPlain = name.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2E
                || byte == 0x2F
        }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard isPlain, parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.first != "." }) else {
            fatalError("not a name of the package: \(name)")
        }
    }
    for (index, text) in plan.texts.enumerated() {
        guard let playlist = try? Playlist(parsing: text.text) else {
            fatalError("cannot be read again:\n\(text.text)")
        }
        guard case .media(let media) = playlist, plan.tracks.indices.contains(index) else {
            continue
        }
        guard media.duration == plan.tracks[index].duration, media.hasEndList else {
            fatalError("does not play as long as its source:\n\(text.text)")
        }
        for segment in media.segments where segment.byteRange != nil || segment.uri.contains("/") {
            fatalError("leads out of its folder: \(segment.uri)")
        }
    }
}

@main
enum PlannerFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
