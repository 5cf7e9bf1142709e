import TestSupport
import VirtualTime

/// A film of noise: a playlist and segments that a server can offer and no player can play.
struct Film {
    static let playlist = "/film/index.m3u8"
    /// The folder of the segments in a package.
    static let place = "video/"

    let segments: [[UInt8]]

    init(segments count: Int = 6, of byteCount: Int = 100_000, seed: UInt64 = 1) {
        var random = SeededRandom(seed: seed)
        let noise = (0..<1021).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        segments = (0..<count).map { number in
            let rest = Array(noise[number...] + noise[..<number])
            return [UInt8](repeatingPattern: rest, count: byteCount)
        }
    }

    /// Returns the path of a segment at the server.
    static func path(_ number: Int) -> String { "/film/\(number).ts" }

    /// Returns the playlist, with the same query in all locations.
    func text(query: String = "") -> [UInt8] {
        let lines = segments.indices.map { "#EXTINF:4,\n\($0).ts\(query)\n" }
        let head = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n"
        return Array((head + lines.joined() + "#EXT-X-ENDLIST\n").utf8)
    }

    /// Returns the contents of all files, by path.
    func site(query: String = "") -> [String: [UInt8]] {
        var site = [Self.playlist: text(query: query)]
        for (number, bytes) in segments.enumerated() { site[Self.path(number)] = bytes }
        return site
    }

    /// Returns the package that a download without faults leaves.
    func package() throws -> [String: [UInt8]] {
        let server = try OriginServer(.memory(site()))
        let download = try Download()
        let token = try download.start(server.url(Self.playlist))
        download.run()
        return download.files(of: token)
    }

    /// Returns the contents of the segments of a package, in order of their paths.
    static func segments(of package: [String: [UInt8]]) -> [[UInt8]] {
        package.filter { $0.key.hasSuffix(".ts") }.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension OriginServer {
    /// Returns the requested ranges of a path, in order; `nil` means all bytes.
    func ranges(_ path: String) -> [String?] {
        log.filter { $0.path == path }.map(\.range)
    }

    /// Returns the number of requests for each segment of a film.
    func requests(of film: Film) -> [Int] {
        film.segments.indices.map { ranges(Film.path($0)).count }
    }
}
