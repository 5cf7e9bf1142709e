import Playlists

/// A tag with its value as the playlist text states it.
struct WrittenTag: Sendable {
    let tag: Tag
    let line: Int
    /// The column of the value, counted from 1.
    let column: Int
    let value: String
    let attributes: [ScannedAttribute]
    /// The index of the line's first byte.
    let lineStart: Int
    /// The indices of continuation bytes (UTF-8) in the line.
    let continuations: [Int]
    /// The number of segments that are listed before the tag.
    let segmentsBefore: Int

    /// The first attribute with a given name.
    subscript(name: String) -> ScannedAttribute? { attributes.first { $0.name == name } }

    /// Returns the column of an attribute, or of the tag's value if the attribute is absent.
    func column(of name: String) -> Int {
        self[name].map { column(at: $0.place) } ?? column
    }

    /// Returns the column of a byte in the line, in Unicode scalars counted from 1.
    func column(at place: Int) -> Int {
        place - lineStart + 1 - continuations.count { $0 < place }
    }
}

/// The lines of a playlist that the rules check.
///
/// Header tags and tags with attribute lists are kept whole; for segments, only the line numbers
/// are kept.
struct PlaylistText: Sendable {
    /// The numbers of the lines with a segment's tags and location; zero for an absent line.
    struct SegmentLines: Sendable {
        var information = 0
        var location = 0
        var date = 0
        var discontinuity = 0
        var cue = 0
    }

    private(set) var tags: [WrittenTag] = []
    private(set) var segments: [SegmentLines] = []
    /// The variant tags that are followed by a location.
    private(set) var variants: [WrittenTag] = []
    private(set) var oddLines: [OddLine] = []
    private var oddCounts: [OddLine.Kind: Int] = [:]
    /// The locations in the playlist with their lines, up to a maximum number.
    private(set) var locations: [(line: Int, text: String)] = []
    /// The rules that comments switch off.
    private(set) var ignored = IgnoredRules()
    /// Whether any line is an HLS tag, known or unknown.
    private(set) var hasTags = false
    /// The number of the last line that is not blank.
    private(set) var lastLine = 0
    /// Whether some tags or unusual lines were dropped because there were too many of them.
    private(set) var isCut = false

    static let mostOddLines = 1000
    static let mostTags = 200_000

    /// Reads the lines of a playlist.
    ///
    /// - Parameters:
    ///   - bytes: The complete file.
    ///   - segmentCount: The expected number of segments.
    init(_ bytes: [UInt8], segmentCount: Int = 0) {
        segments.reserveCapacity(segmentCount)
        var scan = PlaylistScan(bytes)
        var pending = SegmentLines()
        var variant: WrittenTag?
        while let line = scan.next() {
            lastLine = line.number
            if line.content != .comment { ignored.apply(toLine: line.number) }
            switch line.content {
            case .tag, .unknownTag: hasTags = true
            case .comment, .uri: break
            }
            if case .tag(let tag) = line.content, tag.isAlone, line.value != nil {
                add(.valued, line, scan.text(line.range))
            }
            if line.hasControls { add(.controls, line, scan.text(line.range)) }
            if line.hasHighBytes { add(.highBytes, line, scan.text(line.range)) }
            switch line.content {
            case .uri:
                if let tag = variant {
                    variants.append(tag)
                    variant = nil
                }
                if locations.count < Self.mostOddLines {
                    locations.append((line.number, scan.text(line.range)))
                }
                guard pending.information > 0 else { continue }
                pending.location = line.number
                segments.append(pending)
                pending = SegmentLines()
            case .tag(.information): pending.information = line.number
            case .tag(.programDateTime): pending.date = line.number
            case .tag(.discontinuity): pending.discontinuity = line.number
            case .tag(.byteRange), .tag(.gap), .tag(.bitrate): break
            case .tag(let tag):
                if tag.isCue { pending.cue = line.number }
                guard tags.count < Self.mostTags else {
                    isCut = true
                    continue
                }
                let written = written(tag, line, scan)
                tags.append(written)
                if tag == .streamInformation { variant = written }
            case .unknownTag: add(.unknownTag, line, scan.text(line.range))
            case .comment: take(comment: line, scan)
            }
        }
    }

