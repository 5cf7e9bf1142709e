import Playlists
import Testing
import VirtualTime

@Suite struct MutationTests {
    /// Changes some bytes, in ways that are likely to affect a line-based parser.
    private func mutate(_ bytes: [UInt8], with random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: index)
            case 2:
                bytes.insert(
                    Array("\n\",:=@#{}$ 90".utf8).randomElement(using: &random) ?? 0, at: index)
            case 3:
                let end = min(bytes.count, index + Int.random(in: 1...60, using: &random))
                bytes.insert(
                    contentsOf: bytes[index..<end],
                    at: Int.random(in: 0...bytes.count, using: &random))
            case 4: bytes.removeSubrange(index..<min(bytes.count, index + 20))
            default: bytes = Array(bytes[..<index])
            }
        }
        return bytes
    }

    @Test func `every playlist that is read is written losslessly`() throws {
        var random = SeededRandom(seed: 8216)
        let texts = RoundTripTests.texts.map { Array($0.utf8) }
        var readable = 0
        for round in 0..<4000 {
            let bytes = mutate(texts[round % texts.count], with: &random)
            guard let playlist = try? Playlist(parsing: bytes) else { continue }
            readable += 1
            let written = playlist.text()
            #expect(PlaylistWriter.byteCount(of: playlist) == written.utf8.count)
            let again = try? Playlist(parsing: written)
            #expect(again == playlist, "\(String(decoding: bytes, as: UTF8.self))")
            if again != playlist { return }
        }
        #expect(readable > 500)
    }
}
