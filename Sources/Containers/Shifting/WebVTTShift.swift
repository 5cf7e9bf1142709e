/// Adds a time to the `X-TIMESTAMP-MAP` header of a WebVTT segment.
///
/// The header maps the times of cues to MPEG-2 timestamps. Without the header, time zero of the
/// cues corresponds to the MPEG-2 timestamp zero.
///
/// Reference: rfc8216bis, section 3.1.4 (WebVTT).
struct WebVTTShift {
    private static let name = Array("X-TIMESTAMP-MAP".utf8)
    private static let count = Array("MPEGTS:".utf8)

    private let shift: MediaShift

    init(_ shift: MediaShift) { self.shift = shift }

    func applied(to bytes: [UInt8]) throws(ContainerError) -> [UInt8] {
        let newLine = UInt8(ascii: "\n")
        var lines = bytes.split(separator: newLine, omittingEmptySubsequences: false)
        let header = lines.prefix { line in line.contains { $0 != 0x0D && $0 != 0x20 } }.count
        guard header > 0 else {
            throw ContainerError(.malformed(.webVTT, "no header"), offset: 0)
        }
        guard let place = lines[..<header].firstIndex(where: { $0.starts(with: Self.name) }) else {
            let line = "X-TIMESTAMP-MAP=MPEGTS:\(shift.moved(0)),LOCAL:00:00:00.000"
            lines.insert(Array(line.utf8)[...], at: 1)
            return Array(lines.joined(separator: [newLine]))
        }
        let line = Array(lines[place])
        guard
            let start = (0..<line.count).first(where: { line.holds(Self.count, at: $0) })
                .map({ $0 + Self.count.count })
        else { throw malformedMap }
        let digits = line[start...].prefix { (0x30...0x39).contains($0) }
        guard let time = Int64(String(decoding: digits, as: UTF8.self)), time < 1 << 33 else {
            throw malformedMap
        }
        lines[place] =
            (line[..<start] + Array(String(shift.moved(time)).utf8) + line[digits.endIndex...])
        return Array(lines.joined(separator: [newLine]))
    }

    private var malformedMap: ContainerError {
        ContainerError(.malformed(.webVTT, "X-TIMESTAMP-MAP without a count of MPEGTS"), offset: 0)
    }
}