    /// Returns the tags of a given kind, in order.
    func tags(_ tag: Tag) -> [WrittenTag] { tags.filter { $0.tag == tag } }

    /// Returns the first tag of a given kind.
    func first(_ tag: Tag) -> WrittenTag? { tags.first { $0.tag == tag } }

    /// Returns the tag in a line; `nil` when the line has no tag, or its tag is not kept.
    func tag(inLine line: Int) -> WrittenTag? {
        let place = tags.partitioningIndex { $0.line >= line }
        return place < tags.count && tags[place].line == line ? tags[place] : nil
    }

    /// Returns the lines of a segment; `nil` when the text does not list the segment.
    func segment(_ index: Int) -> SegmentLines? {
        segments.indices.contains(index) ? segments[index] : nil
    }

    /// Removes the lines of the first segments.
    mutating func removeSegments(_ count: Int) {
        segments.removeFirst(min(count, segments.count))
    }

    /// Keeps a line if a rule may find a breach in it.
    private mutating func add(_ kind: OddLine.Kind, _ line: ScannedLine, _ text: String) {
        let odd = OddLine(kind: kind, line: line.number, text: text)
        guard odd.matters else { return }
        // Each kind has its own limit, so that many lines of one kind do not displace lines of
        // other kinds.
        guard oddCounts[kind, default: 0] < Self.mostOddLines else {
            isCut = true
            return
        }
        oddCounts[kind, default: 0] += 1
        oddLines.append(odd)
    }

    private func written(_ tag: Tag, _ line: ScannedLine, _ scan: PlaylistScan) -> WrittenTag {
        // The range does not include the blanks at the start of the line. They are added, because
        // they count as columns too.
        var start = line.range.lowerBound
        while start > 0, [0x20, 0x09].contains(scan.bytes[start - 1]) { start -= 1 }
        let place = line.value?.lowerBound ?? line.range.upperBound
        let continuations =
            line.hasHighBytes ? line.range.filter { scan.bytes[$0] & 0xC0 == 0x80 } : []
        return WrittenTag(
            tag: tag, line: line.number,
            column: place - start + 1 - continuations.count { $0 < place },
            value: line.value.map { scan.text($0) } ?? "",
            attributes: tag.hasAttributes ? scan.attributes(of: line) : [], lineStart: start,
            continuations: continuations, segmentsBefore: segments.count)
    }

    /// Reads a comment, which can be a misspelled tag or an instruction to ignore rules.
    ///
    /// `# playctl: ignore RULE …` applies to the next line that is not a comment, and `# playctl:
    /// ignore-file RULE …` to the whole playlist.
    private mutating func take(comment line: ScannedLine, _ scan: PlaylistScan) {
        let text = scan.text(line.range)
        guard let comment = IgnoringComment(text) else { return add(.comment, line, text) }
        if comment.mistake != nil { add(.ignoring, line, text) }
        ignored.add(comment, inLine: line.number)
    }
}

extension Tag {
    /// Whether the tag has no value.
    var isAlone: Bool {
        switch self {
        case .independentSegments, .endList, .iFramesOnly, .discontinuity, .gap: true
        default: false
        }
    }

    /// Whether the tag marks an advertising break.
    var isCue: Bool {
        switch self {
        case .cueOut, .cueIn: true
        default: false
        }
    }

    /// Whether the value of the tag is an attribute list.
    var hasAttributes: Bool {
        switch self {
        case .start, .define, .media, .streamInformation, .iFrameStreamInformation, .sessionData,
            .sessionKey, .contentSteering, .partInformation, .serverControl, .key, .map, .part,
            .dateRange, .skip, .preloadHint, .renditionReport:
            true
        default: false
        }
    }
}
