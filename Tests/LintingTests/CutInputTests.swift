import Linting
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The lint of a cut playlist never traps, and each finding states its location.
@Suite struct CutInputTests {
    /// The approximate number of offsets at which a text is cut.
    private static let cuts = 8

    private func judge(_ asset: LintedAsset, _ name: String) {
        // The profile `apple` includes the rules of the other profile, so all rules are checked.
        let linter = AssetLinter(.apple)
        for breach in linter.lint(asset) + linter.lint(asset, media: []) {
            let isComplete =
                !breach.problem.isEmpty && !breach.expected.isEmpty && breach.line ?? 1 > 0
                && breach.column ?? 1 > 0
            if !isComplete { Issue.record("\(name): \(breach)") }
        }
    }

    private func cut(_ bytes: [UInt8]) -> [[UInt8]] {
        let step = max(1, bytes.count / Self.cuts)
        // The first offset depends on the bytes of the file. Different files are therefore cut at
        // different offsets, and all files together at about as many offsets as one file has bytes.
        var sum = 0
        for byte in bytes { sum = (sum &* 31 &+ Int(byte)) & 0xFFFF }
        return stride(from: sum % step, to: bytes.count, by: step).flatMap {
            place -> [[UInt8]] in
            // The file is cut in three ways: to the bytes before the offset, to the bytes from the
            // offset on, and to all bytes except the byte at the offset.
            var shorter = bytes
            shorter.remove(at: place)
            return [Array(bytes[..<place]), Array(bytes[place...]), shorter]
        }
    }

    @Test(arguments: FixtureAsset.byName.keys.sorted())
    func `linter findings about a truncated fixture are complete`(name: String) throws {
        let asset = try #require(FixtureAsset.byName[name])
        for (file, bytes) in asset.files.sorted(by: { $0.key < $1.key }) {
            for piece in cut(bytes) {
                var changed = asset
                changed.files[file] = piece
                judge(try changed.linted(), "\(name), \(file), \(piece.count) bytes")
            }
        }
    }

    @Test(arguments: ["LintFuzz", "PlaylistFuzz", "LiveFuzz"])
    func `linter findings about a truncated file of the fuzzing corpus are complete`(
        folder: String
    ) throws {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let files = Self.files(in: "\(root)/Fuzz/Corpus/\(folder)")
        #expect(!files.isEmpty)
        for (name, bytes) in files {
            for piece in cut(bytes) {
                let playlist = LintedPlaylist(piece, url: "https://media.example/a.m3u8?q=1")
                judge(LintedAsset(main: playlist), "\(folder)/\(name), \(piece.count) bytes")
            }
        }
    }

    private static func files(in folder: String) -> [(String, [UInt8])] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var files: [(String, [UInt8])] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix("."), let file = unsafe fopen("\(folder)/\(name)", "r") else {
                continue
            }
            defer { unsafe fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe fread(&bytes, 1, bytes.count, file)
            files.append((name, Array(bytes[..<count])))
        }
        return files.sorted { $0.0 < $1.0 }
    }
}
