import VirtualTime

/// The attribute list of one tag, from which attributes are removed by name.
///
/// ``rest()`` returns the attributes that remain. These include attributes with unusable values, so
/// nothing is lost.
///
/// Reference: rfc8216bis, section 4.2 (Attribute Lists).
struct AttributeReader {
    private struct Entry {
        var name: Range<Int>
        var value: Range<Int>
        var isQuoted: Bool
        var isTaken = false
    }

    /// A breach of a rule and the attribute at fault.
    struct Breach {
        var rule: PlaylistRule
        var name: String
    }

    /// The maximum number of breaches that are recorded for one list.
    private static let mostBreaches = 32

    let tag: String
    let line: Int
    private let source: LineText
    /// The variables to substitute; `nil` when the line refers to none.
    private let variables: Variables?
    private var entries: [Entry] = []
    private(set) var breaches: [Breach] = []

    /// Splits an attribute list.
    ///
    /// - Throws: `PlaylistError` when there are more attributes than the limit.
    init(
        _ range: Range<Int>, of source: LineText, tag: String, line: Int, variables: Variables?,
        limit: Int
    ) throws(PlaylistError) {
        self.tag = tag
        self.line = line
        self.source = source
        self.variables = variables
        split(range, limit: limit)
        guard entries.count <= limit else {
            throw PlaylistError(.limitExceeded("attributes in one tag", maximum: limit), line: line)
        }
    }

    private mutating func split(_ range: Range<Int>, limit: Int) {
        let bytes = source.bytes
        var index = range.lowerBound
        let end = range.upperBound
        while index < end, entries.count <= limit {
            let nameStart = index
            while index < end, bytes[index] != 0x3D, bytes[index] != 0x2C { index += 1 }
            let name = trim(nameStart..<index, bytes)
            guard index < end, bytes[index] == 0x3D, !name.isEmpty else {
                breach(.malformedAttributeList, name)
                index = skip(to: end, from: index, bytes)
                continue
            }
            index += 1
            while index < end, isBlank(bytes[index]) { index += 1 }
            if index < end, bytes[index] == 0x22 {
                let start = index + 1
                index = start
                while index < end, bytes[index] != 0x22 { index += 1 }
                entries.append(Entry(name: name, value: start..<index, isQuoted: true))
                if index == end {
                    breach(.malformedAttributeList, name)
                } else {
                    index += 1
                    if index < end, bytes[index] != 0x2C {
                        breach(.malformedAttributeList, name)
                    }
                }
                index = skip(to: end, from: index, bytes)
            } else {
                let start = index
                while index < end, bytes[index] != 0x2C { index += 1 }
                entries.append(
                    Entry(name: name, value: trim(start..<index, bytes), isQuoted: false))
                index += 1
            }
        }
        // At this point, the index is `end` plus one for a list without errors, and `end` for a
        // list whose last attribute is followed by a comma.
        if index == end, end > range.lowerBound { breach(.malformedAttributeList, end..<end) }
    }

    /// Returns the index after the next comma.
    ///
    /// The search starts outside quotes. Without a comma before `end`, the result is `end` plus
    /// one.
    private func skip(to end: Int, from start: Int, _ bytes: [UInt8]) -> Int {
        var index = start
        while index < end, bytes[index] != 0x2C { index += 1 }
        return index + 1
    }

    private mutating func trim(_ range: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isBlank(bytes[start]) { start += 1 }
        while end > start, isBlank(bytes[end - 1]) { end -= 1 }
        if start..<end != range { breach(.whitespace, start..<end) }
        return start..<end
    }

    /// Records a breach, up to a limit for each list.
    private mutating func breach(_ rule: PlaylistRule, _ name: Range<Int>) {
        guard breaches.count < Self.mostBreaches else { return }
        breaches.append(Breach(rule: rule, name: excerpt(source.text(name))))
    }

    private func index(of name: String, from start: Int = 0) -> Int? {
        let utf8 = name.utf8
        let bytes = source.bytes.span
        candidates: for index in start..<max(start, entries.count) {
            let entry = entries[index]
            if entry.isTaken || entry.name.count != utf8.count { continue }
            var position = entry.name.lowerBound
            for byte in utf8 {
                if bytes[position] != byte { continue candidates }
                position += 1
            }
            return index
        }
        return nil
    }

