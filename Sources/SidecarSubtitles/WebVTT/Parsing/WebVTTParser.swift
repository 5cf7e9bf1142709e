import VirtualTime

/// Parses a WebVTT file block by block.
///
/// Reference: W3C WebVTT, section 6.1 (WebVTT parser algorithm, collect a WebVTT block).
struct WebVTTParser {
    /// The kind of text directly before a line with an arrow, without an empty line in between.
    private enum Preceding {
        /// The text of a cue.
        case cue
        /// Text that is not shown: a comment, a definition, or the rest of a lost cue.
        case hidden
    }

    private let input: [UInt8]
    private var position = 0

    /// The number of the line at `position`, counted from 1.
    private var lineNumber = 1
    private var result = WebVTT()
    private var record: WebVTTRecord
    /// The kind of text directly before the position; `nil` unless a line with an arrow follows.
    private var preceding: Preceding?
    /// Whether the lines that `readBody()` read last ended at a line with an arrow.
    private var isAtArrow = false
    /// The identifiers of the regions in `result.regions`, as UTF-8 bytes.
    private var regionNames: Set<ArraySlice<UInt8>> = []
    /// The digits with which the timings of the last cue start.
    private var firstDigits: ArraySlice<UInt8> = Array("00".utf8)[...]
    /// A number that is alone in its block, whose cue may follow after the empty line.
    private var orphan: (line: ArraySlice<UInt8>, number: Int)?
    private var limits: WebVTTLimits { record.limits }

    init(_ bytes: [UInt8], limits: WebVTTLimits) throws(WebVTTError) {
        guard bytes.count <= limits.bytes else {
            throw WebVTTError(.limitExceeded("bytes", maximum: limits.bytes), line: nil)
        }
        let normalized = InputNormalization(bytes)
        record = WebVTTRecord(limits: limits, invalidText: normalized.problem)
        input = normalized.bytes
    }

    mutating func parse() throws(WebVTTError) -> WebVTT {
        let signature = nextLine()
        let isFollowedWell = [nil, 0x20, 0x09].contains(signature.dropFirst(6).first)
        guard signature.startsWithText("WEBVTT"), isFollowedWell else {
            throw WebVTTError(.missingSignature, line: 1)
        }
        findTimings(in: signature.dropFirst(6), at: 1)
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
        settleOrphan(hasCue: false)
        result.problems = record.allProblems
        result.losses = record.losses(besides: result.cues.count)
        return result
    }

    // MARK: Lines

    /// Consumes a line with its line feed, and returns the line without the line feed.
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

    /// Whether only empty lines follow the position.
    private var isAtEnd: Bool { input[position...].allSatisfy { $0 == 0x0A } }

    /// Moves the position back to the start of a line.
    private mutating func goBack(to line: ArraySlice<UInt8>) {
        position = line.startIndex
        lineNumber -= line.endIndex < input.count ? 1 : 0
    }

    // MARK: Blocks

    /// Consumes the lines after the signature, up to an empty line or a line with an arrow.
    private mutating func readHeader() {
        var hasMap = false
        while position < input.count {
            let number = lineNumber
            let line = nextLine()
            if line.isEmpty { return }
            if line.containsArrow { return goBack(to: line) }
            if !hasMap, line.startsWithText("X-TIMESTAMP-MAP=") {
                hasMap = true
                result.timestampMap = WebVTTTimestampMap(header: line)
                if result.timestampMap == nil {
                    record.note(malformedMap: line, at: number)
                } else {
                    record.foundMap()
                }
            } else if line.isMeantAsTimestampMap, !hasMap {
                record.note(malformedMap: line, at: number)
            } else {
                findTimings(in: line, at: number)
            }
        }
    }

