import VirtualTime

/// Parses the lines of a playlist into a multivariant playlist or a media playlist.
///
/// The first tag that occurs in only one of the two kinds determines the kind. A header tag of
/// media playlists determines it only provisionally, since some multivariant playlists begin with
/// such tags.
struct PlaylistParser {
    var source: LineText
    let options: ParsingOptions
    let limits: ParsingLimits
    let variables: Variables
    var log: ProblemLog
    var line = Line(range: 0..<0, number: 0)
    var kind = Tag.Home.either
    var common = CommonTags()
    var multivariant = MultivariantDraft()
    var media = MediaDraft()
    /// Comments and unknown tags before the next element.
    var waitingLines: [String] = []
    var keptCount = 0
    private var openHeader = OpenHeader()

    init(bytes: [UInt8], options: ParsingOptions) {
        source = LineText(bytes: bytes)
        self.options = options
        limits = options.limits
        variables = Variables(limits: options.limits)
        log = ProblemLog(limit: options.limits.problems)
    }

    mutating func parse() throws(PlaylistError) -> Playlist {
        guard source.bytes.count <= limits.bytes else {
            throw PlaylistError(.limitExceeded("bytes", maximum: limits.bytes), line: nil)
        }
        if let bytes = LineScanner.withLineFeeds(source.bytes) {
            source = LineText(bytes: bytes)
            log.note(.carriageReturn, line: 1)
        }
        let header = try HeaderLine(of: source.bytes, limit: limits.lineBytes)
        line = header.line
        for problem in header.problems {
            log.note(problem.rule, line: problem.line, tag: problem.tag)
        }
        var scanner = header.scanner
        while let next = try scanner.next(limit: limits.lineBytes) {
            line = next
            inspect()
            if source.bytes[line.range.lowerBound] == 0x23 {
                try readComment()
            } else {
                try readURI()
            }
        }
        switch kind {
        case .multivariant: return .multivariant(try finishMultivariant())
        case .media: return .media(try finishMedia())
        case .either: throw PlaylistError(.undetermined, line: nil)
        }
    }

    /// Determines the encoding of the current line, and records unusual characters.
    ///
    /// Invalid UTF-8, control characters and surrounding blanks are recorded.
    private mutating func inspect() {
        source.isLatin1 = false
        if line.hasHighBytes {
            let bytes = source.bytes[line.range]
            if String(validating: bytes, as: UTF8.self) == nil {
                source.isLatin1 = true
                note(.notUTF8)
            }
        }
        if line.hasForbiddenControls(in: source.bytes) { note(.controlCharacter) }
        if line.wasTrimmed { note(.whitespace) }
    }

    private mutating func readComment() throws(PlaylistError) {
        let owner = source.bytes
        let bytes = owner.span
        let start = line.range.lowerBound + 1
        var nameEnd = start
        while nameEnd < line.range.upperBound, bytes[nameEnd] != 0x3A { nameEnd += 1 }
        guard let tag = Tag(bytes.extracting(start..<nameEnd)) else {
            try keepLine()
            return
        }
        let value = nameEnd < line.range.upperBound ? nameEnd + 1..<line.range.upperBound : nil
        switch tag.home {
        case .either: try readCommon(tag, value)
        case .multivariant:
            try settle(.multivariant, by: tag)
            try readMultivariant(tag, value ?? nameEnd..<nameEnd)
        case .media:
            if kind == .multivariant, tag.isOfMediaHeader {
                return try keep(tag, because: .misplacedTag)
            }
            try settle(.media, by: tag)
            openHeader.take(tag, line: line.number)
            try readMedia(tag, value)
            if openHeader.keep(source.text(line.range), line: line.number) { try countKept(1) }
        }
    }

    /// Records the kind of the playlist.
    ///
    /// A header tag of media playlists does not decide the kind: some multivariant playlists begin
    /// with one.
    private mutating func settle(_ home: Tag.Home, by tag: Tag) throws(PlaylistError) {
        if kind == home { return }
        let isOpen = kind == .either || kind == .media && !openHeader.isDecided
        guard isOpen else {
            throw PlaylistError(.mixedKinds(tag: tag.rawValue), line: line.number)
        }
        if kind == .media {
            for (line, tag) in openHeader.tags {
                log.note(.misplacedTag, line: line, tag: tag.rawValue)
            }
            waitingLines = openHeader.lines + waitingLines
            media = MediaDraft()
        }
        kind = home
        if home == .media {
            media.playlist.headerLines = waitingLines
            openHeader.begin(with: waitingLines)
            waitingLines = []
        }
    }

    private mutating func readURI() throws(PlaylistError) {
        switch kind {
        case .multivariant: try readVariantURI()
        case .media: try readSegmentURI()
        case .either:
            throw PlaylistError(.missingTag(Tag.information.rawValue), line: line.number)
        }
    }

    /// Returns the URI of the current line with its variables replaced.
    func uri() throws(PlaylistError) -> String {
        let text = source.text(line.range)
        guard line.hasBraces else { return text }
        let uri = try variables.substitute(text, tag: "", line: line.number)
        let utf8 = uri.utf8
        guard let first = utf8.first, let last = utf8.last, first != 0x23,
            !isBlank(first), !isBlank(last)
        else {
            throw PlaylistError(
                .malformed(tag: "", value: excerpt(uri), expected: "a URI"), line: line.number)
        }
        return uri
    }

