import HeadlessPlayback
import TestSupport
import Testing

/// Encryption that only media files declare: single files, and playlists without keys.
@Suite struct ProtectedFileCommandTests {
    private let folder = ScratchFolder()
    private static let identifier = String(repeating: "a1", count: 16)
    private static let encryptor = EncryptorFragments(
        scheme: .cbcs, key: Array("the key of files".utf8), crypt: 1, skip: 9, vectorCount: 16)
    private static let option = "\(identifier):\(hex(encryptor.key))"
    private static let wrong = "\(identifier):\(String(repeating: "0", count: 32))"

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func fixture(_ name: String) -> String {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        return (parts + ["Fixtures", "Containers", Substring(name)]).joined(separator: "/")
    }

    /// Writes the clip with encrypted samples, and returns its path.
    private func file(isFragmented: Bool = false) throws -> String {
        if isFragmented {
            let section = Self.encryptor.initialization(fileBytes(Self.fixture("clip-init.mp4")))
            let media = try Self.encryptor.media(fileBytes(Self.fixture("clip.m4s")), video: [1])
            return try folder.put(section + media, at: "clip.mp4")
        }
        let clear = fileBytes(Self.fixture("clip.mp4"))
        return try folder.put(Self.encryptor.file(clear), at: "clip.mp4")
    }

    @Test func `the packets of a decrypted file equal the packets of the unencrypted file`()
        throws
    {
        let decrypted = try Playctl.run("probe", file(), "--packets", "--key", Self.option)
        let clear = try Playctl.run("probe", Self.fixture("clip.mp4"), "--packets")
        #expect(decrypted.status == 0)
        #expect(decrypted.errors == "")
        #expect(decrypted.lines.count == 55)
        #expect(decrypted.output == clear.output)
    }

    @Test func `packets of a file without its key are not listed`() throws {
        let run = try Playctl.run("probe", file(), "--packets")
        #expect(run.status == 1)
        #expect(run.output == "")
        #expect(run.errors.contains("no key for the key identifier \(Self.identifier)"))
    }

    /// Expects that an asset plays with its key, and fails with a wrong key and without a key.
    ///
    /// - Parameters:
    ///   - asset: The path of the asset.
    ///   - cause: The cause of the failure without a key.
    ///   - fault: The fault of the asset itself, which is found even with its key.
    /// - Throws: When a run cannot be started.
    private func expectPlaying(
        _ asset: String, onlyWithKeyOr cause: String, despite fault: String? = nil
    ) throws {
        let quiet = ["--events", "none", "--ledger", "none"]
        let right = try Playctl.run(["play", asset, "--key", Self.option] + quiet)
        if let fault {
            #expect(right.errors.contains(fault))
            #expect(right.status == 1)
        } else {
            #expect(right.errors == "")
            #expect(right.status == 0)
        }
        let wrong = try Playctl.run(["play", asset, "--key", Self.wrong] + quiet)
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("decrypts to garbage"))
        let missing = try Playctl.run(["play", asset] + quiet)
        #expect(missing.status == 1)
        #expect(missing.errors.contains(cause))
    }

    @Test(arguments: [false, true])
    func `a file plays with its key, and only with its key`(isFragmented: Bool) throws {
        let asset = try file(isFragmented: isFragmented)
        try expectPlaying(
            asset, onlyWithKeyOr: "no key for the key identifier \(Self.identifier)")
    }

    @Test func `a probe names unread media, and reads it with a key`() throws {
        let asset = try file()
        let blind = try Playctl.run("probe", asset)
        #expect(blind.status == 0)
        #expect(
            blind.output.contains(
                "  not read   encrypted (cbcs, key identifier \(Self.identifier)), and keys are only"
            ))
        #expect(!blind.output.contains("avc1"))
        let seeing = try Playctl.run("probe", asset, "--key", Self.option)
        #expect(seeing.status == 0)
        #expect(seeing.output.contains("avc1"))
        #expect(!seeing.output.contains("problem"))
    }

    @Test func `media in a playlist without EXT-X-KEY fails even when its key is given`() throws {
        let section = Self.encryptor.initialization(fileBytes(Self.fixture("clip-init.mp4")))
        let media = try Self.encryptor.media(fileBytes(Self.fixture("clip.m4s")), video: [1])
        try folder.put(section, at: "init.mp4")
        try folder.put(media, at: "clip.m4s")
        let asset = try folder.put(
            """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:1
            #EXT-X-MAP:URI="init.mp4"
            #EXTINF:1,
            clip.m4s
            #EXT-X-ENDLIST

            """, at: "index.m3u8")
        try expectPlaying(
            asset, onlyWithKeyOr: "which no playlist lists",
            despite: "the media is encrypted, and its playlist lists no key")
        let linted = try Playctl.run("lint", asset, "--key", Self.option)
        #expect(linted.status == 1)
        #expect(
            linted.output.contains(
                "clip.m4s: samples are encrypted, and no key is listed [key.undeclared-encryption]"
            ))
        let blind = try Playctl.run("probe", asset)
        #expect(blind.status == 0)
        #expect(blind.output.contains("not read   encrypted (cbcs"))
    }
}
