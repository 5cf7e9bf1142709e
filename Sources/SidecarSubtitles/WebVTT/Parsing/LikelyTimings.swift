extension ArraySlice<UInt8> {
    /// Whether the line is probably meant as the timings of a cue.
    ///
    /// A time has digits on both sides of a colon. A line looks like timings in three cases:
    ///
    /// - A time is next to an arrow such as `->`, `=>` or `→`.
    /// - The line contains `-->` and a time.
    /// - The line starts with two times, at least one of which has a fraction.
    var looksLikeTimings: Bool {
        guard containsTime else { return false }
        var search = TimingsSearch(self)
        return search.findsTimings()
    }

    /// Whether the line may be the timings of a cue, cut off before the arrow.
    ///
    /// Such a line consists of a time with at least one colon, which may be incomplete, and of the
    /// first dashes of the arrow, if any. A line without a colon consists of the first digits of a
    /// time.
    ///
    /// - Parameter digits: The digits with which the timings of the previous cue start.
    /// - Returns: Whether it may be cut off.
    func resemblesCutTimings(after digits: ArraySlice<UInt8>) -> Bool {
        var scanner = ByteScanner(self)
        scanner.collect { $0.isWhitespace }
        guard scanner.current?.isDigit == true else { return false }
        scanner.collect { $0.isDigit }
        guard scanner.current == UInt8(ascii: ":") else {
            return digits.starts(with: firstDigits) && scanner.rest.allSatisfy { $0.isWhitespace }
        }
        scanner.collect { $0.isDigit || ":.,".utf8.contains($0) }
        scanner.collect { $0.isWhitespace }
        scanner.collect { $0 == UInt8(ascii: "-") }
        scanner.collect { $0.isWhitespace }
        return scanner.rest.isEmpty
    }

    /// The digits at the start of the line, after any whitespace.
    var firstDigits: ArraySlice<UInt8> { drop { $0.isWhitespace }.prefix { $0.isDigit } }

    /// Whether the line contains a time: a colon between two digits.
    private var containsTime: Bool {
        var rest = self
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            if rest[..<colon].last?.isDigit == true, rest[(colon + 1)...].first?.isDigit == true {
                return true
            }
            rest = rest[(colon + 1)...]
        }
        return false
    }

    /// Whether the line contains `-->`.
    var containsArrow: Bool {
        var dashes = 0
        for byte in self {
            if byte == UInt8(ascii: ">"), dashes >= 2 { return true }
            dashes = byte == UInt8(ascii: "-") ? dashes + 1 : 0
        }
        return false
    }
}

/// Searches a line for times and arrows that belong together, in linear time.
private struct TimingsSearch {
    private enum Sign {
        case time
        case arrow
        case dash
    }

    private let line: ArraySlice<UInt8>
    private var scanner: ByteScanner
    /// The time, arrow or dash before the position, if only spaces follow it; otherwise `nil`.
    private var last: Sign?
    private var hasTime = false
    private var hasFraction = false
    /// Whether the line starts with a time, followed so far only by dashes and spaces.
    private var isAfterFirstTime = false

    init(_ line: ArraySlice<UInt8>) {
        self.line = line
        scanner = ByteScanner(line)
    }

    mutating func findsTimings() -> Bool {
        scanner.collect { $0.isWhitespace }
        let start = scanner.position
        while let byte = scanner.current {
            if byte.isWhitespace {
                scanner.advance()
                continue
            }
            let isAtStart = scanner.position == start
            let sign = byte.isDigit ? takeTime() : takeDashes()
            switch sign {
            case .time:
                if last == .arrow || isAfterFirstTime && hasFraction { return true }
                hasTime = true
                isAfterFirstTime = isAtStart
            case .arrow:
                if last == .time { return true }
            case .dash: break
            case nil:
                if !byte.isDigit { scanner.advance() }
                isAfterFirstTime = false
            }
            last = sign
        }
        return hasTime && line.containsArrow
    }

    /// Consumes digits, and the rest of the time that they may begin.
    ///
    /// - Returns: `.time` if the digits begin a time; otherwise `nil`.
    private mutating func takeTime() -> Sign? {
        var groups = 0
        scanner.collect { $0.isDigit }
        while isMark(":") {
            scanner.advance()
            scanner.collect { $0.isDigit }
            groups += 1
        }
        guard groups > 0 else { return nil }
        if isMark(".") || isMark(",") {
            scanner.advance()
            scanner.collect { $0.isDigit }
            hasFraction = true
        }
        return .time
    }

    /// Returns whether the next characters are a given punctuation mark and a digit.
    private func isMark(_ mark: Unicode.Scalar) -> Bool {
        scanner.current == UInt8(ascii: mark) && scanner.rest.dropFirst().first?.isDigit == true
    }

    /// Consumes an arrow or dashes and returns which of the two; `nil` if neither is next.
    private mutating func takeDashes() -> Sign? {
        guard let first = character else { return nil }
        scanner.advance(by: first.byteCount)
        if first.sign == .arrow { return .arrow }
        while let next = character, next.sign == .dash { scanner.advance(by: next.byteCount) }
        scanner.collect { $0.isWhitespace }
        if scanner.skip(UInt8(ascii: ">")) { return .arrow }
        guard scanner.current == UInt8(ascii: "&"), scanner.rest.startsWithText("&gt;") else {
            return .dash
        }
        scanner.advance(by: 4)
        return .arrow
    }

    /// The dash or arrow at the position; `nil` for any other character.
    private var character: (sign: Sign, byteCount: Int)? {
        switch scanner.current {
        case UInt8(ascii: "-"), UInt8(ascii: "="): return (.dash, 1)
        // All other dashes and arrows start with this byte.
        case 0xE2:
            switch scanner.rest.prefix(3).text {
            case "\u{2013}", "\u{2014}", "\u{2212}": return (.dash, 3)
            case "\u{2192}", "\u{27F6}": return (.arrow, 3)
            default: return nil
            }
        default: return nil
        }
    }
}
