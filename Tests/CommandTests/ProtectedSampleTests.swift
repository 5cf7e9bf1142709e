import ContentProtection
import Foundation
import HeadlessPlayback
import TestSupport
import Testing

/// The encrypted samples, made by an encryptor that is independent of our decryption.
@Suite struct ProtectedSampleTests {
    private static let key = "\(ProtectedSample.keyURI)=\(ProtectedSample.key)"

    @Test(arguments: ProtectedSample.allCases)
    func `the packets of each decrypted sample equal the packets of its unencrypted version`(
        sample: ProtectedSample
    ) throws {
        for (protected, clear) in sample.twins {
            let decrypted = try Playctl.run("probe", protected, "--packets", "--key-uri", Self.key)
            #expect(decrypted.status == 0)
            #expect(decrypted.errors == "")
            #expect(decrypted.lines.count > 300)
            #expect(decrypted.output == (try Playctl.run("probe", clear, "--packets").output))
        }
    }

    @Test func `the AES-128 sample plays without options, since its keys are stored beside it`()
        throws
    {
        let run = try Playctl.run(
            "play", ProtectedSample.aes128.rawValue, "--verify", "decode", "--events", "none")
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(run.output.contains("video      played 10.000  of 10.000 s"))
        #expect(run.output.contains("audio      played 10.000  of 10.000 s"))
    }

    @Test(arguments: [
        ["--key-uri", key],
        ["--key", "\(ProtectedSample.keyIdentifier):\(ProtectedSample.key)"],
    ])
    func `cbcs plays with a given key`(options: [String]) throws {
        let run = try Playctl.run(
            ["play", ProtectedSample.cbcs.rawValue, "--verify", "decode", "--events", "none"]
                + options
        )
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(run.output.contains("video      played 12.000  of 12.000 s"))
        #expect(run.output.contains("audio      played 11.977  of 11.977 s"))
    }

    @Test func `cbcs plays with licences from a key server that has its policies`() throws {
        let sample = ProtectedSample.cbcs
        let proxy = InProcessKeyServer(
            KeyServer(identity: try Exchange().identity, policies: try sample.policies()))
        let provider = ProtectedSessionProvider(
            keySystems: [FairPlayKeySystem(authorizationProxy: proxy)])
        let playback = Playback(provider: provider).play(sample.video)
        #expect(playback.ledger?.isSound == true)
        // Video and audio have one key, which the playlist announces, so it is requested once.
        #expect(proxy.statuses == [200])
    }

    @Test(arguments: ["video-180p", "audio-en"])
    func `an initialization section before the key tag applies to encrypted segments`(
        name: String
    ) throws {
        let home = "\(ProtectedSample.cbcs.folder)/\(name)"
        let scratch = ScratchFolder()
        let listed = String(
            decoding: try Data(contentsOf: URL(fileURLWithPath: "\(home)/index.m3u8")),
            as: UTF8.self)
        var lines = listed.split(separator: "\n").map { line in
            if line.hasPrefix("#") { return line.replacing("URI=\"", with: "URI=\"\(home)/") }
            return "\(home)/\(line)"
        }
        let key = try #require(lines.firstIndex { $0.hasPrefix("#EXT-X-KEY:") })
        lines[key] = lines[key].replacing("\(home)/skd:", with: "skd:")
        lines.swapAt(key, key + 1)
        let asset = try scratch.put(lines.joined(separator: "\n"), at: "index.m3u8")
        let play = try Playctl.run(
            "play", asset, "--key-uri", Self.key, "--verify", "decode", "--events", "none",
            "--ledger", "none")
        #expect(play.errors == "")
        #expect(play.status == 0)
        let packets = try Playctl.run("probe", asset, "--packets", "--key-uri", Self.key)
        let clear = try Playctl.run("probe", "cmaf-byteranges/\(name)/index.m3u8", "--packets")
        #expect(packets.output == clear.output)
    }

    @Test func `lint omits an encrypted I-frame whose playlist lists no key`() throws {
        let home = "\(ProtectedSample.cbcs.folder)/video-180p"
        let scratch = ScratchFolder()
        let asset = try scratch.put(
            """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:3
            #EXT-X-PLAYLIST-TYPE:VOD
            #EXT-X-I-FRAMES-ONLY
            #EXT-X-MAP:URI="\(home)/init.mp4"
            #EXTINF:3.000,
            #EXT-X-BYTERANGE:10000@0
            \(home)/segment-1.m4s
            #EXT-X-ENDLIST
            """, at: "index.m3u8")
        let run = try Playctl.run(
            "lint", asset, "--key", "\(ProtectedSample.keyIdentifier):\(ProtectedSample.key)")
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.contains("an encrypted I-frame cannot be read by itself"))
    }

    @Test func `without a key cbcs fails in one line`() throws {
        let run = try Playctl.run(
            "play", ProtectedSample.cbcs.rawValue, "--events", "none", "--ledger", "none")
        #expect(run.status == 1)
        #expect(run.output == "")
        #expect(
            run.errors
                == "playctl: \(ProtectedSample.keyURI): no key: the location of the certificate is"
                + " unknown; options such as --key-server supply keys\n"
        )
    }

    @Test(arguments: ["play", "probe"])
    func `with a wrong key cbcs fails in one line`(verb: String) throws {
        let wrong = "\(ProtectedSample.keyURI)=\(String(repeating: "0", count: 32))"
        let options =
            verb == "play" ? ["--events", "none", "--ledger", "none"] : ["--packets"]
        let run = try Playctl.run(
            [verb, ProtectedSample.cbcs.rawValue, "--key-uri", wrong] + options
        )
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("not decrypted: decrypts to garbage"))
    }
}
