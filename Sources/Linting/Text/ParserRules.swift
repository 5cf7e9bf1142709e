import Playlists

/// Reports the problems that the parser found, with the texts of the rule table.
struct ParserRules {
    let playlist: LintedPlaylist

    func check(_ log: inout BreachLog) {
        switch playlist.parsed {
        case .success(let parsed):
            for problem in parsed.problems { note(problem, &log) }
            for kind in parsed.unlistedProblems {
                note(kind.first, more: kind.count - 1, &log)
            }
        case .failure(let error): note(error, &log)
        }
    }

    /// Reports a problem that the parser found, unless another rule already reports its cause.
    ///
    /// - Parameters:
    ///   - problem: The problem.
    ///   - more: The number of further problems of the same kind, which are only counted.
    ///   - log: Receives the breach.
    private func note(_ problem: PlaylistProblem, more: Int = 0, _ log: inout BreachLog) {
        guard var code = Self.code(of: problem), !isSaidOtherwise(problem, code) else { return }
        var words = problem.rule.summary
        if code == "attr.malformed", isTooLarge(problem) {
            code = "attr.too-large"
            words = "a number above \(Int.max), the largest that is read"
        }
        if problem.rule == .undefinedGroup { return noteGroup(problem, more: more, &log) }
        let subject = problem.tag.isEmpty ? "" : "\(problem.tag): "
        let detail = problem.detail.isEmpty ? "" : " (\(problem.detail))"
        let tag = playlist.text.tag(inLine: problem.line)
        let column = tag?[problem.detail] == nil ? nil : tag?.column(of: problem.detail)
        log.note(
            code, in: playlist.url, line: problem.line, column: column,
            "\(subject)\(words)\(detail)", expected: Self.expectation(code),
            more: more)
    }

    /// Reports that a variant names a group without renditions.
    private func noteGroup(_ problem: PlaylistProblem, more: Int, _ log: inout BreachLog) {
        let words = problem.detail.split(
            separator: " ", maxSplits: 1, omittingEmptySubsequences: false
        ).map(String.init)
        guard words.count == 2 else { return }
        let group = words[1].isEmpty ? "\"\"" : words[1]
        let before = playlist.text.tags.count {
            $0.tag == .streamInformation && $0.line < problem.line
        }
        log.note(
            "variant.undefined-group", in: playlist.url, line: problem.line,
            column: playlist.text.tag(inLine: problem.line)?.column(of: words[0]),
            "variant \(before + 1) names \(words[0]) \(group), a group without renditions",
            expected: "EXT-X-MEDIA with TYPE=\(words[0]) and this GROUP-ID", more: more)
    }

    /// Returns whether another rule already reports the cause of a parser problem.
    private func isSaidOtherwise(_ problem: PlaylistProblem, _ code: String) -> Bool {
        guard code == "attr.malformed" else { return false }
        let tag = playlist.text.tag(inLine: problem.line)
        return tag?[problem.detail]?.value.hasPrefix("-") == true && tag?.tag == .dateRange
    }

