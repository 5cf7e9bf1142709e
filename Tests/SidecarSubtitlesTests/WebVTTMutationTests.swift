import SidecarSubtitles
import Testing
import VirtualTime

@Suite struct WebVTTMutationTests {
    private static let seed = """
        WEBVTT title
        X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000

        STYLE
        ::cue { color: red }

        REGION
        id:fred width:40% lines:3 regionanchor:0%,100% viewportanchor:10%,90% scroll:up

        NOTE nothing

        1
        00:00:01.000 --> 00:00:04.000 region:fred align:start
        <v.loud Mary>Hi &amp; <i>bye</i>&lrm;

        2
        00:02.000 --> 00:05.000 line:50%,end position:10%,line-left size:35% vertical:rl
        <ruby>a<rt>b</rt></ruby><00:03.000><lang en>c</lang>&#x41;&hellip;

        """

    /// Changes some bytes, in ways that are likely to affect a parser of lines and tags.
    private func mutate(_ bytes: [UInt8], with random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: index)
            case 2:
                let pool = Array("\n\r\0->:.,%<&;/ 09i".utf8)
                bytes.insert(pool.randomElement(using: &random) ?? 0, at: index)
            case 3:
                let end = min(bytes.count, index + Int.random(in: 1...60, using: &random))
                bytes.insert(
                    contentsOf: bytes[index..<end],
                    at: Int.random(in: 0...bytes.count, using: &random))
            default: bytes.removeSubrange(index..<min(bytes.count, index + 20))
            }
        }
        return bytes
    }

    /// Returns the cue as a file would write it.
    private func block(_ cue: WebVTTCue) -> String {
        let settings = cue.settings.written.map { " \($0.name):\($0.value)" }.joined()
        let id = cue.id.isEmpty ? "" : cue.id + "\n"
        return "\(id)\(clock(cue.start)) --> \(clock(cue.end))\(settings)\n\(cue.text)\n\n"
    }

    private func clock(_ time: MediaTime) -> String {
        let count = time.value(timescale: 1000)
        let fields = [count / 3_600_000, count / 60_000 % 60, count / 1000 % 60]
        let clock = fields.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        return clock + "." + String("\(1000 + count % 1000)".dropFirst())
    }

    @Test func `rewritten cues read back as equal`() throws {
        var random = SeededRandom(seed: 1985)
        let seed = Array(Self.seed.utf8)
        var cueCount = 0
        for _ in 0..<4000 {
            let bytes = mutate(seed, with: &random)
            guard let file = try? WebVTT(parsing: bytes) else { continue }
            let regions = file.regions.map { "REGION\nid:\($0.identifier)\n\n" }.joined()
            let cues = file.cues.filter { $0.end < .seconds(1 << 32) }
            cueCount += cues.count
            let again = try WebVTT(parsing: "WEBVTT\n\n" + regions + cues.map(block).joined())
            #expect(again.cues == cues, "\(String(decoding: bytes, as: UTF8.self))")
            if again.cues != cues { return }
        }
        #expect(cueCount > 4000)
    }

    @Test func `the nodes of a cue have the same plain text as the cue`() {
        var random = SeededRandom(seed: 5000)
        let text =
            "<v.a M>x &amp; <i>y</i><ruby>a<rt>b</rt></ruby><00:03.000><lang en>c</lang>&#x41;"
        for _ in 0..<4000 {
            let bytes = mutate(Array(text.utf8), with: &random)
            let text = String(decoding: bytes, as: UTF8.self)
            let cue = WebVTTCue(start: .zero, end: .zero, text: text)
            #expect(cue.nodes().map(\.plainText).joined() == cue.plainText)
        }
    }
}

extension CueTextNode {
    fileprivate var plainText: String {
        switch self {
        case .text(let text): text
        case .timestamp: ""
        case .span(let span): span.children.map(\.plainText).joined()
        }
    }
}
