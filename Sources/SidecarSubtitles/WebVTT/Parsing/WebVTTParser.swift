import VirtualTime

/// Parses a WebVTT file block by block.
///
/// Reference: W3C WebVTT, section 6.1 (WebVTT parser algorithm, collect a WebVTT block).
struct WebVTTParser {
    private let input: [UInt8]
    private let limits: WebVTTLimits
    private var position = 0

    /// The number of the line at `position`, counted from 1.
    private var lineNumber = 1
    private var result = WebVTT()
    /// The identifiers of the regions in `result.regions`, as UTF-8 bytes.
    private var regionNames: Set<ArraySlice<UInt8>> = []

    init(_ bytes: [UInt8], limits: WebVTTLimits) throws(WebVTTError) {
        guard bytes.count <= limits.bytes else {
            throw WebVTTError(.limitExceeded("bytes", maximum: limits.bytes), line: nil)
        }
        self.limits = limits
        input = InputNormalization.normalized(bytes)
    }

    mutating func parse() throws(WebVTTError) -> WebVTT {
        let signature = nextLine()
        let isFollowedWell = [nil, 0x20, 0x09].contains(signature.dropFirst(6).first)
        guard signature.startsWithText("WEBVTT"), isFollowedWell else {
            throw WebVTTError(.missingSignature, line: 1)
        }
        if position < input.count, input[position] != 0x0A {
            readHeader()
        } else if position < input.count {
            skipLine()
        }
        skipEmptyLines()
        while position < input.count {
            try readBlock()
            skipEmptyLines()
        }
        return result
    }

    // MARK: Lines

    /// Consumes a line, including its end.
    private mutating func nextLine() -> ArraySlice<UInt8> {
        let start = position
        while position < input.count, input[position] != 0x0A { position += 1 }
        let line = input[start..<position]
        if position < input.count { skipLine() }
        return line
    }

    /// Consumes the line feed at the position.
    private mutating func skipLine() {
        position += 1
        lineNumber += 1
    }

    private mutating func skipEmptyLines() {
        while position < input.count, input[position] == 0x0A { skipLine() }
    }

    /// Moves the position back to the start of a line.
    private mutating func goBack(to line: ArraySlice<UInt8>) {
        position = line.startIndex
        lineNumber -= line.endIndex < input.count ? 1 : 0
    }

    // MARK: Blocks

    /// Consumes the lines after the signature, up to an empty one or to the timings of a cue.
    private mutating func readHeader() {
        var hasMap = false
        while position < input.count {
            let number = lineNumber
            let line = nextLine()
            if line.isEmpty { return }
            if line.containsArrow { return goBack(to: line) }
            guard !hasMap, line.startsWithText("X-TIMESTAMP-MAP=") else { continue }
            hasMap = true
            result.timestampMap = WebVTTTimestampMap(header: line)
            if result.timestampMap == nil {
                tell(.malformedTimestampMap(line.text), at: number)
            }
        }
    }

    /// Consumes a cue, a definition, or an ignored block.
    private mutating func readBlock() throws(WebVTTError) {
        let number = lineNumber
        let first = nextLine()
        if first.containsArrow { return try readCue(timings: first, id: first.prefix(0), number) }
        guard position < input.count, input[position] != 0x0A else {
            return leaveOut(first, at: number)
        }
        let second = nextLine()
        if second.containsArrow { return try readCue(timings: second, id: first, number + 1) }
        goBack(to: second)
        let body = readBody()
        if first.names("STYLE"), result.cues.isEmpty {
            try check(result.styleSheets.count, limits.definitions, "style sheets", at: number)
            result.styleSheets.append(body.text)
        } else if first.names("REGION"), result.cues.isEmpty {
            try check(result.regions.count, limits.definitions, "regions", at: number)
            addRegion(body, at: number)
        } else {
            leaveOut(first, at: number)
        }
    }

