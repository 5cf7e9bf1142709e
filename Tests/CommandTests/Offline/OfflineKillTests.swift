import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing
import VirtualTime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A process that downloads may be killed at any moment.
@Suite struct OfflineKillTests {
    private static let kills = 50
    private static let playlist = "/film/index.m3u8"

    /// Returns the path of a segment.
    ///
    /// A few segments are large. When a process is killed while it downloads one of them, a part of
    /// the segment is already on the disk.
    private static func path(_ number: Int) -> String {
        number % 100 == 7 ? "/film/large-\(number).ts" : "/film/\(number).ts"
    }

    private let scratch = TestSupport.ScratchFolder()
    private let segments: [[UInt8]] = (0..<300).map { number in
        let byteCount = 188 * (Self.path(number).contains("large") ? 53_200 : 107)
        var random = SeededRandom(seed: UInt64(number))
        let noise = (0..<509).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        var bytes = Array(
            repeatElement(noise, count: byteCount / 509 + 1).joined().prefix(byteCount))
        // Every 188-byte packet begins with the MPEG-TS sync byte, and the last one is complete, so
        // that the random bytes count as media.
        for start in stride(from: 0, to: byteCount, by: 188) { bytes[start] = 0x47 }
        return bytes
    }

    private var site: [String: [UInt8]] {
        // Segments this short may have no samples.
        let lines = segments.indices.map { "#EXTINF:0.1,\n\(Self.path($0))\n" }
        let head = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n"
        var site = [Self.playlist: Array((head + lines.joined() + "#EXT-X-ENDLIST\n").utf8)]
        for (number, bytes) in segments.enumerated() { site[Self.path(number)] = bytes }
        return site
    }

    private func download(_ server: OriginServer, into store: String) throws -> Playctl {
        try Playctl([
            "offline", "download", server.url(Self.playlist), "--store",
            "\(scratch.path)/\(store)",
        ])
    }

    private func package(_ store: String) throws -> (OfflineVideoToken, [String: [UInt8]])? {
        // The first processes are killed before they have created anything.
        guard let folder = try? StoreFolder(path: "\(scratch.path)/\(store)"),
            let token = try folder.packageTokens().first
        else { return nil }
        return (token, scratch.files(in: "\(store)/packages/\(token)"))
    }

    @Test
    func `a download that is killed fifty times ends with the same files as an undisturbed one`()
        throws
    {
        let server = try OriginServer(.memory(site))
        #expect(try download(server, into: "reference").wait().status == 0)
        let reference = try #require(try package("reference")).1
        // The total number of requests before each file was found in the store, by the path of the
        // file. Any later request for that file is an error.
        var storedBefore: [String: Int] = [:]
        server.order(.slow(bytesPerSecond: 1_000_000), below: "/film/")
        for number in segments.indices where Self.path(number).contains("large") {
            server.order(.stall(after: 4_500_000, OriginGate()), at: Self.path(number))
        }
        var random = SeededRandom(seed: 50)
        for _ in 0..<Self.kills {
            let run = try download(server, into: "killed")
            // Each process runs until it has made at least one more request, and then a moment
            // longer.
            #expect(server.waitForRequests(server.log.count + 1 + Int(random.next() % 6)))
            usleep(UInt32(random.next() % 40_000))
            run.kill()
            #expect(run.wait().status == -SIGKILL)
            let count = server.log.count
            for path in try check("killed", against: reference) where storedBefore[path] == nil {
                storedBefore[path] = count
            }
        }
        // The killed runs together have stored more than 25 files.
        #expect(storedBefore.count > Self.kills / 2)
        server.order(below: "/film/")
        for number in segments.indices { server.order(at: Self.path(number)) }
        #expect(try download(server, into: "killed").wait().status == 0)
        #expect(try check("killed", against: reference).count == segments.count)
        #expect(try #require(try package("killed")).1 == reference)
        for (index, request) in server.log.enumerated() {
            if let before = storedBefore[request.path] { #expect(index < before, "\(request)") }
        }
        // The downloads of large files were resumed.
        let resumed = server.log.filter { $0.path.contains("large") && $0.range != nil }
        #expect(!resumed.isEmpty)
        #expect(resumed.allSatisfy { $0.ifRange != nil })
    }

    /// Checks that the store of a killed process is consistent.
    ///
    /// The catalogue must open, and each file under its final name must equal the reference.
    ///
    /// - Returns: The paths of the segments that are stored.
    private func check(
        _ store: String, against reference: [String: [UInt8]]
    ) throws -> [String] {
        guard let (token, files) = try package(store) else { return [] }
        let folder = try StoreFolder(path: "\(scratch.path)/\(store)")
        let catalogue = try Catalogue(path: folder.cataloguePath)
        try catalogue.checkIntegrity()
        for (name, bytes) in files where !name.contains(".part") {
            #expect(reference[name] == bytes, "\(name) differs")
        }
        var paths: [String] = []
        for stored in try catalogue.resources(of: token) {
            let isThere = files[stored.resource.name] != nil
            if let file = stored.file {
                let package = try #require(try folder.package(token))
                #expect(try package.damage(of: stored.resource.name, expected: file) == nil)
            }
            if isThere, let leaf = stored.resource.url.split(separator: "/").last {
                paths.append("/film/\(leaf)")
            }
        }
        return paths
    }
}
