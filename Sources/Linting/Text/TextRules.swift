import Formats
import Playlists

/// The rules about the text of any playlist.
struct TextRules {
    let playlist: LintedPlaylist
    private var text: PlaylistText { playlist.text }
    private var url: String { playlist.url }

    init(_ playlist: LintedPlaylist) { self.playlist = playlist }

    func check(_ log: inout BreachLog) {
        for line in text.oddLines { check(line, &log) }
        for tag in text.tags { checkAttributes(of: tag, &log) }
        checkLocations(&log)
        AddressRules(playlist: playlist).check(&log)
        checkDefinitions(&log)
        checkVersion(&log)
        // In a file without line feeds, the scanner reads carriage returns as line feeds, so the
        // rule looks at the bytes.
        if !playlist.bytes.contains(0x0A), playlist.bytes.contains(0x0D) {
            log.note(
                "text.bare-cr", in: url, line: 1, "all lines end with only a carriage return",
                expected: "a line feed at the end of each line")
        }
    }

    // MARK: Lines

    private func check(_ line: PlaylistText.OddLine, _ log: inout BreachLog) {
        switch line.kind {
        case .controls: checkControls(line, &log)
        case .highBytes:
            guard let found = NormalizationForm.violation(in: line.text) else { return }
            log.note(
                "text.not-nfc", in: url, line: line.line, column: found.offset + 1,
                "\"\(found.character)\" is written as several code points",
                expected: "composed characters, Unicode Normalization Form C")
        case .comment:
            guard let tag = line.misspelledTag else { return }
            log.note(
                "text.tag-case", in: url, line: line.line,
                "\"\(SafeText.quoted(line.text, limit: 40))\" is a comment, and not the tag",
                expected: "#\(tag.rawValue)")
        case .unknownTag:
            if let tag = line.misspelledTag {
                return log.note(
                    "text.tag-case", in: url, line: line.line,
                    "\"\(SafeText.quoted(line.text, limit: 40))\" is not written as the tag is",
                    expected: "#\(tag.rawValue)")
            }
            checkUnknown(line, &log)
        case .valued:
            log.note(
                "attr.malformed", in: url, line: line.line,
                "\(line.tagName) has a value, \"\(SafeText.quoted(line.value, limit: 40))\"",
                expected: "#\(line.tagName) without a value")
        case .ignoring:
            guard let mistake = IgnoringComment(line.text)?.mistake else { return }
            log.note(
                "text.ignore-comment", in: url, line: line.line,
                "the comment has no effect: \(mistake)",
                expected: "# playctl: ignore or # playctl: ignore-file, then codes of rules")
        }
    }

    private func checkControls(_ line: PlaylistText.OddLine, _ log: inout BreachLog) {
        var column = 0
        var hasReturn = false
        for scalar in line.text.unicodeScalars {
            column += 1
            if scalar == "\r" {
                if !hasReturn {
                    log.note(
                        "text.bare-cr", in: url, line: line.line, column: column,
                        "a carriage return without a line feed",
                        expected: "a line feed at the end of each line")
                }
                hasReturn = true
            } else if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
                return log.note(
                    "text.control-character", in: url, line: line.line, column: column,
                    "the control character U+\(Self.hexadecimal(scalar))",
                    expected: "no control characters")
            }
        }
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private func checkUnknown(_ line: PlaylistText.OddLine, _ log: inout BreachLog) {
        let name = line.tagName
        let nearest = nearestWord(to: name, in: Tag.allCases.map(\.rawValue))
        log.note(
            "text.unknown-tag", in: url, line: line.line,
            "\(SafeText.quoted(name, limit: 40)) is not a known tag, and has no effect",
            expected: nearest.map { "perhaps \($0)" } ?? "a tag of the specification")
    }

    private func checkLocations(_ log: inout BreachLog) {
        let own = URIReference(url)
        guard own.scheme == "http" || own.scheme == "https", let host = own.authority else {
            return
        }
        for (line, text) in text.locations where text.contains("//") {
            let target = URIReference(text)
            guard target.authority == host, target.scheme == own.scheme else { continue }
            log.note(
                "text.absolute-uri", in: url, line: line, column: 1,
                "the URI names the playlist's own host, \(SafeText.quoted(host))",
                expected: "a relative URI, so that the asset can move")
        }
    }

    // MARK: Attributes

