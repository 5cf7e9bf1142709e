import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// If a process ends between any two steps, the next process continues the download.
@Suite struct CrashTests {
    private let film = Film()
    private let scratch = ScratchFolder()

    /// Downloads all of a film, and returns its token.
    private func finish(_ server: OriginServer) throws -> OfflineVideoToken {
        let download = try Download(scratch: scratch)
        let token = try download.start(server.url(Film.playlist))
        download.live()
        download.engine.close()
        return token
    }

    private func catalogue() throws -> Catalogue {
        try Catalogue(path: StoreFolder(path: scratch.path + "/store").cataloguePath)
    }

    /// Marks a download as unfinished in the catalogue, and removes the rows of some files.
    private func rewind(_ token: OfflineVideoToken, rows: [Int]) throws {
        let catalogue = try catalogue()
        var record = try #require(try catalogue.record(of: token))
        record.state = .downloading
        record.isWhole = false
        record.percent = 30
        record.endTime = nil
        try catalogue.update(record)
        try catalogue.noteMissing(rows, of: token)
    }

    private func path(_ number: Int, _ token: OfflineVideoToken, _ ending: String = "") throws
        -> String
    {
        let resources = try catalogue().resources(of: token)
        return "store/packages/\(token)/\(resources[number].resource.name)\(ending)"
    }

    private func restore(_ token: OfflineVideoToken) throws -> Download {
        let download = try Download(scratch: scratch) { $0.hurry() }
        #expect(try download.engine.restore(after: .crash).isEmpty)
        download.live()
        #expect(try download.record(of: token).state == .completed)
        #expect(download.files(of: token) == (try film.package()))
        let stored = try download.engine.catalogue.resources(of: token)
        let folder = try #require(try download.engine.folder.package(token))
        for resource in stored {
            let file = try #require(resource.file)
            #expect(try folder.damage(of: resource.resource.name, expected: file) == nil)
        }
        return download
    }

    @Test func `stored files that the catalogue does not list are recognized by their names`()
        throws
    {
        let server = try OriginServer(.memory(film.site()))
        let token = try finish(server)
        try rewind(token, rows: [1, 4])
        _ = try restore(token)
        #expect(server.requests(of: film) == [1, 1, 1, 1, 1, 1])
    }

    @Test func `missing files that the catalogue lists as stored are fetched`() throws {
        let server = try OriginServer(.memory(film.site()))
        let token = try finish(server)
        try rewind(token, rows: [])
        scratch.remove(try path(1, token))
        _ = try restore(token)
        #expect(server.requests(of: film) == [1, 2, 1, 1, 1, 1])
    }

    /// Creates the files that a process leaves if it is killed while it writes a file.
    private func leavePart(_ bytes: ArraySlice<UInt8>, of number: Int, _ token: OfflineVideoToken)
        throws
    {
        let name = try catalogue().resources(of: token)[number].resource.name
        let folder = try StoreFolder(path: scratch.path + "/store")
        let package = try #require(try folder.package(token))
        try package.remove(name)
        let file = try PackageFile(name, in: package)
        try file.begin(at: 0, version: Self.version)
        try unsafe file.append(bytes.span.bytes)
    }

    private static let version = "\"one\""

    @Test(arguments: ["no record", "torn record", "damaged part", "short part"])
    func `a partial file without a valid record is fetched again from its start`(state: String)
        throws
    {
        let server = try OriginServer(.memory(film.site()))
        server.order(.validators(entityTag: Self.version), at: Film.path(2))
        let token = try finish(server)
        try rewind(token, rows: [2])
        try leavePart(film.segments[2].prefix(40_000), of: 2, token)
        let part = try path(2, token, ".part")
        let record = try path(2, token, ".part.record")
        switch state {
        case "no record": scratch.remove(record)
        case "torn record": scratch.put(try #require(scratch.bytes(record)).dropLast(3), at: record)
        case "damaged part": scratch.put([UInt8](repeating: 0, count: 40_000), at: part)
        default: scratch.put(film.segments[2].prefix(39_999), at: part)
        }
        _ = try restore(token)
        #expect(server.ranges(Film.path(2)) == [nil, nil])
        #expect(server.requests(of: film) == [1, 1, 2, 1, 1, 1])
    }

    @Test func `a partial file with its record is resumed`() throws {
        let server = try OriginServer(.memory(film.site()))
        server.order(.validators(entityTag: Self.version), at: Film.path(2))
        let token = try finish(server)
        try rewind(token, rows: [2])
        try leavePart(film.segments[2].prefix(40_000), of: 2, token)
        // The record does not cover the last three bytes, which were written after it.
        let part = try path(2, token, ".part")
        scratch.put(film.segments[2].prefix(40_000) + [0, 0, 0], at: part)
        _ = try restore(token)
        #expect(server.ranges(Film.path(2)) == [nil, "bytes=40000-"])
        #expect(server.log.last?.ifRange == Self.version)
    }

    @Test func `a partial file next to its finished file causes no further request`() throws {
        let server = try OriginServer(.memory(film.site()))
        let token = try finish(server)
        try rewind(token, rows: [2])
        scratch.put([1, 2, 3], at: try path(2, token, ".part"))
        scratch.put([1, 2, 3], at: try path(3, token, ".part.record"))
        _ = try restore(token)
        #expect(server.requests(of: film) == [1, 1, 1, 1, 1, 1])
    }

    @Test func `files of a lost catalogue are not reused for a new download`()
        throws
    {
        let server = try OriginServer(.memory(film.site()))
        let token = try finish(server)
        for ending in ["", "-wal", "-shm"] { scratch.remove("store/catalogue.sqlite" + ending) }
        let other = Film(segments: 5, of: 30_000, seed: 5)
        for (path, bytes) in other.site() { server.offer(bytes, at: path) }
        let download = try Download(scratch: scratch)
        let next = try download.start(server.url(Film.playlist))
        download.live()
        #expect(next == token)
        #expect(download.files(of: next) == (try other.package()))
    }

    @Test func `a download that had only been requested continues`() throws {
        let server = try OriginServer(.memory(film.site()))
        let token: OfflineVideoToken
        do {
            let download = try Download(scratch: scratch)
            token = try download.start(server.url(Film.playlist))
        }
        _ = try restore(token)
        #expect(server.requests(of: film) == [1, 1, 1, 1, 1, 1])
    }

    @Test func `a damaged catalogue is refused, and packages remain`() throws {
        let server = try OriginServer(.memory(film.site()))
        let token = try finish(server)
        let before = scratch.files(in: "store/packages/\(token)")
        for ending in ["-wal", "-shm"] { scratch.remove("store/catalogue.sqlite" + ending) }
        var bytes = try #require(scratch.bytes("store/catalogue.sqlite"))
        for index in bytes.indices.dropFirst(100) {
            bytes[index] = UInt8(truncatingIfNeeded: index)
        }
        scratch.put(bytes, at: "store/catalogue.sqlite")
        #expect {
            let download = try Download(scratch: scratch)
            _ = try download.engine.restore(after: .crash)
        } throws: {
            if case StoreError.corrupt = $0 { true } else { false }
        }
        scratch.put(Array("no catalogue at all, but a text".utf8), at: "store/catalogue.sqlite")
        #expect {
            _ = try Download(scratch: scratch)
        } throws: {
            if case StoreError.notAStore = $0 { true } else { false }
        }
        #expect(scratch.files(in: "store/packages/\(token)") == before)
    }
}