    private func text(of entry: Entry) throws(PlaylistError) -> String {
        let text = source.text(entry.value)
        guard let variables else { return text }
        let value = try variables.substitute(text, tag: tag, line: line)
        if !entry.isQuoted, value != text, !isEnumerated(value) {
            throw PlaylistError(
                .malformed(tag: tag, value: excerpt(value), expected: "one unquoted word"),
                line: line)
        }
        return value
    }

    /// Returns whether an attribute is in the list and has not been removed.
    func contains(_ name: String) -> Bool { index(of: name) != nil }

    /// Returns whether an attribute is quoted; `nil` when it is not in the list.
    func isQuoted(_ name: String) -> Bool? {
        index(of: name).map { entries[$0].isQuoted }
    }

    /// Removes an attribute and returns its text, a quoted-string only if `quoted` is `true`.
    mutating func text(_ name: String, quoted: Bool) throws(PlaylistError) -> String? {
        guard let index = index(of: name) else { return nil }
        let text = try text(of: entries[index])
        if entries[index].isQuoted != quoted {
            // A value with the wrong quoting is accepted only if it can be written with the right
            // quoting: quoted text must not contain a quote, and an enumerated-string must be one
            // word without commas or quotes.
            guard quoted ? !text.utf8.contains(0x22) : isEnumerated(text) else {
                return refuse(index)
            }
            breach(.attributeQuoting, entries[index].name)
        } else if !quoted, text.isEmpty {
            return refuse(index)
        }
        take(index, name)
        return text
    }

    /// Removes an attribute and returns its value, a quoted-string.
    mutating func string(_ name: String) throws(PlaylistError) -> String? {
        try text(name, quoted: true)
    }

    /// Removes an attribute and returns its quoted, comma-separated items; empty when absent.
    mutating func list(_ name: String) throws(PlaylistError) -> [String] {
        try string(name).map { commaSeparated($0) } ?? []
    }

    /// Removes an attribute and returns its value, an enumerated-string.
    mutating func word(_ name: String) throws(PlaylistError) -> String? {
        try text(name, quoted: false)
    }

    /// Removes an attribute and returns whether its value is `YES`; `false` when it is absent.
    mutating func flag(_ name: String) throws(PlaylistError) -> Bool {
        guard let index = index(of: name) else { return false }
        let word = try text(of: entries[index])
        guard word == "YES" || word == "NO" else { return refuse(index) ?? false }
        if entries[index].isQuoted { breach(.attributeQuoting, entries[index].name) }
        take(index, name)
        return word == "YES"
    }

    /// Removes an attribute and returns the value that a function creates from its text.
    mutating func value<Value>(
        _ name: String, quoted: Bool = false, _ make: (String) -> Value?
    ) throws(PlaylistError) -> Value? {
        guard let index = index(of: name) else { return nil }
        guard let value = make(try text(of: entries[index])) else { return refuse(index) }
        if entries[index].isQuoted != quoted { breach(.attributeQuoting, entries[index].name) }
        take(index, name)
        return value
    }

    /// Removes an attribute and returns its value, a decimal-integer; decimals are dropped.
    mutating func integer(_ name: String) throws(PlaylistError) -> Int? {
        let entry = index(of: name).map { entries[$0].name }
        var isExact = true
        let number = try value(name) { text -> Int? in
            let bytes = Array(text.utf8)
            if let exact = try? Numeral.integer(bytes.span) { return exact }
            isExact = false
            return try? Numeral.lenientInteger(bytes.span)
        }
        if let entry, number != nil, !isExact { breach(.fractionalInteger, entry) }
        return number
    }

    /// Removes an attribute with an unusable value, so that ``rest()`` does not return it.
    ///
    /// The parser gives the corresponding property of the model a substitute value.
    mutating func drop(_ name: String) {
        if let index = index(of: name) { take(index, name) }
    }

    /// Removes an attribute and returns its value, a number of seconds.
    mutating func time(_ name: String, signed: Bool = false) throws(PlaylistError) -> MediaTime? {
        try value(name) { Numeral.time($0, signed: signed) }
    }