    private func checkAttributes(of tag: WrittenTag, _ log: inout BreachLog) {
        guard let known = AttributeNames.known(to: tag.tag) else { return }
        for attribute in tag.attributes {
            let column = tag.column(at: attribute.place)
            let isClient = attribute.name.hasPrefix("X-")
            if !known.contains(attribute.name), !isClient {
                let nearest = nearestWord(to: attribute.name, in: known.sorted())
                log.note(
                    "attr.unknown-name", in: url, line: tag.line, column: column,
                    "\(tag.tag.rawValue) has no attribute \(SafeText.quoted(attribute.name))",
                    expected: nearest.map { "perhaps \($0)" }
                        ?? "an attribute of the specification")
            }
            if let listed = AttributeValues.expected(attribute, of: tag.tag) {
                log.note(
                    "attr.unknown-value", in: url, line: tag.line, column: column,
                    "\(attribute.name) is \(SafeText.quoted(attribute.value))",
                    expected: listed.joined(separator: " or "))
            }
            if AttributeValues.isMalformedPathway(attribute) {
                log.note(
                    "attr.malformed", in: url, line: tag.line, column: column,
                    "PATHWAY-ID is \"\(SafeText.quoted(attribute.value))\"",
                    expected: "letters, digits, hyphens, periods and underscores")
            }
            if !attribute.isQuoted, attribute.value.contains("{$"), !isClient,
                !AttributeNames.isHexadecimal(attribute.name)
            {
                log.note(
                    "attr.malformed", in: url, line: tag.line, column: column,
                    "\(attribute.name) has a variable, and is neither quoted nor hexadecimal",
                    expected: "variables only in URIs, quoted strings and hexadecimal sequences")
            }
            let digits = attribute.value.dropFirst(2)
            if AttributeNames.isHexadecimal(attribute.name), !attribute.isQuoted,
                digits.allSatisfy(\.isHexDigit),
                digits.utf8.contains(where: { (0x61...0x66).contains($0) })
            {
                log.note(
                    "attr.hex-lower-case", in: url, line: tag.line, column: column,
                    "\(attribute.name) has hexadecimal digits in lower case",
                    expected: "digits 0 to 9 and A to F")
            }
            if isClient, tag.tag == .dateRange, !Self.isClientValue(attribute) {
                log.note(
                    "range.client-attribute", in: url, line: tag.line, column: column,
                    "\(attribute.name) is a bare word",
                    expected: "a quoted string, a hexadecimal sequence or a number")
            }
            if tag.tag == .streamInformation, attribute.name == "PROGRAM-ID" {
                log.note(
                    "media.obsolete", in: url, line: tag.line, column: column,
                    "PROGRAM-ID was removed in version 6 of the protocol",
                    expected: "no PROGRAM-ID")
            }
        }
    }

    private static func isClientValue(_ attribute: ScannedAttribute) -> Bool {
        if attribute.isQuoted { return true }
        let value = attribute.value
        if value.hasPrefix("0x") || value.hasPrefix("0X") || value.contains("{$") { return true }
        return Double(value) != nil
    }

    // MARK: Variables

    private func checkDefinitions(_ log: inout BreachLog) {
        let definitions = text.tags(.define)
        guard !definitions.isEmpty else { return }
        let whole = String(decoding: playlist.bytes, as: UTF8.self)
        for tag in definitions {
            let sources = ["NAME", "IMPORT", "QUERYPARAM"].filter { tag[$0] != nil }
            if sources.count > 1 {
                log.note(
                    "define.one-of", in: url, line: tag.line, column: tag.column,
                    "\(sources.joined(separator: " and ")) are given together",
                    expected: "one of NAME, IMPORT and QUERYPARAM")
            }
            // A multivariant playlist may define a variable that only the importing media playlists
            // use.
            guard playlist.media != nil, let name = sources.first.flatMap({ tag[$0]?.value }),
                !whole.contains("{$\(name)}")
            else { continue }
            log.note(
                "define.unused", in: url, line: tag.line, column: tag.column,
                "the variable \(SafeText.quoted(name)) is not used",
                expected: "a use of it, or no definition")
        }
    }

    private func checkVersion(_ log: inout BreachLog) {
        guard let tag = text.first(.version), case .success(let parsed) = playlist.parsed,
            let needed = neededVersion, needed < version(of: parsed), version(of: parsed) > 7,
            needed < 7
        else { return }
        log.note(
            "version.higher-than-needed", in: url, line: tag.line, column: tag.column,
            "version \(version(of: parsed)) excludes older players, and version \(needed) suffices",
            expected: "EXT-X-VERSION:\(needed)")
    }

    private func version(of parsed: Playlist) -> Int {
        switch parsed {
        case .multivariant(let playlist): playlist.version
        case .media(let playlist): playlist.version
        }
    }

    /// The version that the playlist and the delta updates that it offers require.
    ///
    /// The version of the playlist is found by parsing it as a playlist of version 1.
    private var neededVersion: Int? {
        guard let tag = text.first(.version), playlist.bytes.count < 1 << 20 else { return nil }
        var bytes = playlist.bytes
        guard let end = bytes[tag.lineStart...].firstIndex(of: 0x0A) else { return nil }
        bytes.replaceSubrange(tag.lineStart..<end, with: Array("#EXT-X-VERSION:1".utf8))
        let options = ParsingOptions(uri: url)
        guard let parsed = try? Playlist(parsing: bytes, options: options) else { return nil }
        let problem = parsed.problems.first { $0.rule == .versionTooLow }
        let stated = problem.flatMap { Int($0.detail.drop { $0 != " " }.dropFirst()) } ?? 1
        return max(stated, versionOfDeltaUpdates)
    }

    /// The version that the offered delta updates require; 1 if the playlist offers none.
    private var versionOfDeltaUpdates: Int {
        guard let control = playlist.media?.serverControl, control.canSkipUntil != nil else {
            return 1
        }
        return control.canSkipDateRanges ? 10 : 9
    }
}
