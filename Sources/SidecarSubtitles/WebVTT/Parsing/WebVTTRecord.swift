/// The problems that a parser finds in a file, and the cues that are lost because of them.
struct WebVTTRecord {
    let limits: WebVTTLimits
    /// The recorded problems of lines, in file order; problems beyond the limit are dropped.
    private var problems: [WebVTTProblem] = []

    /// The first line with invalid UTF-8, or else the first one with U+0000; `nil` without both.
    private let invalidText: WebVTTProblem?
    /// The number of cues that are shown with replacement characters in place of such bytes.
    private var garbledCueCount = 0
    private var lostCueCount = 0
    private var firstLostCue: WebVTTProblem?
    /// The first timestamp map problem that makes the times of cues unknown.
    private var lostTimes: WebVTTProblem?

    init(limits: WebVTTLimits, invalidText: WebVTTProblem?) {
        self.limits = limits
        self.invalidText = invalidText
    }

    /// Returns whether a block has U+FFFD in place of damaged bytes.
    ///
    /// Text in another encoding, such as Latin-1, is not UTF-8 either, but has no control
    /// characters.
    func isDamaged(_ block: ArraySlice<UInt8>) -> Bool {
        guard let invalidText, block.text.unicodeScalars.contains("\u{FFFD}") else { return false }
        return invalidText.reason == .nullCharacter
            || block.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A }
    }

    /// The problems of the file, in file order, within the limit.
    ///
    /// The first invalid line is always among them, even if the limit is reached before it.
    var allProblems: [WebVTTProblem] {
        // U+0000 is permitted, and only harms the text of a cue.
        let isHarmless = invalidText?.reason == .nullCharacter && garbledCueCount == 0
        guard let invalidText, !isHarmless, limits.problems > 0 else { return problems }
        var all = Array(problems.prefix(limits.problems - 1))
        let place = all.firstIndex { $0.line > invalidText.line } ?? all.endIndex
        all.insert(invalidText, at: place)
        return all
    }

    /// Records a problem that does not cause the loss of a cue.
    mutating func note(_ reason: WebVTTProblem.Reason, at line: Int) {
        guard problems.count < limits.problems else { return }
        problems.append(WebVTTProblem(reason, line: line))
    }

    /// Records a problem that causes the loss of a cue.
    mutating func lose(_ reason: WebVTTProblem.Reason, at line: Int) {
        lostCueCount += 1
        firstLostCue = firstLostCue ?? WebVTTProblem(reason, line: line)
        note(reason, at: line)
    }

    /// Counts a shown cue as garbled if its text contains invalid UTF-8 or U+0000.
    ///
    /// In a file with such bytes, any U+FFFD in the text counts as one of them.
    mutating func foundText(_ text: ArraySlice<UInt8>) {
        guard invalidText != nil, text.text.unicodeScalars.contains("\u{FFFD}") else { return }
        garbledCueCount += 1
    }

    /// Records a line of the header that is a malformed timestamp map.
    mutating func note(malformedMap line: ArraySlice<UInt8>, at number: Int) {
        note(mapProblem: .malformedTimestampMap(line.text), at: number, losesTimes: true)
    }

    /// Records a timestamp map that players ignore, because the map follows the header.
    ///
    /// Unless the map equals the map in the header, as in concatenated files, the times of cues
    /// are then unknown.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - number: The number of the line.
    ///   - map: The map in the header; `nil` if there is none.
    mutating func note(
        misplacedMap line: ArraySlice<UInt8>, at number: Int, after map: WebVTTTimestampMap?
    ) {
        let other = WebVTTTimestampMap(header: line)
        let differs = other.map { $0 != map ?? .identity } ?? (map == nil)
        note(mapProblem: .misplacedTimestampMap(line.text), at: number, losesTimes: differs)
    }

    private mutating func note(
        mapProblem reason: WebVTTProblem.Reason, at number: Int, losesTimes: Bool
    ) {
        if losesTimes { lostTimes = lostTimes ?? WebVTTProblem(reason, line: number) }
        note(reason, at: number)
    }

    /// Records that the header has a valid timestamp map, so that the times of cues are known.
    mutating func foundMap() { lostTimes = nil }

    /// Returns the cues that are lost, or whose times or characters are unknown.
    ///
    /// - Parameter cueCount: The number of cues in the file.
    /// - Returns: The losses; empty if there are none.
    func losses(besides cueCount: Int) -> [WebVTTLoss] {
        var losses: [WebVTTLoss] = []
        if let firstLostCue {
            losses.append(WebVTTLoss(.cues, count: lostCueCount, cause: firstLostCue))
        }
        if let invalidText, garbledCueCount > 0 {
            losses.append(WebVTTLoss(.characters, count: garbledCueCount, cause: invalidText))
        }
        if let lostTimes, cueCount > 0 {
            losses.append(WebVTTLoss(.times, count: cueCount, cause: lostTimes))
        }
        return losses
    }
}

extension ArraySlice<UInt8> {
    /// Whether a line of the header is meant as a timestamp map, even if its name is misspelt.
    var isMeantAsTimestampMap: Bool {
        indices.contains { index in
            switch self[index].capital {
            case UInt8(ascii: "T"): self[index...].startsWithCapitals("TIMESTAMP-MAP")
            case UInt8(ascii: "M"): self[index...].startsWithCapitals("MPEGTS:")
            default: false
            }
        }
    }

    /// Whether a line starts with the name of a timestamp map, in upper or lower case.
    var resemblesTimestampMap: Bool {
        drop { $0.isWhitespace }.startsWithCapitals("X-TIMESTAMP-MAP")
    }
}
