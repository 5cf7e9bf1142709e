import FoundationEssentials
import HeadlessPlayback
import OfflineDownloads
import Playlists
import Sessions
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder for one test, with a store in it.
///
/// The folder and the store are removed when this object is released.
final class StoreScratch {
    private let scratch = ScratchFolder()
    var path: String { scratch.path }
    /// The folder of the store.
    var store: String { path + "/store" }
    var catalogue: String { path + "/catalogue.sqlite" }

    func bytes(_ name: String) -> [UInt8]? { scratch.bytes(name) }

    func put(_ bytes: [UInt8], at name: String) { scratch.put(bytes, at: name) }

    func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path + "/" + name)
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: path + "/" + name, withIntermediateDirectories: true)
    }

    func makeLink(_ name: String, to target: String) throws {
        try scratch.link(name, to: target)
    }

    func makeHardLink(_ name: String, to target: String) throws {
        try FileManager.default.linkItem(atPath: path + "/" + target, toPath: path + "/" + name)
    }

    func move(_ name: String, to other: String) {
        guard unsafe rename(path + "/" + name, path + "/" + other) == 0 else {
            fatalError("rename")
        }
    }

    func remove(_ name: String) { scratch.remove(name) }

    /// Creates a folder with a file in it, under names that are not UTF-8.
    func makeStrange(in folder: String) {
        let path = Array("\(path)/\(folder)/".utf8) + [0xFF, 0xFE]
        let inner = (path + [0]).map(CChar.init(truncatingIfNeeded:))
        guard unsafe mkdir(inner, 0o755) == 0 else { fatalError("mkdir") }
        let file = (path + [0x2F, 0x80, 0]).map(CChar.init(truncatingIfNeeded:))
        guard case let number = unsafe open(file, O_WRONLY | O_CREAT, 0o644), number >= 0,
            close(number) == 0
        else { fatalError("open") }
    }

    func makePipe(_ name: String) {
        guard unsafe mkfifo(path + "/" + name, 0o644) == 0 else { fatalError("mkfifo") }
    }

    func setMode(_ mode: UInt32, of name: String) {
        guard unsafe chmod(path + "/" + name, mode_t(mode)) == 0 else { fatalError("chmod") }
    }

    func mode(of name: String) -> UInt32 {
        var status = stat()
        guard unsafe lstat(path + "/" + name, &status) == 0 else { return 0 }
        return UInt32(status.st_mode) & 0o7777
    }

    /// Prevents files of this process from growing, as a substitute for a full disk.
    ///
    /// - Returns: The limit on the size of files that applied before.
    @discardableResult
    static func limitFiles(to size: rlim_t, forGood: Bool = true) -> rlim_t {
        signal(SIGXFSZ, SIG_IGN)
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue))
        #else
            let resource = RLIMIT_FSIZE
        #endif
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { fatalError("getrlimit") }
        let before = limit.rlim_cur
        limit = rlimit(rlim_cur: size, rlim_max: forGood ? size : limit.rlim_max)
        guard unsafe setrlimit(resource, &limit) == 0 else { fatalError("setrlimit") }
        return before
    }

    /// Creates a store with one package, and returns the folder of the package.
    func makePackage(_ token: OfflineVideoToken = "t1") throws -> OfflineDownloads.PackageFolder {
        let folder = try StoreFolder(path: store, creates: true)
        return try #require(try folder.package(token, creates: true))
    }
}

extension DownloadRecord {
    /// Returns a download that has just been requested.
    static func sample(_ token: OfflineVideoToken, url: String = "https://example.com/a.m3u8")
        -> Self
    {
        var request = DownloadRequest(video: Video(hlsURL: url), sourceURL: url)
        request.displayName = "A film"
        return DownloadRecord(token: token, request: request, startTime: 1_000)
    }
}

extension PackagePlan {
    /// Returns a plan with two tracks, some segments and a key.
    static func sample(segments: Int = 3) -> PackagePlan {
        var plan = PackagePlan()
        plan.variantBandwidth = 800_000
        plan.explanation = "the lowest of two"
        plan.missingAudio = ["fr"]
        plan.missingSubtitles = ["it", "nl"]
        plan.tracks = [
            Track(
                .main, playlistName: "video/playlist.m3u8",
                sourceURL: "https://example.com/v.m3u8", duration: .seconds(18), bandwidth: 800_000),
            Track(
                .subtitles, playlistName: "subtitles0/playlist.m3u8",
                sourceURL: "https://example.com/s.m3u8", duration: .seconds(18)),
        ]
        plan.tracks[1].title = "Österreichisch"
        plan.tracks[1].language = "de-AT"
        plan.resources = (0..<segments).map { number in
            Resource(
                "video/\(number).ts", url: "https://example.com/\(number).ts",
                byteRange: number == 1 ? 10..<20 : nil, kind: .segment, track: 0,
                duration: MediaTime(6_006, timescale: 1_000))
        }
        plan.resources[0].expectedBytes = 1_234
        plan.texts = [
            Text("video/playlist.m3u8", "#EXTM3U\n"),
            Text(PackagePlan.topName, "#EXTM3U\n#EXT-X-VERSION:7\n"),
        ]
        var key = EncryptionKey(
            method: .sampleAES, uri: "skd://one", initializationVector: Array(0..<16),
            keyFormat: "com.apple.streamingkeydelivery", keyFormatVersions: [1, 2],
            otherAttributes: [
                Attribute("X-A", .quoted("b")), Attribute("X-C", .unquoted("0x01")),
            ])
        key.precedingLines = ["# a comment"]
        plan.licenceKeys = [LicenceKey(key, playlistURL: "https://example.com/v.m3u8")]
        return plan
    }
}
