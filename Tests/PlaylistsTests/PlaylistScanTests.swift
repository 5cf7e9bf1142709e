import Playlists
import Testing

/// A scan by words of eight bytes finds the same lines as a scan by single bytes.
@Suite struct PlaylistScanTests {
    private struct Found: Equatable {
        var number: Int
        var range: Range<Int>
        var hasHighBytes = false
        var hasControls = false
    }

    /// Reads lines byte by byte.
    private func model(_ bytes: [UInt8]) -> [Found] {
        var lines: [Found] = []
        var start = 0
        for (place, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            .enumerated()
        {
            let end = start + line.count
            defer { start = end + 1 }
            var found = Found(number: place + 1, range: start..<end)
            found.hasHighBytes = line.contains { $0 >= 0x80 }
            found.hasControls = line.indices.contains { index in
                let byte = line[index]
                let isEnd = index + 1 == line.endIndex
                // In UTF-8, the control characters U+0080 to U+009F have two bytes.
                let isLong = byte == 0xC2 && !isEnd && (0x80...0x9F).contains(line[index + 1])
                return isLong || byte == 0x7F || byte < 0x20 && (byte != 0x0D || !isEnd)
            }
            let isBlank = { (byte: UInt8) in [0x20, 0x09, 0x0D].contains(byte) }
            guard let first = line.firstIndex(where: { !isBlank($0) }),
                let last = line.lastIndex(where: { !isBlank($0) })
            else { continue }
            found.range = first..<last + 1
            lines.append(found)
        }
        return lines
    }

    private func scanned(_ bytes: [UInt8]) -> [Found] {
        var scan = PlaylistScan(bytes)
        var lines: [Found] = []
        while let line = scan.next() {
            lines.append(
                Found(
                    number: line.number, range: line.range, hasHighBytes: line.hasHighBytes,
                    hasControls: line.hasControls))
        }
        return lines
    }

    @Test(
        arguments: [
            0x00, 0x09, 0x0A, 0x0D, 0x1F, 0x20, 0x7A, 0x7B, 0x7D, 0x7F, 0x80, 0xC2, 0xFA, 0xFB,
            0xFF,
        ] as [UInt8])
    func `the scanner agrees with a simple model for notable bytes at each offset in a word`(
        byte: UInt8
    ) {
        for place in 0..<24 {
            for other in [0x0A, 0x1F, 0x61, 0x7B, 0x85, 0xA0, 0xFF] as [UInt8] {
                var bytes = Array("#EXTM3U\nabcdefghijklmnopqrstuvw\nxyz\n".utf8)
                bytes[8 + place] = byte
                bytes[9 + place] = other
                #expect(scanned(bytes) == model(bytes), "\(byte) and \(other) at \(place)")
                for count in 0..<12 {
                    let cut = Array(bytes.dropLast(count))
                    #expect(scanned(cut) == model(cut), "\(byte), \(other), \(place), -\(count)")
                }
            }
        }
    }

    @Test(arguments: 0..<20)
    func `a variable is replaced at each offset within a line`(place: Int) throws {
        let lead = String(repeating: "a", count: place)
        let playlist = try media(
            "#EXTM3U\n#EXT-X-DEFINE:NAME=\"v\",VALUE=\"b\"\n#EXT-X-TARGETDURATION:4\n"
                + "#EXTINF:4,\n\(lead){$v}c\n#EXT-X-ENDLIST\n")
        #expect(playlist.segments.map(\.uri) == ["\(lead)bc"])
    }
}
