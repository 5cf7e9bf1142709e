/// The problems that a parser finds in a file, and the cues that the file loses by them.
struct WebVTTRecord {
    let limits: WebVTTLimits
    /// The first problems, in file order.
    private(set) var problems: [WebVTTProblem] = []

    private var lostCueCount = 0
    private var firstLostCue: WebVTTProblem?
    /// The first problem of a timestamp map that makes the times of cues unknown.
    private var lostTimes: WebVTTProblem?

    init(limits: WebVTTLimits) {
        self.limits = limits
    }

    /// Records a problem that loses no cue.
    mutating func note(_ reason: WebVTTProblem.Reason, at line: Int) {
        guard problems.count < limits.problems else { return }
        problems.append(WebVTTProblem(reason, line: line))
    }

    /// Records a problem that loses a cue.
    mutating func lose(_ reason: WebVTTProblem.Reason, at line: Int) {
        lostCueCount += 1
        firstLostCue = firstLostCue ?? WebVTTProblem(reason, line: line)
        note(reason, at: line)
    }

    /// Records a line of the header that is a malformed timestamp map.
    mutating func note(malformedMap line: ArraySlice<UInt8>, at number: Int) {
        note(mapProblem: .malformedTimestampMap(line.text), at: number, losesTimes: true)
    }

    /// Records a timestamp map after the header, which has no effect.
    ///
    /// It loses the times of cues unless it equals the map that applies, as in joined files.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - number: The number of the line.
    ///   - map: The map of the header; `nil` without one.
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

    /// Records that a timestamp map of the header follows lines that only resemble one.
    mutating func foundMap() { lostTimes = nil }

    /// Returns the cues that are lost, or whose times are unknown, by the problems.
    ///
    /// - Parameter cueCount: The number of cues in the file.
    /// - Returns: The losses; empty without one.
    func losses(besides cueCount: Int) -> [WebVTTLoss] {
        var losses: [WebVTTLoss] = []
        if let firstLostCue {
            losses.append(WebVTTLoss(.cues, count: lostCueCount, cause: firstLostCue))
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

    /// Whether a line has the name of a timestamp map, in any case.
    var resemblesTimestampMap: Bool {
        drop { $0.isWhitespace }.startsWithCapitals("X-TIMESTAMP-MAP")
    }
}