    /// Consumes the lines up to an empty one or to the timings of a cue.
    private mutating func readBody() -> ArraySlice<UInt8> {
        let start = position
        var end = start
        while position < input.count {
            let line = nextLine()
            if line.isEmpty { break }
            if line.containsArrow {
                goBack(to: line)
                break
            }
            end = line.endIndex
        }
        return input[start..<end]
    }

    private mutating func readCue(
        timings: ArraySlice<UInt8>, id: ArraySlice<UInt8>, _ number: Int
    ) throws(WebVTTError) {
        var scanner = ByteScanner(timings)
        guard let (start, end) = scanner.collectTimings() else {
            tell(.malformedTimings(timings.text), at: number)
            _ = readBody()
            return
        }
        try check(result.cues.count, limits.cues, "cues", at: number)
        var refusals: [WebVTTCueSettings.Refusal] = []
        let settings = WebVTTCueSettings(
            parsing: scanner.rest, isRegion: regionNames.contains, refuse: { refusals.append($0) })
        for refusal in refusals {
            switch refusal {
            case .ignored(let setting): tell(.ignoredSetting(setting.text), at: number)
            case .unknownRegion(let name): tell(.unknownRegion(name.text), at: number)
            }
        }
        result.cues.append(
            WebVTTCue(
                id: id.text, start: start, end: end, settings: settings, text: readBody().text))
    }

    private mutating func addRegion(_ settings: ArraySlice<UInt8>, at number: Int) {
        var ignored: [ArraySlice<UInt8>] = []
        let region = WebVTTRegion(settings: settings) { ignored.append($0) }
        for setting in ignored { tell(.ignoredSetting(setting.text), at: number) }
        result.regions.append(region)
        regionNames.insert(Array(region.identifier.utf8)[...])
    }

    // MARK: Ignored blocks

    private mutating func leaveOut(_ first: ArraySlice<UInt8>, at number: Int) {
        if first.names("STYLE") || first.names("REGION") {
            guard !result.cues.isEmpty else { return }
            tell(.lateDefinition(first.prefix { !$0.isWhitespace }.text), at: number)
        } else if !first.isComment {
            tell(.unknownBlock(first.text), at: number)
        }
    }

    private mutating func tell(_ reason: WebVTTProblem.Reason, at number: Int) {
        guard result.problems.count < limits.problems else { return }
        result.problems.append(WebVTTProblem(reason, line: number))
    }

    private func check(
        _ count: Int, _ maximum: Int, _ what: String, at line: Int
    ) throws(WebVTTError) {
        guard count < maximum else {
            throw WebVTTError(.limitExceeded(what, maximum: maximum), line: line)
        }
    }
}

extension ByteScanner {
    /// Consumes two times with an arrow between them.
    ///
    /// Reference: W3C WebVTT, section 6.3 (collect WebVTT cue timings and settings).
    fileprivate mutating func collectTimings() -> (start: MediaTime, end: MediaTime)? {
        collect { $0.isWhitespace }
        guard let start = collectTimestamp() else { return nil }
        collect { $0.isWhitespace }
        guard skip(UInt8(ascii: "-")), skip(UInt8(ascii: "-")), skip(UInt8(ascii: ">")) else {
            return nil
        }
        collect { $0.isWhitespace }
        return collectTimestamp().map { (start, $0) }
    }
}

extension ArraySlice<UInt8> {
    /// Whether the line contains `-->`.
    fileprivate var containsArrow: Bool {
        var dashes = 0
        for byte in self {
            if byte == UInt8(ascii: ">"), dashes >= 2 { return true }
            dashes = byte == UInt8(ascii: "-") ? dashes + 1 : 0
        }
        return false
    }

    /// Returns whether the line is the name of a kind of block, followed only by spaces.
    fileprivate func names(_ kind: String) -> Bool {
        startsWithText(kind) && dropFirst(kind.utf8.count).allSatisfy { $0.isWhitespace }
    }

    /// Whether the line starts a comment.
    fileprivate var isComment: Bool {
        startsWithText("NOTE") && [nil, 0x20, 0x09].contains(dropFirst(4).first)
    }
}