    /// Returns whether an attribute is unusable because its number has too many digits.
    private func isTooLarge(_ problem: PlaylistProblem) -> Bool {
        let tag = playlist.text.tag(inLine: problem.line)
        guard let value = tag?[problem.detail]?.value, value.utf8.count > 18 else { return false }
        return value.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    private func note(_ error: PlaylistError, _ log: inout BreachLog) {
        let code = code(of: error)
        let text = "\(error)"
        // The line number at the start of the text is removed, because the breach states the line
        // separately.
        let words = error.line.map { text.dropFirst("line \($0): ".count) } ?? text[...]
        log.note(
            code, in: playlist.url, line: error.line ?? 1, String(words),
            expected: Self.expectation(code))
    }

    private static func expectation(_ code: String) -> String {
        LintRule.named(code)?.requirement ?? ""
    }

    private static func code(of problem: PlaylistProblem) -> String? {
        switch problem.rule {
        // The rules about the text find these problems, even in playlists that the parser refuses.
        case .controlCharacter, .carriageReturn: nil
        case .notUTF8: "text.not-utf8"
        case .byteOrderMark: "text.byte-order-mark"
        case .whitespace: "text.whitespace"
        case .headerNotAlone: "text.header"
        case .malformedTag:
            problem.tag == Tag.programDateTime.rawValue
                ? "segment.date-malformed" : "attr.malformed"
        case .missingAttribute: missing(problem.detail, of: problem.tag)
        case .duplicateTag: duplicate(problem.tag)
        case .malformedAttributeList: "attr.malformed-list"
        case .malformedAttribute: "attr.malformed"
        case .duplicateAttribute: "attr.duplicate"
        case .attributeQuoting: "attr.quoting"
        case .unknownValue: unknown(problem)
        case .unknownRendition: "rendition.type-unknown"
        case .missingTargetDuration: "media.target-duration-missing"
        case .fractionalTargetDuration: "media.target-duration-fractional"
        case .longerThanTargetDuration: "media.longer-than-target"
        case .missingComma: "segment.extinf-comma"
        case .tooLate: late(problem.tag)
        case .versionTooLow: "version.too-low"
        case .unknownVersion: "version.unknown"
        case .missingTimeZone: "segment.date-no-zone"
        case .missingPartInformation: "part.no-part-inf"
        case .undefinedGroup: "variant.undefined-group"
        case .inconsistentAttributes: inconsistent(problem)
        case .obsolete: "media.obsolete"
        case .missingURI:
            problem.tag == Tag.streamInformation.rawValue
                ? "variant.uri-missing" : "text.missing-uri"
        case .missingTag: "text.missing-tag"
        case .missingInformation: "segment.extinf-missing"
        case .fractionalInteger: "attr.fractional-integer"
        case .missingOffset: "segment.byterange-no-offset"
        case .missingName: "rendition.name-missing"
        case .duplicateName: "rendition.name-twice"
        case .misplacedTag: "text.misplaced-tag"
        case .excessiveDuration: "segment.extinf-excessive"
        }
    }

    private static func missing(_ name: String, of tag: String) -> String {
        switch (Tag(rawValue: tag), name) {
        case (.start, _): "media.start-no-offset"
        case (.media, "TYPE"): "rendition.type-missing"
        case (.media, "GROUP-ID"), (.media, PlaylistProblem.captionsGroup):
            "rendition.group-missing"
        case (.streamInformation, "BANDWIDTH"), (.iFrameStreamInformation, "BANDWIDTH"):
            "variant.bandwidth-missing"
        case (.sessionData, _): "session-data.id-missing"
        case (.dateRange, _): "range.id"
        case (.contentSteering, _): "steering.server-missing"
        default: "attr.missing"
        }
    }

    private static func duplicate(_ tag: String) -> String {
        switch Tag(rawValue: tag) {
        case .version: "version.duplicate"
        case .contentSteering: "steering.duplicate"
        case .discontinuity, .gap, .byteRange, .programDateTime: "media.duplicate-tag"
        default: "media.duplicate-header-tag"
        }
    }

    private static func late(_ tag: String) -> String {
        switch Tag(rawValue: tag) {
        case .mediaSequence: "media.sequence-late"
        case .discontinuitySequence: "media.discontinuity-sequence-late"
        default: "media.header-late"
        }
    }

    private static func unknown(_ problem: PlaylistProblem) -> String {
        switch Tag(rawValue: problem.tag) {
        case .playlistType: "media.type-unknown"
        case .sessionKey: "key.session-none"
        default: "attr.unknown-value"
        }
    }

    private static func inconsistent(_ problem: PlaylistProblem) -> String {
        switch (Tag(rawValue: problem.tag), problem.detail) {
        case (.dateRange, "END-DATE before START-DATE"): "range.end-before-start"
        case (.dateRange, "END-ON-NEXT without CLASS"): "range.next-without-class"
        case (.dateRange, "END-ON-NEXT with DURATION or END-DATE"): "range.next-with-end"
        case (.media, "SUBTITLES without URI"): "rendition.subtitles-no-uri"
        case (.media, "CLOSED-CAPTIONS with URI"): "rendition.captions-uri"
        case (.media, "CLOSED-CAPTIONS without INSTREAM-ID"): "rendition.captions-no-instream-id"
        case (.key, _), (.sessionKey, _): "key.none-not-alone"
        case (.sessionData, _): "session-data.value-xor-uri"
        default: "attr.malformed"
        }
    }

    private func code(of error: PlaylistError) -> String {
        switch error.reason {
        case .empty, .markup, .undetermined: "text.not-a-playlist"
        case .missingHeader: "text.header"
        case .mixedKinds: "text.mixed-kinds"
        case .missingTag(let tag):
            tag == Tag.information.rawValue ? "segment.extinf-missing" : "text.missing-tag"
        case .missingURI: "text.missing-uri"
        case .missingAttribute(let name, let tag):
            switch (Tag(rawValue: tag), name) {
            case (.key, "METHOD"), (.sessionKey, "METHOD"): "key.method-missing"
            case (.key, "URI"), (.sessionKey, "URI"): "key.uri-missing"
            case (.streamInformation, "BANDWIDTH"), (.iFrameStreamInformation, "BANDWIDTH"):
                "variant.bandwidth-missing"
            case (.define, "VALUE"): "define.value-missing"
            case (.define, _): "define.one-of"
            default: "attr.missing"
            }
        case .malformed(let tag, _, _):
            switch Tag(rawValue: String(tag.prefix { $0 != "," })) {
            case .information: "segment.extinf-malformed"
            case .key where tag.hasSuffix("IV"), .sessionKey where tag.hasSuffix("IV"):
                "key.iv-size"
            case .define: "define.name-characters"
            default: "attr.malformed"
            }
        case .tooLarge: "attr.too-large"
        case .duplicate: "define.duplicate"
        case .undefinedVariable(let name, let tag): undefined(name, tag, error.line)
        case .limitExceeded: "text.limit"
        case .deltaMismatch: "attr.malformed"
        }
    }

    private func undefined(_ name: String, _ tag: String, _ line: Int?) -> String {
        guard tag == Tag.define.rawValue,
            let written = playlist.text.tags(.define).first(where: { $0.line == line })
        else { return "define.undefined" }
        if written["QUERYPARAM"] != nil { return "define.queryparam-missing" }
        let isMultivariant = playlist.text.tags.contains { $0.tag.home == .multivariant }
        return isMultivariant ? "define.import-in-multivariant" : "define.import-missing"
    }
}
