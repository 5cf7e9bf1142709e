import Containers
import TestTools

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The small media files that the repository contains for this suite.
enum Fixture: String, CaseIterable {
    case transportStream = "clip.ts"
    case initialization = "clip-init.mp4"
    case fragment = "clip.m4s"
    case progressive = "clip.mp4"
    case packedAAC = "clip.aac"
    case packedAC3 = "clip.ac3"

    var path: String {
        let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        return (folder + ["Fixtures", "Containers", Substring(rawValue)]).joined(separator: "/")
    }

    var bytes: [UInt8] { fileBytes(path) }
    var input: MemoryInput { MemoryInput(bytes) }

    /// The initialization section to read before the fixture, if any.
    var initialization: MemoryInput? {
        self == .fragment ? Fixture.initialization.input : nil
    }

    /// The fixtures with media; some of them are demuxed after an initialization section.
    static let media = allCases.filter { $0 != .initialization }
}

func write(_ bytes: [UInt8], to path: String) {
    guard let file = unsafe fopen(path, "wb") else { return }
    unsafe fwrite(bytes, 1, bytes.count, file)
    unsafe fclose(file)
}
