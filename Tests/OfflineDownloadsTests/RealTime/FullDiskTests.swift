import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// A download fails with a suitable reason when the disk is full, and continues once space is free.
@Suite struct FullDiskTests {
    @Test func `a download that failed at a file size limit continues without the limit`() async {
        await #expect(processExitsWith: .success) {
            let film = Film(segments: 3, of: 2_000_000)
            let whole = try film.package()
            let server = try OriginServer(.memory(film.site()))
            let download = try Download { $0.hurry() }
            let token = try download.start(server.url(Film.playlist))
            let limit = StoreScratch.limitFiles(to: 1_500_000, forGood: false)
            download.live()
            let failed = try download.record(of: token)
            precondition(failed.state == .error && failed.errorCode == .downloadFailure)
            precondition(failed.errorReason?.hasSuffix("the disk is full") == true)
            let kept = download.files(of: token).filter { $0.key.hasSuffix(".part") }
            precondition(kept.values.contains { $0.count > 1_000_000 })
            StoreScratch.limitFiles(to: limit, forGood: false)
            let before = server.log.count
            download.engine.resume(token)
            download.live()
            let record = try download.record(of: token)
            precondition(record.state == .completed)
            precondition(download.files(of: token) == whole)
            // At least one request asked only for the rest of a partly stored file.
            precondition(server.log[before...].contains { $0.range != nil })
        }
    }

    #if canImport(Glibc)
        @Test(.enabled(if: SmallDisk.isAvailable, "needs to mount a small disk"))
        func `a download continues when its disk has room again`() throws {
            let film = Film(segments: 15)
            let server = try OriginServer(.memory(film.site()))
            let scratch = ScratchFolder()
            let disk = try #require(SmallDisk(at: scratch.path, byteCount: 1_200_000))
            let download = try Download(scratch: scratch) { $0.hurry() }
            let token = try download.start(server.url(Film.playlist))
            download.live()
            #expect(download.lines.last?.contains("failed") == true)
            #expect(download.lines.last?.contains("the disk is full") == true)
            download.settle()
            let stored = Film.segments(of: download.files(of: token)).count
            #expect(stored > 0)
            try #require(disk.grow(to: 8_000_000))
            let before = server.log.count
            download.engine.resume(token)
            download.live()
            #expect(try download.record(of: token).state == .completed)
            #expect(download.files(of: token) == (try film.package()))
            let fetched = server.log[before...].map(\.path)
            #expect(fetched.count <= film.segments.count - stored, "\(fetched.sorted())")
            download.engine.close()
        }
    #endif
}
