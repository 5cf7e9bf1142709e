/// The tags that both kinds of playlists may have.
///
/// Reference: rfc8216bis, sections 4.4.1 (Basic Tags) and 4.4.2 (Media or Multivariant Playlist
/// Tags).
struct CommonTags {
    var version: Int?
    var hasIndependentSegments = false
    var start: StartPoint?
    var definitions: [VariableDefinition] = []
    var neededVersion = 1
    var neededBy: (line: Int, tag: Tag)?
}

/// The highest known protocol version.
private let latestVersion = 13

extension PlaylistParser {
    mutating func readCommon(_ tag: Tag, _ value: Range<Int>?) throws(PlaylistError) {
        let range = value ?? line.range.upperBound..<line.range.upperBound
        switch tag {
        case .version: try readVersion(range)
        case .independentSegments:
            if common.hasIndependentSegments { return try keep(tag, because: .duplicateTag) }
            common.hasIndependentSegments = true
        case .start: try readStart(range)
        case .define: try readDefine(range)
        default: try keep(tag, because: .duplicateTag)
        }
    }

    private mutating func readVersion(_ range: Range<Int>) throws(PlaylistError) {
        if common.version != nil { return try keep(.version, because: .duplicateTag) }
        guard let version = try integerIfUsable(.version, range) else { return }
        guard version > 0 else {
            return try keep(.version, because: .malformedTag, excerpt(source.text(range)))
        }
        if version > latestVersion {
            note(.unknownVersion, tag: Tag.version.rawValue, String(version))
        }
        common.version = version
    }

    private mutating func readStart(_ range: Range<Int>) throws(PlaylistError) {
        if common.start != nil { return try keep(.start, because: .duplicateTag) }
        var attributes = try attributes(.start, range)
        guard let offset = try attributes.time("TIME-OFFSET", signed: true) else {
            return try keep(.start, lacking: "TIME-OFFSET", in: attributes)
        }
        var start = StartPoint(offset: offset)
        start.isPrecise = try attributes.flag("PRECISE")
        start.otherAttributes = try attributes.rest()
        try note(attributes)
        common.start = start
    }

    private mutating func readDefine(_ range: Range<Int>) throws(PlaylistError) {
        guard common.definitions.count < limits.definitions else {
            throw exceeded("variables", limits.definitions)
        }
        var attributes = try attributes(.define, range)
        let definition: VariableDefinition
        if let name = try attributes.string("NAME") {
            guard let value = try attributes.string("VALUE") else {
                throw attributes.missing("VALUE", expected: "a quoted string")
            }
            definition = VariableDefinition(name: name, value: value)
        } else if let name = try attributes.string("IMPORT") {
            guard let value = options.importedVariables[name] else { throw undefined(name) }
            definition = VariableDefinition(name: name, value: value, source: .imported)
        } else if let name = try attributes.string("QUERYPARAM") {
            require(version: 11, for: .define)
            let parameters = QueryParameters(of: options.uri ?? "")
            guard let value = parameters.assignedValue(of: name) else { throw undefined(name) }
            definition = VariableDefinition(name: name, value: value, source: .queryParameter)
        } else {
            throw attributes.missing("NAME", expected: "a quoted string")
        }
        try add(definition, from: attributes)
    }

    private mutating func add(
        _ definition: VariableDefinition, from attributes: AttributeReader
    ) throws(PlaylistError) {
        var definition = definition
        guard !definition.name.isEmpty, definition.name.utf8.allSatisfy(Variables.isNameByte) else {
            throw malformed(.define, line.range, expected: "a definition of a valid name")
        }
        // A value with a quote or a line end could end the quoted string or the line that contains
        // it.
        guard definition.value.utf8.allSatisfy({ $0 != 0x22 && $0 != 0x0A && $0 != 0x0D }),
            definition.value.utf8.count <= limits.lineBytes
        else {
            throw malformed(.define, line.range, expected: "a value without quotes or line ends")
        }
        guard variables.define(definition.name, as: definition.value) else {
            throw PlaylistError(.duplicate(tag: Tag.define.rawValue), line: line.number)
        }
        require(version: 8, for: .define)
        definition.otherAttributes = try attributes.rest()
        try note(attributes)
        common.definitions.append(definition)
    }

    private func undefined(_ name: String) -> PlaylistError {
        PlaylistError(
            .undefinedVariable(excerpt(name), tag: Tag.define.rawValue), line: line.number)
    }

    /// Records a problem when a feature needs a higher version than the playlist declares.
    mutating func checkVersion() {
        guard let (line, tag) = common.neededBy, common.neededVersion > common.version ?? 1 else {
            return
        }
        log.note(
            .versionTooLow, line: line, tag: tag.rawValue, "version \(common.neededVersion)")
    }
}
