import Foundation
import TestSupport
import Testing

/// Broadcasts with keys that change, served by `playctl serve` and decrypted by ffmpeg.
@Suite(.enabled(if: ShellCommand.succeeds("ffmpeg -version"), "needs ffmpeg"), .serialized)
struct ServedKeyTests {
    private let folder = ScratchFolder()

    /// Returns the digests of the packets of an asset as ffmpeg reads them; `nil` if ffmpeg fails.
    private func reading(
        _ url: String, until end: String = "-t 16", within seconds: Int = 60
    ) -> [String]? {
        let text = ShellCommand.text(
            of: "timeout -k 2 \(seconds) ffmpeg -nostdin -v error -allowed_extensions ALL -i \(url)"
                + " -map 0:v -map 0:a \(end) -c copy -f framemd5 - 2>\(folder.path)/errors")
        return text?.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            line.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
        }
    }

    private func packets(_ url: String, until end: String = "-t 16") throws -> [String] {
        try #require(reading(url, until: end), "\(folder.text("errors"))")
    }

    private func serve(_ keys: String, _ source: String, _ faults: String = "") throws -> Playctl {
        let file = try folder.put(
            """
            playctl: 1
            assets:
              - live:
                  source: \(source)
                  id: news
                  ran-for: 1m
                  window: { segments: 8 }
                  keys: \(keys)
                  \(faults.isEmpty ? "" : "faults: [\(faults)]")
            time-limit: 1h

            """, at: "a.play.yaml")
        return try Playctl(["serve", file, "--quiet", "--journal", "\(folder.path)/journal"])
    }

    private func end(_ tool: Playctl) {
        tool.interrupt()
        #expect(tool.wait().status == 0)
    }

    @Test(arguments: [
        "{ every: 4s }", "{ every: 4s, iv: written, seed: 9 }",
        "{ every: 4s, method: SAMPLE-AES, iv: written }", "{ every: 4s, method: SAMPLE-AES }",
    ])
    func `ffmpeg decrypts a broadcast whose keys change, packet by packet`(keys: String) throws {
        let source = SampleMedia.single.path
        let plain = Set(try packets(source))
        let tool = try serve(keys, source)
        let served = try packets(try tool.firstLine())
        end(tool)
        #expect(served.count > 500, "\(folder.text("errors"))")
        let strange = served.filter { !plain.contains($0) }
        #expect(strange.isEmpty, "\(strange.count) of \(served.count) packets")
        var keyNames: Set<Substring> = []
        for line in folder.text("journal").split(separator: "\n") {
            for word in line.split(separator: "\"") where word.contains("/keys/") {
                keyNames.insert(word)
            }
        }
        #expect(keyNames.count >= 4)
    }

    @Test func `ffmpeg decrypts fragments whose keys change`() throws {
        let source = SampleMedia.fragments.path
        let plain = Set(try packets(source))
        let tool = try serve("{ every: 6s }", source)
        // The clock of the broadcast starts again with each repetition, so ffmpeg would never reach
        // a stated duration. Therefore the number of frames is limited.
        let served = try packets(
            try tool.firstLine(), until: "-frames:v 300 -frames:a 300")
        end(tool)
        #expect(served.count > 500, "\(folder.text("errors"))")
        #expect(served.allSatisfy { plain.contains($0) })
    }

    @Test(arguments: ["wrong-key: previous", "wrong-key: wrong"])
    func `ffmpeg cannot decrypt segments that are encrypted with a wrong key`(fault: String) throws
    {
        let source = SampleMedia.single.path
        let plain = Set(try packets(source))
        let tool = try serve(
            "{ every: 4s, iv: written }", source, "{ from: 0s, to: 1h, \(fault) }")
        let url = try tool.firstLine()
        let served = reading(url, within: 20) ?? []
        end(tool)
        #expect(served.allSatisfy { !plain.contains($0) })
    }

    @Test func `an encrypted source of a broadcast is served together with its keys`() throws {
        let source = SampleMedia.single.path.replacing("single/", with: "protected-aes128/")
        let file = try folder.put(
            """
            playctl: 1
            assets: [{ live: { source: \(source), id: news, ran-for: 1m, window: { segments: 8 } } }]
            time-limit: 1h

            """, at: "a.play.yaml")
        let tool = try Playctl(["serve", file, "--quiet"])
        let plain = Set(try packets(SampleMedia.single.path))
        let served = try packets(try tool.firstLine())
        end(tool)
        #expect(served.count > 500, "\(folder.text("errors"))")
        #expect(served.allSatisfy { plain.contains($0) })
    }
}
