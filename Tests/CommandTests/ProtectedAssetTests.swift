import ContentProtection
import HeadlessPlayback
import TestSupport
import Testing

@Suite struct ProtectedAssetTests {
    private let folder = ScratchFolder()

    /// Writes an asset, and returns the path of its playlist.
    private func write(_ media: ProtectedMedia) throws -> String {
        for (name, bytes) in media.files { try folder.put(bytes, at: name) }
        return "\(folder.path)/index.m3u8"
    }

    private static let keyHex = hex(ProtectedMedia.key)

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// Starts a key server with a policy for the content `film`, and returns its address.
    private func serve(_ policy: String) throws -> (Playctl, String) {
        let store = ScratchFolder()
        try store.put("{\"film\": {\"key\": \"\(Self.keyHex)\"\(policy)}}", at: "policies.json")
        let server = try Playctl(["keyserver", "--store", store.path])
        try server.waitForOutput("\n")
        let line = try #require(server.outputSoFar.split(separator: "\n").first)
        let address = try #require(line.split(separator: " ").last { $0.hasPrefix("http://") })
        withExtendedLifetime(store) {}
        return (server, String(address))
    }

    @Test func `a licence from a running key server plays its asset`() throws {
        let asset = try write(ProtectedMedia.cbcs())
        let (server, address) = try serve("")
        let run = try Playctl.run(
            "play", asset, "--key-server", address, "--verify", "decode", "--trace",
            "\(folder.path)/trace", "--events", "none")
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(run.output.contains("video      played 12.000  of 12.000 s"))
        // The same licence from a key server in the test's own process leads to the same trace.
        let inside = Playback(
            loader: try ProtectedMedia.cbcs().loader,
            provider: ProtectedSessionProvider(keySystems: [
                FairPlayKeySystem(
                    authorizationProxy: InProcessKeyServer(
                        KeyServer(
                            identity: try Exchange().identity,
                            policies: KeyPolicies(["film": KeyPolicy(key: ProtectedMedia.key)]))))
            ]))
        inside.play(SampleMedia.single.video())
        #expect(folder.text("trace") == "# playctl trace 1\n" + inside.recorder.trace)
        server.terminate()
        let served = server.wait()
        #expect(served.status == 0)
        #expect(served.lines.count == 3)
    }

    @Test(arguments: [
        (", \"error\": {\"status\": 403}", "the key server says 403"),
        (", \"error\": {\"answer\": \"malformed\"}", "the CKC"),
        (", \"error\": {\"answer\": \"wrongKey\"}", "not decrypted: decrypts to garbage"),
    ])
    func `a refusing or faulty key server fails playback in one line`(
        policy: String, message: String
    ) throws {
        let asset = try write(ProtectedMedia.cbcs())
        let (server, address) = try serve(policy)
        let run = try Playctl.run(
            "play", asset, "--key-server", address, "--events", "none", "--ledger", "none")
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains(message))
        server.terminate()
        _ = server.wait()
    }

    @Test func `a missing key server fails playback in one line`() throws {
        let asset = try write(ProtectedMedia.cbcs())
        let run = try Playctl.run(
            "play", asset, "--key-server", "http://127.0.0.1:1", "--events", "none", "--ledger",
            "none")
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("skd://film: no key: "))
    }

    @Test func `playback without a key server fails, as the certificate's location is unknown`()
        throws
    {
        let asset = try write(ProtectedMedia.cbcs())
        let run = try Playctl.run("play", asset, "--events", "none", "--ledger", "none")
        #expect(run.status == 1)
        #expect(
            run.errors
                == "playctl: skd://film: no key: the location of the certificate is unknown;"
                + " options such as --key-server supply keys\n")
    }

    @Test func `an asset plays without a key server when options give its keys`() throws {
        let asset = try write(ProtectedMedia.cbcs())
        let identifier = String(repeating: "a1", count: 16)
        for options in [
            ["--key-uri", "skd://film=\(Self.keyHex)"], ["--key", "\(identifier):\(Self.keyHex)"],
        ] {
            let run = try Playctl.run(
                ["play", asset, "--events", "none", "--ledger", "none"] + options
            )
            #expect(run.status == 0)
            #expect(run.errors == "")
        }
    }

    @Test(arguments: ["--key", "--key-uri", "--key-server"])
    func `an invalid key or server is wrong usage`(option: String) throws {
        let run = try Playctl.run("play", "x.m3u8", option, "abc=12")
        #expect(run.status == 2)
    }

    @Test(arguments: [
        "http://", "https://", "http:///x", "http://:80", "http://user@", "http://a b",
    ])
    func `a key server without a host is wrong usage`(address: String) throws {
        for verb in [["play", "x.m3u8"], ["offline", "download", "x.m3u8"]] {
            let run = try Playctl.run(verb + ["--key-server", address])
            #expect(run.status == 2, "\(run.errors)")
        }
    }

    @Test func `the packets of decrypted media equal the packets of the unencrypted media`()
        throws
    {
        let asset = try write(ProtectedMedia.cbcs())
        let twin = "\(SampleMedia.fragments.folder)/video-360p/index.m3u8"
        let decrypted = try Playctl.run(
            "probe", asset, "--packets", "--key-uri", "skd://film=\(Self.keyHex)")
        let clear = try Playctl.run("probe", twin, "--packets")
        #expect(decrypted.lines.count == 360)
        #expect(decrypted.output == clear.output)
    }

    @Test func `a probe reads encrypted media only with a key`() throws {
        let asset = try write(ProtectedMedia.cbcs())
        let blind = try Playctl.run("probe", asset)
        #expect(blind.status == 0)
        #expect(!blind.output.contains("avc1"))
        let seeing = try Playctl.run(
            "probe", asset, "--key-uri", "skd://film=\(Self.keyHex)")
        #expect(seeing.output.contains("avc1.4d401e"))
    }

    @Test func `rotating keys are read beside the playlist`() throws {
        let media = try ProtectedMedia.rotatingAES128()
        for (name, bytes) in media.files where !name.hasPrefix("keys/") {
            try folder.put(bytes, at: name)
        }
        let index = folder.text("index.m3u8").replacing("keys/", with: "")
        try folder.put(index, at: "index.m3u8")
        try folder.put(ProtectedMedia.key, at: "one")
        try folder.put(ProtectedMedia.secondKey, at: "two")
        let run = try Playctl.run(
            "play", "\(folder.path)/index.m3u8", "--events", "none", "--ledger", "none")
        #expect(run.status == 0)
        #expect(run.errors == "")
    }
}