    // MARK: Common to the readers of all tags

    /// Keeps the current line, to be stored with the next element or in the header.
    mutating func keepLine() throws(PlaylistError) {
        try countKept(1)
        if kind == .media, !media.hasBegun {
            media.playlist.headerLines.append(source.text(line.range))
            _ = openHeader.keep(source.text(line.range), line: line.number)
        } else {
            waitingLines.append(source.text(line.range))
        }
    }

    private mutating func countKept(_ more: Int) throws(PlaylistError) {
        keptCount += more
        guard keptCount <= limits.items else {
            throw exceeded("comments, unknown tags and unknown attributes", limits.items)
        }
    }

    /// Records a problem of a tag, and keeps the current line as text.
    mutating func keep(
        _ tag: Tag, because rule: PlaylistRule, _ detail: String = ""
    ) throws(PlaylistError) {
        note(rule, tag: tag.rawValue, detail)
        try keepLine()
    }

    /// Keeps the current line, whose tag has no usable value for a required attribute.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - name: The name of the attribute.
    ///   - attributes: The attributes of the tag.
    ///   - detail: The detail of the problems with the attribute; its name by default.
    /// - Throws: `PlaylistError` when there are more kept lines than the limit.
    mutating func keep(
        _ tag: Tag, lacking name: String, in attributes: AttributeReader,
        shownAs detail: String? = nil
    ) throws(PlaylistError) {
        for (rule, detail) in attributes.problems(lacking: name, shownAs: detail ?? name) {
            note(rule, tag: tag.rawValue, detail)
        }
        try keepLine()
    }

    /// Returns the waiting lines and clears them.
    mutating func takeWaitingLines() -> [String] {
        if waitingLines.isEmpty { return [] }
        defer { waitingLines = [] }
        return waitingLines
    }

    mutating func note(_ rule: PlaylistRule, tag: String = "", _ detail: String = "") {
        log.note(rule, line: line.number, tag: tag, detail)
    }

    /// Records the problems of an attribute list.
    ///
    /// The attributes that no property represents are kept as written and count towards the limit
    /// for unknown lines and attributes.
    mutating func note(_ attributes: AttributeReader) throws(PlaylistError) {
        try countKept(attributes.untakenCount)
        if attributes.hasRequirement, let tag = Tag(rawValue: attributes.tag) {
            require(version: 12, for: tag)
        }
        for breach in attributes.breaches {
            note(breach.rule, tag: attributes.tag, breach.name)
        }
    }

    /// Records the protocol version that a tag needs, if no earlier tag needs a higher version.
    mutating func require(version: Int, for tag: Tag) {
        if version > common.neededVersion {
            common.neededVersion = version
            common.neededBy = (line.number, tag)
        }
    }

    func attributes(_ tag: Tag, _ range: Range<Int>) throws(PlaylistError) -> AttributeReader {
        try AttributeReader(
            range, of: source, tag: tag.rawValue, line: line.number,
            variables: line.hasBraces ? variables : nil, limit: limits.attributes)
    }

    /// Returns the error for an unreadable value.
    func malformed(_ tag: Tag, _ range: Range<Int>, expected: String) -> PlaylistError {
        PlaylistError(
            .malformed(
                tag: tag.rawValue, value: excerpt(source.text(range)), expected: expected),
            line: line.number)
    }

    /// Returns the error for an unreadable number.
    func malformed(
        _ tag: Tag, _ range: Range<Int>, expected: String, _ error: NumeralError
    ) -> PlaylistError {
        switch error {
        case .malformed: malformed(tag, range, expected: expected)
        case .tooLarge:
            PlaylistError(
                .tooLarge(tag: tag.rawValue, value: excerpt(source.text(range))),
                line: line.number)
        }
    }

    /// Parses an integer, even one with blanks or decimals.
    ///
    /// If the integer is unusable, the line is kept and has no effect.
    mutating func integerIfUsable(
        _ tag: Tag, _ range: Range<Int>
    ) throws(PlaylistError) -> Int? {
        let bytes = source.bytes
        if let exact = try? Numeral.integer(bytes.span.extracting(range)) { return exact }
        let text = excerpt(source.text(range))
        guard let number = try? Numeral.lenientInteger(bytes.span.extracting(range)) else {
            try keep(tag, because: .malformedTag, text)
            return nil
        }
        let isFractional = text.utf8.contains(0x2E)
        note(isFractional ? .fractionalInteger : .whitespace, tag: tag.rawValue, text)
        return number
    }

    /// Parses a number that decryption depends on.
    ///
    /// A number that is too large is an error. A line with any other unusable number has no effect.
    mutating func sequenceNumber(_ tag: Tag, _ range: Range<Int>) throws(PlaylistError) -> Int? {
        do throws(NumeralError) {
            _ = try Numeral.lenientInteger(source.bytes.span.extracting(range))
        } catch .tooLarge {
            throw malformed(tag, range, expected: "an integer", .tooLarge)
        } catch {}
        return try integerIfUsable(tag, range)
    }

    func exceeded(_ what: String, _ maximum: Int) -> PlaylistError {
        PlaylistError(.limitExceeded(what, maximum: maximum), line: line.number)
    }
}
