package import VirtualTime

/// Removes the cues from a WebVTT segment that start at a given time or later.
///
/// A cue that is shown beyond this time ends at it. The time is one of the media clock, to which
/// `X-TIMESTAMP-MAP` relates the times of cues. Without this header, the times of cues are times of
/// the media clock.
///
/// Reference: rfc8216bis, section 3.1.4 (WebVTT).
package struct WebVTTCut: Equatable, Sendable {
    private typealias Line = ArraySlice<UInt8>

    /// The times of a cue, and the text that states its end.
    private struct Timing {
        let start: MediaTime
        let end: MediaTime
        let endText: Substring
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The time at which the last cues end.
    package var end: MediaTime

    /// Creates a cut.
    package init(end: MediaTime) { self.end = end }

    /// Returns the text of the segment without the removed cues.
    ///
    /// - Parameter bytes: The segment. Bytes that are not WebVTT remain unchanged.
    /// - Returns: The segment. Malformed cues remain in it.
    package func applied(to bytes: [UInt8]) -> [UInt8] {
        let mark = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
        guard bytes[mark...].starts(with: Array("WEBVTT".utf8)) else { return bytes }
        let newLine = UInt8(ascii: "\n")
        let lines = bytes.split(separator: newLine, omittingEmptySubsequences: false)
        let header = lines.prefix { !Self.isBlank($0) }
        let limit = end - Self.offset(statedIn: header)
        var kept = Array(header)
        var block: [Line] = []
        for line in lines[header.endIndex...] {
            guard Self.isBlank(line) else {
                block.append(line)
                continue
            }
            kept += Self.cue(block, until: limit) + [line]
            block = []
        }
        kept += Self.cue(block, until: limit)
        return Array(kept.joined(separator: [newLine]))
    }

    /// Returns the lines of a cue that ends at a given time at the latest.
    ///
    /// - Parameters:
    ///   - block: Lines without a blank line. A block without times remains unchanged.
    ///   - limit: The time, as the cue states times.
    /// - Returns: The lines; empty for a cue that starts at the given time or later.
    private static func cue(_ block: [Line], until limit: MediaTime) -> [Line] {
        for (place, line) in block.enumerated() {
            let text = String(decoding: line, as: UTF8.self)
            guard let timing = timing(text) else { continue }
            if timing.start >= limit { return [] }
            if timing.end <= limit { return block }
            var block = block
            let word = timing.endText
            block[place] =
                Array("\(text[..<word.startIndex])\(words(limit))\(text[word.endIndex...])".utf8)[
                    ...]
            return block
        }
        return block
    }

    /// Returns whether a line ends a block.
    private static func isBlank(_ line: Line) -> Bool {
        line.allSatisfy { $0 == UInt8(ascii: "\r") }
    }

    /// Returns the time of the media clock at which a cue with the time zero is shown.
    private static func offset(statedIn header: some Sequence<Line>) -> MediaTime {
        let lines = header.lazy.map { String(decoding: $0, as: UTF8.self) }
        guard let map = lines.first(where: { $0.hasPrefix("X-TIMESTAMP-MAP=") }) else {
            return .zero
        }
        var (count, local) = (MediaTime.zero, MediaTime.zero)
        for item in map.drop(while: { $0 != "=" }).dropFirst().split(separator: ",") {
            let value = item.drop { $0 != ":" }.dropFirst().filter { !$0.isWhitespace }
            if item.hasPrefix("MPEGTS"), let ticks = Int64(value) {
                count = MediaTime(ticks, timescale: 90_000)
            } else if item.hasPrefix("LOCAL") {
                local = time(value[...]) ?? local
            }
        }
        return count - local
    }

    // MARK: Times

    /// Returns the times that a line states; `nil` for another line.
    private static func timing(_ line: String) -> Timing? {
        guard let arrow = line.firstRange(of: "-->") else { return nil }
        let startText = line[..<arrow.lowerBound].filter { !$0.isWhitespace }
        let endText = line[arrow.upperBound...].drop(while: \.isWhitespace)
            .prefix { !$0.isWhitespace }
        guard let start = time(startText[...]), let end = time(endText) else { return nil }
        return Timing(start: start, end: end, endText: endText)
    }

    /// Parses a time such as `01:02.500` or `00:01:02.500`; the result is `nil` for other texts.
    private static func time(_ text: Substring) -> MediaTime? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard 2...3 ~= parts.count, let last = parts.last, text.utf8.count < 20 else { return nil }
        let seconds = last.split(separator: ".", omittingEmptySubsequences: false)
        guard seconds.count == 2, seconds[1].utf8.count == 3 else { return nil }
        let numbers = (parts.dropLast() + seconds).map { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } && part.utf8.count < 10
                ? Int64(part) : nil
        }
        guard let milliseconds = numbers.last ?? nil else { return nil }
        var total: Int64 = 0
        for number in numbers.dropLast() {
            guard let number else { return nil }
            total = total * 60 + number
        }
        return .milliseconds(total * 1000 + milliseconds)
    }

    /// Returns a time as a cue states it, with hours.
    private static func words(_ time: MediaTime) -> String {
        func digits(_ number: Int64, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let milliseconds = time.value(timescale: 1000)
        let seconds = milliseconds / 1000
        return digits(seconds / 3600, 2) + ":" + digits(seconds / 60 % 60, 2) + ":"
            + digits(seconds % 60, 2) + "." + digits(milliseconds % 1000, 3)
    }
}
