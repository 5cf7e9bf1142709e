import CYAML

/// The single owner of a YAML parser of the C library, and of the bytes that the parser reads.
///
/// The type calls the C functions `yaml_parser_initialize`, `yaml_parser_parse`,
/// `yaml_event_delete` and `yaml_parser_delete`.
@safe
struct YAMLParser: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>
    /// The line and column after the last character of the text.
    ///
    /// The parser adds a missing line end, so it may report a place after the end of the text. The
    /// value of this property then replaces the reported place.
    private let end: YAMLPlace

    /// Creates a parser for a text.
    ///
    /// - Parameter bytes: The text, in UTF-8; a byte order mark is skipped.
    /// - Throws: ``YAMLError`` when there is no memory for a parser.
    init(_ bytes: [UInt8]) throws(YAMLError) {
        // The C library counts the byte order mark as a column, so the first key would seem
        // indented.
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        unsafe parser = .allocate(capacity: 1)
        unsafe input = .allocate(capacity: bytes.count)
        _ = unsafe input.initialize(from: bytes)
        end = YAMLPlace(endOf: bytes)
        guard unsafe yaml_parser_initialize(parser) == 1 else {
            // A failed initialization has already freed the parser's memory, and deleting an empty
            // parser is harmless.
            throw YAMLError(.malformed("no memory to read it"), at: YAMLPlace(line: 1, column: 1))
        }
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    /// Returns the next event of the YAML text.
    ///
    /// - Returns: The event, and the line and column at which it starts.
    /// - Throws: ``YAMLError`` for malformed YAML.
    mutating func next() throws(YAMLError) -> (YAMLEvent, YAMLPlace) {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw failure() }
        defer { unsafe yaml_event_delete(&event) }
        let mark = unsafe event.start_mark
        return (unsafe Self.event(event), place(mark))
    }

    private static func event(_ event: yaml_event_t) -> YAMLEvent {
        switch unsafe event.type {
        case YAML_STREAM_START_EVENT: return .streamStart
        case YAML_DOCUMENT_START_EVENT:
            let tags = unsafe event.data.document_start.tag_directives
            return .documentStart(definesTags: unsafe tags.start != tags.end)
        case YAML_DOCUMENT_END_EVENT: return .documentEnd
        case YAML_ALIAS_EVENT: return .alias
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
            return unsafe .scalar(
                String(decoding: bytes, as: UTF8.self), isPlain ? .plain : .quoted,
                YAMLEvent.Marks(hasAnchor: scalar.anchor != nil, hasTag: scalar.tag != nil))
        case YAML_SEQUENCE_START_EVENT:
            let start = unsafe event.data.sequence_start
            return unsafe .sequenceStart(
                YAMLEvent.Marks(hasAnchor: start.anchor != nil, hasTag: start.tag != nil))
        case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            let start = unsafe event.data.mapping_start
            return unsafe .mappingStart(
                YAMLEvent.Marks(hasAnchor: start.anchor != nil, hasTag: start.tag != nil))
        case YAML_MAPPING_END_EVENT: return .mappingEnd
        default: return .streamEnd
        }
    }

    private func failure() -> YAMLError {
        let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
        let mark = unsafe parser.pointee.problem_mark
        return YAMLError(.malformed(problem ?? "invalid syntax"), at: place(mark))
    }

    private func place(_ mark: yaml_mark_t) -> YAMLPlace {
        let line = mark.line < Int.max ? Int(mark.line) + 1 : Int.max
        let column = mark.column < Int.max ? Int(mark.column) + 1 : Int.max
        return line > end.line ? end : YAMLPlace(line: line, column: column)
    }
}

extension YAMLPlace {
    /// Creates the position after the last character of a text.
    ///
    /// The characters that count as line breaks are the same as in the parser.
    fileprivate init(endOf bytes: [UInt8]) {
        self.init(line: 1, column: 1)
        for (index, byte) in bytes.enumerated() {
            func before(_ distance: Int) -> UInt8 { index < distance ? 0 : bytes[index - distance] }
            let isBreak =
                switch byte {
                case 0x0A: before(1) != 0x0D
                case 0x0D: true
                case 0x85: before(1) == 0xC2
                case 0xA8, 0xA9: before(1) == 0x80 && before(2) == 0xE2
                default: false
                }
            if isBreak {
                self = YAMLPlace(line: line + 1, column: 1)
            } else if byte & 0xC0 != 0x80, !(byte == 0x0A && before(1) == 0x0D) {
                column += 1
            }
        }
    }
}
