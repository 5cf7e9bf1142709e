import ContentProtection
import Driver
import Formats
import Playlists
import Transport

/// Reads bytes as the documents of an account, and as a request to the playback service.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let account = try? PlaybackServer.Account(json: bytes), account.id.isEmpty {
        fatalError("an account without an id")
    }
    var account = PlaybackServer.Account(id: "1")
    account.policyKeys = ["key"]
    account.clientCountry = "de"
    let film = #"{"id": "5", "sources": [{"src": "https://a/{expiry}/b"}], "tags": ["a"]}"#
    try? account.addVideo(json: Array(film.utf8))
    if (try? account.addVideo(json: bytes)) != nil {
        let id = account.videos.last?["id"]?.string ?? ""
        let answer = ask(
            account, "GET", "/accounts/1/videos/\(PercentCoding.encodeSegment(id.utf8))")
        guard [200, 403].contains(answer.status) else { fatalError("\(answer.status)") }
        if answer.status == 200, answer.json?["id"]?.string != id { fatalError("another video") }
        for member in ["geo", "schedule", "domains"] where answer.json?[member] != nil {
            fatalError("a limit is part of an answer")
        }
    }
    try? account.addPlaylist(json: bytes)
    let lines = bytes.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    let parts = (lines + ["", "", "", ""]).prefix(4)
    _ = ask(account, parts[0], parts[1], parts[2], Array(parts[3].utf8))
    _ = ask(account, "GET", "/accounts/1/" + parts[0], parts[1])
    _ = ask(account, "POST", "/accounts/1/sessions", parts[0], bytes)
    return 0
}

/// Sends a request to the service, whose answer must be readable as JSON.
private func ask(
    _ account: PlaybackServer.Account, _ method: String, _ path: String, _ field: String = "",
    _ body: [UInt8] = []
) -> PlaybackServerAnswer {
    var server = PlaybackServer([account])
    let query = path.drop { $0 != "?" }.dropFirst().split(separator: "&").map(String.init)
    let request = KeyServerRequest(
        method: method, encodedPath: path.prefix { $0 != "?" }, query: query,
        headers: [
            HeaderField(name: "BCOV-Policy", value: "key"),
            HeaderField(name: "Authorization", value: field),
            HeaderField(name: "Referer", value: field),
        ], body: body)
    let answer = server.answer(request, at: DateTime(millisecondsSince1970: 1_767_225_600_000))
    guard (200..<500).contains(answer.status) else { fatalError("\(answer.status)") }
    if answer.json != nil, (try? JSONReader.read(answer.body)) == nil {
        fatalError("an answer that is not JSON")
    }
    return answer
}

@main
enum ServiceFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
