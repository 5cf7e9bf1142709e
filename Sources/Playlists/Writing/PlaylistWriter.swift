import VirtualTime

/// Writes a playlist in a canonical form: tags in a fixed order, and one notation for each value.
///
/// The result parses as a playlist equal to the original.
public struct PlaylistWriter {
    var output: TextOutput
    /// The properties in effect after the tags written so far.
    var scope = SegmentScope()

    /// Creates a writer without output.
    public init() { self.init(keepsText: true) }

    /// Creates a writer without output.
    ///
    /// - Parameter keepsText: Whether the text is kept, and not only its length.
    init(keepsText: Bool) { output = TextOutput(keepsText: keepsText) }

    /// Returns a playlist as a file.
    ///
    /// - Parameter playlist: The playlist.
    /// - Returns: The file, with a line feed after every line.
    public static func text(of playlist: Playlist) -> String { playlist.text() }

    /// Returns the number of bytes of a playlist as a file, without making the file.
    ///
    /// - Parameter playlist: The playlist.
    /// - Returns: The number of bytes of ``text(of:)`` in UTF-8.
    package static func byteCount(of playlist: Playlist) -> Int {
        var writer = PlaylistWriter(keepsText: false)
        switch playlist {
        case .multivariant(let playlist): writer.write(playlist)
        case .media(let playlist): writer.write(playlist)
        }
        return writer.output.byteCount
    }

    /// Returns a writer of the attributes of a tag.
    func attributes(_ tag: Tag) -> AttributeWriter {
        AttributeWriter(tag, keepsText: output.keepsText)
    }

    mutating func line(_ content: String) {
        output.append(content)
        output.append("\n")
    }

    mutating func line(_ attributes: AttributeWriter) {
        output.append(attributes.output)
        output.append("\n")
    }

    mutating func line(_ tag: Tag) {
        output.append("#")
        line(tag.rawValue)
    }

    mutating func line(_ tag: Tag, _ value: some CustomStringConvertible) {
        line(tag, value.description)
    }

    mutating func line(_ tag: Tag, _ value: String) {
        output.append("#")
        output.append(tag.rawValue)
        output.append(":")
        line(value)
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
            var attributes = self.attributes(.start)
            attributes.time("TIME-OFFSET", start.offset)
            attributes.flag("PRECISE", start.isPrecise)
            attributes.rest(start.otherAttributes)
            line(attributes)
        }
    }

    private mutating func write(_ definition: VariableDefinition) {
        var attributes = self.attributes(.define)
        switch definition.source {
        case .value:
            attributes.string("NAME", definition.name)
            attributes.string("VALUE", definition.value)
        case .imported: attributes.string("IMPORT", definition.name)
        case .queryParameter: attributes.string("QUERYPARAM", definition.name)
        }
        attributes.rest(definition.otherAttributes)
        line(attributes)
    }

    mutating func write(_ key: EncryptionKey, as tag: Tag) {
        lines(key.precedingLines)
        var attributes = self.attributes(tag)
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
        line(attributes)
    }
}