    /// Consumes a cue, a definition, or an ignored block.
    private mutating func readBlock() throws(WebVTTError) {
        let number = lineNumber
        let before = preceding
        preceding = nil
        let first = nextLine()
        if !first.isComment { settleOrphan(hasCue: first.containsArrow) }
        if first.containsArrow {
            return try readCue(timings: first, id: first.prefix(0), number, after: before)
        }
        guard position < input.count, input[position] != 0x0A else {
            return leaveOut(first, first.suffix(0), at: number)
        }
        let second = nextLine()
        if second.containsArrow {
            return try readCue(timings: second, id: first, number + 1, after: nil)
        }
        goBack(to: second)
        let body = readBody()
        if isAtArrow, first.startsHiddenBlock { preceding = .hidden }
        if first.names("STYLE"), result.cues.isEmpty {
            try check(result.styleSheets.count, limits.definitions, "style sheets", at: number)
            result.styleSheets.append(body.text)
            findTimings(in: body, at: number + 1)
        } else if first.names("REGION"), result.cues.isEmpty {
            try check(result.regions.count, limits.definitions, "regions", at: number)
            addRegion(body, at: number)
            findTimings(in: body, at: number + 1)
        } else {
            leaveOut(first, body, at: number)
        }
    }

    /// Consumes and returns the lines up to an empty line or a line with an arrow.
    private mutating func readBody() -> ArraySlice<UInt8> {
        let start = position
        var end = start
        isAtArrow = false
        while position < input.count {
            let line = nextLine()
            if line.isEmpty { break }
            if line.containsArrow {
                goBack(to: line)
                isAtArrow = true
                break
            }
            end = line.endIndex
        }
        return input[start..<end]
    }

    private mutating func readCue(
        timings: ArraySlice<UInt8>, id: ArraySlice<UInt8>, _ number: Int, after before: Preceding?
    ) throws(WebVTTError) {
        var scanner = ByteScanner(timings)
        guard let (start, end) = scanner.collectTimings() else {
            let isHidden = id.startsHiddenBlock || timings.isComment
            return skipCue(timings, number, after: isHidden ? .hidden : before)
        }
        try check(result.cues.count, limits.cues, "cues", at: number)
        var refusals: [WebVTTCueSettings.Refusal] = []
        let settings = WebVTTCueSettings(
            parsing: scanner.rest, isRegion: regionNames.contains, refuse: { refusals.append($0) })
        for refusal in refusals {
            switch refusal {
            case .ignored(let setting) where setting.endIndex == input.count:
                record.lose(.cutSettings(setting.text), at: number)
            case .ignored(let setting): record.note(.ignoredSetting(setting.text), at: number)
            case .unknownRegion(let name): record.note(.unknownRegion(name.text), at: number)
            }
        }
        let text = readBody()
        if isAtArrow { preceding = .cue }
        if end <= start, !text.isBlank {
            record.lose(.neverShown(start: start, end: end), at: number)
        } else {
            record.foundText(text)
        }
        firstDigits = timings.firstDigits
        result.cues.append(
            WebVTTCue(id: id.text, start: start, end: end, settings: settings, text: text.text))
    }

    /// Records a line that has an arrow but no valid timings, and consumes the lines after it.
    ///
    /// - Parameters:
    ///   - line: The line with the arrow.
    ///   - number: The number of that line.
    ///   - before: The kind of text directly before the line.
    private mutating func skipCue(
        _ line: ArraySlice<UInt8>, _ number: Int, after before: Preceding?
    ) {
        let body = readBody()
        let isCue =
            switch before {
            case .cue: line.contains { !$0.isWhitespace && !"->".utf8.contains($0) }
            case .hidden: false
            case nil: !body.isBlank
            }
        guard !line.isComment, isCue || line.looksLikeTimings else {
            record.note(.strayArrow(line.text), at: number)
            if isAtArrow { preceding = before }
            return
        }
        record.lose(.malformedTimings(line.text), at: number)
        findTimings(in: body, at: number + 1)
        if isAtArrow { preceding = .hidden }
    }

    private mutating func addRegion(_ settings: ArraySlice<UInt8>, at number: Int) {
        var ignored: [ArraySlice<UInt8>] = []
        let region = WebVTTRegion(settings: settings) { ignored.append($0) }
        for setting in ignored { record.note(.ignoredSetting(setting.text), at: number) }
        result.regions.append(region)
        regionNames.insert(Array(region.identifier.utf8)[...])
    }

    // MARK: Ignored blocks