    /// Removes an attribute and its repetitions.
    private mutating func take(_ index: Int, _ name: String) {
        entries[index].isTaken = true
        var next = index + 1
        while let again = self.index(of: name, from: next) {
            entries[again].isTaken = true
            breach(.duplicateAttribute, entries[again].name)
            next = again + 1
        }
    }

    private mutating func refuse<Value>(_ index: Int) -> Value? {
        breach(.malformedAttribute, entries[index].name)
        return nil
    }

    private func isEnumerated(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 != 0x2C && $0 != 0x22 && $0 > 0x20 }
    }

    /// Returns the error for a required attribute that is missing or has an unusable value.
    func missing(_ name: String, expected: String) -> PlaylistError {
        guard let index = index(of: name) else {
            return PlaylistError(.missingAttribute(name, tag: tag), line: line)
        }
        let value = source.text(entries[index].value)
        let digits = value.utf8.allSatisfy { 48...57 ~= $0 }
        if digits, !value.isEmpty, expected.contains("integer") {
            return PlaylistError(
                .tooLarge(tag: "\(tag), \(name)", value: excerpt(value)), line: line)
        }
        return PlaylistError(
            .malformed(tag: "\(tag), \(name)", value: excerpt(value), expected: expected),
            line: line)
    }

    /// The attributes as written in the line, including repeated ones.
    var written: [ScannedAttribute] {
        entries.map { entry in
            ScannedAttribute(
                name: source.text(entry.name), value: source.text(entry.value),
                isQuoted: entry.isQuoted, place: entry.name.lowerBound)
        }
    }

    /// Returns the problems of a tag that has no usable value for a required attribute.
    ///
    /// - Parameters:
    ///   - name: The name of the required attribute.
    ///   - detail: The detail of the problems with this attribute.
    /// - Returns: The problems, each with the broken rule and its detail.
    func problems(
        lacking name: String, shownAs detail: String
    ) -> [(rule: PlaylistRule, detail: String)] {
        guard contains(name) else { return [(.missingAttribute, detail)] }
        // The breach of the attribute itself is reported even if other breaches reach the limit.
        let others = breaches.filter { $0.rule != .malformedAttribute || $0.name != name }
        return others.prefix(Self.mostBreaches - 1).map { ($0.rule, $0.name) }
            + [(.malformedAttribute, detail)]
    }

    /// Whether the name of an attribute begins with `REQ-`, so that clients must support it.
    var hasRequirement: Bool {
        entries.contains { source.bytes[$0.name].starts(with: "REQ-".utf8) }
    }

    /// The number of attributes that have not been removed.
    var untakenCount: Int {
        entries.reduce(0) { $0 + ($1.isTaken ? 0 : 1) }
    }

    /// Returns the attributes that have not been removed, in order.
    func rest() throws(PlaylistError) -> [Attribute] {
        var attributes: [Attribute] = []
        for entry in entries where !entry.isTaken {
            let text = try text(of: entry)
            attributes.append(
                Attribute(source.text(entry.name), entry.isQuoted ? .quoted(text) : .unquoted(text))
            )
        }
        return attributes
    }
}

/// The bytes of a file, from which text is read in the encoding of the current line.
struct LineText {
    let bytes: [UInt8]
    /// Whether the current line is read as Latin-1, because it is not UTF-8.
    var isLatin1 = false

    /// Returns the characters of a range of bytes.
    func text(_ range: Range<Int>) -> String {
        if isLatin1 {
            var scalars = String.UnicodeScalarView()
            for byte in bytes[range] { scalars.append(Unicode.Scalar(byte)) }
            return String(scalars)
        }
        return String(decoding: bytes[range], as: UTF8.self)
    }
}

extension AttributeReader {
    /// A quoted-string, or the one word permitted in its place.
    enum TextOrWord {
        case text(String)
        case word
    }

    /// Removes an attribute and returns its quoted-string, or the one word permitted in its place.
    mutating func string(
        _ name: String, orWord word: String
    ) throws(PlaylistError) -> TextOrWord? {
        if isQuoted(name) == false, try value(name, { $0 == word ? $0 : nil }) != nil {
            return .word
        }
        return try string(name).map { .text($0) }
    }
}
