import Foundation
import TestSupport
import Testing

/// Tests of the selection of tracks and networks by the built tool.
@Suite struct PlaySelectionTests {
    /// Plays the sample with several renditions, and returns the ledger, whose times are in ms.
    private func play(_ arguments: String...) throws -> (Playctl.Outcome, [String: Any]) {
        let run = try Playctl.run(
            ["play", "ts-multivariant/index.m3u8", "--events", "ndjson"] + arguments
        )
        return (run, try #require(try run.objects.last))
    }

    private func usedBytes(_ ledger: [String: Any]) throws -> Int {
        let requests = try #require(ledger["requests"] as? [String: Any])
        return try #require(requests["usedBytes"] as? Int)
    }

    private func trackNames(_ ledger: [String: Any]) throws -> [String?] {
        try #require(ledger["tracks"] as? [[String: Any]]).map { $0["track"] as? String }
    }

    @Test func `plays the audio of the chosen language and no other`() throws {
        let folder = ScratchFolder()
        let asset = try folder.copy(.transportStream)
        try folder.remove("asset/audio-fr")
        #expect(try Playctl.run("play", asset).status == 0)
        #expect(try Playctl.run("play", asset, "--audio", "en").status == 0)
        #expect(try Playctl.run("play", asset, "--audio", "de").status == 0)
        let french = try Playctl.run("play", asset, "--audio", "fr")
        #expect(french.status == 1)
        #expect(french.errorLines.count == 1)
        #expect(french.errors.contains("audio-fr/index.m3u8: no such file"))
    }

    @Test func `shows subtitles only on request`() throws {
        let (shown, ledger) = try play("--subtitles", "fr")
        #expect(shown.status == 0)
        #expect(try trackNames(ledger) == ["video", "audio", "subtitles"])
        let (hidden, other) = try play("--subtitles", "off")
        #expect(hidden.status == 0)
        #expect(try trackNames(other) == ["video", "audio"])
    }

    @Test func `plays no variant above a bandwidth`() throws {
        let (low, ofLow) = try play("--max-bitrate", "200k")
        let (middle, ofMiddle) = try play("--max-bitrate", "0.3M")
        let (_, ofAny) = try play()
        #expect(low.status == 0)
        #expect(middle.status == 0)
        #expect(low.output.contains("avc1.4D400D"))
        #expect(middle.output.contains("avc1.4D401E"))
        #expect(try usedBytes(ofLow) < usedBytes(ofMiddle))
        #expect(try usedBytes(ofMiddle) < usedBytes(ofAny))
    }

    @Test func `playback stalls on a network slower than the media, and not on a faster one`()
        throws
    {
        let (slow, _) = try play("--network", "100,40")
        #expect(slow.output.contains("\"type\":\"PlaybackStalled\""))
        #expect(slow.output.contains("\"type\":\"PlaybackRecovered\""))
        #expect(slow.output.contains("\"type\":\"End\""))
        #expect(slow.status == 0)
        let (fast, ledger) = try play("--network", "100000,5")
        #expect(fast.status == 0)
        #expect(!fast.output.contains("PlaybackStalled"))
        #expect(try #require(ledger["t"] as? Double) > 20)
    }

    @Test func `the same seed loses the same packets`() throws {
        let (one, _) = try play("--network", "2000,40", "--loss", "0.05", "--seed", "7")
        let (same, _) = try play("--network", "2000,40", "--loss", "0.05", "--seed", "7")
        let (other, _) = try play("--network", "2000,40", "--loss", "0.05", "--seed", "8")
        #expect(one.output == same.output)
        #expect(one.output != other.output)
    }

    @Test func `a file may describe the network over time`() throws {
        let folder = ScratchFolder()
        let file = try folder.put("0 5000\n4 100\n30 5000\n", at: "network.txt")
        let (run, _) = try play("--network-trace", file)
        #expect(run.status == 0)
        #expect(run.errors == "")
    }

    @Test func `a broken description of a network fails in one line that names it`() throws {
        let folder = ScratchFolder()
        let file = try folder.put("fast\n", at: "network.txt")
        let run = try Playctl.run("play", "single/index.m3u8", "--network-trace", file)
        #expect(run.status == 2)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix("playctl: \(file): "))
    }
}