    /// Records a block that is ignored.
    ///
    /// - Parameters:
    ///   - first: The first line of the block.
    ///   - body: The other lines of the block.
    ///   - number: The number of the first line.
    private mutating func leaveOut(
        _ first: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>, at number: Int
    ) {
        guard !first.isComment else { return }
        let isDefinition = first.names("STYLE") || first.names("REGION")
        if isDefinition, !result.cues.isEmpty {
            record.note(.lateDefinition(first.prefix { !$0.isWhitespace }.text), at: number)
        }
        let block = input[first.startIndex..<body.endIndex]
        let hasTimings = findTimings(in: block, at: number)
        guard !hasTimings, !isDefinition else { return }
        if first.isNumber, body.isBlank, result.cues.last?.id.utf8.isNumber == true {
            orphan = (first, number)
        } else if first.isNumber, !body.isBlank {
            // A number followed by text is a cue whose timings are missing.
            let second = body.prefix { $0 != 0x0A }
            record.lose(.malformedTimings(second.text), at: number + 1)
        } else if isAtEnd, block.lastLine.resemblesCutTimings(after: firstDigits) {
            // The file ends within the timings of its last cue.
            let count = block.count { $0 == 0x0A }
            record.lose(.malformedTimings(block.lastLine.text), at: number + count)
        } else if record.isDamaged(block) {
            // Damaged bytes, such as null characters, may have replaced the arrow of a cue.
            record.lose(.unknownBlock(first.text), at: number)
        } else if !findMap(in: block, at: number) {
            record.note(.unknownBlock(first.text), at: number)
        }
    }

    /// Records the problem of a number that is alone in its block.
    ///
    /// In a file whose cues are numbered, the number belongs to a cue. The cue is lost unless it
    /// follows after the empty line.
    ///
    /// - Parameter hasCue: Whether the next block is a cue without a number of its own.
    private mutating func settleOrphan(hasCue: Bool) {
        guard let (line, number) = orphan else { return }
        orphan = nil
        if hasCue {
            record.note(.unknownBlock(line.text), at: number)
        } else {
            record.lose(.unknownBlock(line.text), at: number)
        }
    }

    /// Records each line that is probably meant as the timings of a cue.
    ///
    /// - Parameters:
    ///   - text: The lines, which are neither in a comment nor the text of a cue.
    ///   - number: The number of the first line.
    /// - Returns: Whether a line was recorded.
    @discardableResult
    private mutating func findTimings(in text: ArraySlice<UInt8>, at number: Int) -> Bool {
        var isFound = false
        var number = number
        for line in text.lines {
            if line.looksLikeTimings {
                isFound = true
                record.lose(.malformedTimings(line.text), at: number)
            }
            number += 1
        }
        return isFound
    }

    /// Records a timestamp map in a block after the header, and returns whether there is one.
    private mutating func findMap(in block: ArraySlice<UInt8>, at number: Int) -> Bool {
        for (index, line) in block.lines.enumerated() where line.resemblesTimestampMap {
            record.note(misplacedMap: line, at: number + index, after: result.timestampMap)
            return true
        }
        return false
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
    /// Consumes and returns two timestamps with an arrow between them; `nil` if there are none.
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
    /// Returns whether the line is a block name, such as `STYLE`, followed only by whitespace.
    fileprivate func names(_ kind: String) -> Bool {
        startsWithText(kind) && dropFirst(kind.utf8.count).allSatisfy { $0.isWhitespace }
    }

    /// Whether the line starts a block whose text is not shown: a comment or a definition.
    fileprivate var startsHiddenBlock: Bool {
        isComment || names("STYLE") || names("REGION")
    }

    /// The bytes after the last line feed.
    fileprivate var lastLine: ArraySlice<UInt8> {
        self[(lastIndex(of: 0x0A).map { $0 + 1 } ?? startIndex)...]
    }

    /// Whether the bytes are only whitespace.
    fileprivate var isBlank: Bool { allSatisfy { $0.isWhitespace } }

    /// Whether the line starts a comment.
    fileprivate var isComment: Bool {
        startsWithText("NOTE") && [nil, 0x20, 0x09].contains(dropFirst(4).first)
    }
}

extension Collection<UInt8> {
    /// Whether the line is a number, as cue identifiers often are.
    fileprivate var isNumber: Bool {
        first?.isDigit == true && drop { $0.isDigit }.allSatisfy { $0.isWhitespace }
    }
}
