import VirtualTime

/// Writes a playlist in a canonical form: tags in a fixed order, each value in one form.
///
/// The result parses as a playlist equal to the original.
public struct PlaylistWriter {
    var text = ""
    /// The properties in effect after the tags written so far.
    var scope = SegmentScope()

    /// Creates a writer without output.
    public init() {}

    /// Returns a playlist as a file.
    ///
    /// - Parameter playlist: The playlist.
    /// - Returns: The file, with a line feed after every line.
    public static func text(of playlist: Playlist) -> String { playlist.text() }

    mutating func line(_ content: String) {
        text += content
        text += "\n"
    }

    mutating func line(_ tag: Tag) { line("#" + tag.rawValue) }

    mutating func line(_ tag: Tag, _ value: some CustomStringConvertible) {
        line("#\(tag.rawValue):\(value)")
    }

    mutating func lines(_ lines: [String]) {
        for content in lines { line(content) }
    }

    mutating func common(
        version: Int, hasIndependentSegments: Bool, start: StartPoint?,
        definitions: [VariableDefinition]
    ) {
        line(.header)
        if version != 1 { line(.version, version) }
        for definition in definitions { write(definition) }
        if hasIndependentSegments { line(.independentSegments) }
        if let start {
            var attributes = AttributeWriter(.start)
            attributes.time("TIME-OFFSET", start.offset)
            attributes.flag("PRECISE", start.isPrecise)
            attributes.rest(start.otherAttributes)
            line(attributes.text)
        }
    }

    private mutating func write(_ definition: VariableDefinition) {
        var attributes = AttributeWriter(.define)
        switch definition.source {
        case .value:
            attributes.string("NAME", definition.name)
            attributes.string("VALUE", definition.value)
        case .imported: attributes.string("IMPORT", definition.name)
        case .queryParameter: attributes.string("QUERYPARAM", definition.name)
        }
        attributes.rest(definition.otherAttributes)
        line(attributes.text)
    }

    mutating func write(_ key: EncryptionKey, as tag: Tag) {
        lines(key.precedingLines)
        var attributes = AttributeWriter(tag)
        attributes.word("METHOD", key.method.rawValue)
        attributes.string("URI", key.uri)
        attributes.bytes("IV", key.initializationVector)
        if key.keyFormat != EncryptionKey.identityFormat {
            attributes.string("KEYFORMAT", key.keyFormat)
        }
        if key.keyFormatVersions != [1] {
            let versions = key.keyFormatVersions.map { String($0) }
            attributes.string("KEYFORMATVERSIONS", versions.joined(separator: "/"))
        }
        attributes.rest(key.otherAttributes)
        line(attributes.text)
    }
}
