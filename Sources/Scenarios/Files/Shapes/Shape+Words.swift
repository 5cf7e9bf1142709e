import Formats
import HeadlessPlayback

extension Shape<String> {
    /// The syntax of a text.
    ///
    /// A text must be in quotes if YAML would otherwise read it as a number, a Boolean or null.
    static let text = Shape(.object([("type", .text("string"))])) {
        value throws(ScenarioFileError) in
        guard case .scalar(let text, let style) = value.node.content else {
            throw value.unexpected("a text")
        }
        guard style == .quoted || YAMLWord(text) == .text else {
            throw value.unexpected(
                value.node.isNull ? "a text" : "a text: put the value into quotes to make it one")
        }
        return text
    }

    /// The syntax of a text that is not empty.
    static let name = Shape(
        .object([("type", .text("string")), ("minLength", .number(1))])
    ) { value throws(ScenarioFileError) in
        let text = try Self.text.read(value)
        guard !text.isEmpty else { throw value.unexpected("a text with something in it") }
        return text
    }

    /// The syntax of an address or a file path.
    ///
    /// A path is relative to the folder of the scenario file.
    static let place = Shape(name.schema) { value throws(ScenarioFileError) in
        _ = try name.read(value)
        return try value.surroundings.resolve(value)
    }

    /// The syntax of a language.
    static let language = Shape(
        .text(pattern: "^[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8})*$", examples: ["en", "no", "pt-BR"])
    ) { value throws(ScenarioFileError) in
        let text = try Self.text.read(value)
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isTag = parts.allSatisfy { part in
            (1...8).contains(part.utf8.count)
                && part.utf8.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                }
        }
        guard isTag else { throw value.unexpected("a language such as en or pt-BR") }
        return text
    }
}

extension Shape<Bool> {
    /// The syntax of `true` or `false`.
    static let truth = Shape(.object([("type", .text("boolean"))])) {
        value throws(ScenarioFileError) in
        guard case .scalar(let text, .plain) = value.node.content,
            case .truth(let truth) = YAMLWord(text)
        else { throw value.unexpected("true or false") }
        return truth
    }
}

extension Shape<Void> {
    /// The syntax of null or `true`, for a key that needs no value.
    static let nothing = Shape(.object([("enum", .list([.null, .truth(true)]))])) {
        value throws(ScenarioFileError) in
        if value.node.isNull { return }
        guard case .scalar(let text, .plain) = value.node.content,
            YAMLWord(text) == .truth(true)
        else { throw value.unexpected("no value after the key") }
    }

    /// Returns the shape of exactly one word.
    static func word(_ word: String) -> Shape {
        Shape<Int>.words([(word, 0)]).map { _ in }
    }
}

extension Shape {
    /// Returns the shape of a value that is written as one of a few words.
    static func words(_ words: [(word: String, value: Value)]) -> Shape where Value: Sendable {
        let names = words.map(\.word)
        return Shape(.words(names)) { value throws(ScenarioFileError) in
            if case .scalar(let text, _) = value.node.content,
                let match = words.first(where: { $0.word == text })
            {
                return match.value
            }
            let nearest = value.word.flatMap { nearestWord(to: $0, in: names) }
            let list = names.count == 1 ? names[0] : "one of \(names.joined(separator: ", "))"
            throw value.unexpected(list + (nearest.map { " (did you mean '\($0)'?)" } ?? ""))
        }
    }

    /// Returns a shape that accepts an additional word, which stands for a given value.
    func or(_ word: String, _ meaning: Value) -> Shape where Value: Sendable {
        Shape(.any(of: [.words([word]), schema])) { [read] value throws(ScenarioFileError) in
            value.word == word ? meaning : try read(value)
        }
    }
}

extension Shape where Value: CaseIterable & RawRepresentable<String> & Sendable {
    /// The shape of an enumeration: one of the raw values of its cases.
    static var choice: Shape {
        words(Value.allCases.map { ($0.rawValue, $0) })
    }
}

extension Shape<[UInt8]> {
    /// The syntax of a key: 16 bytes as hexadecimal digits.
    ///
    /// The digits must be in quotes if YAML would otherwise read them as a number.
    static let key = Shape(.text(pattern: "^(0x)?[0-9A-Fa-f]{32}$")) {
        value throws(ScenarioFileError) in
        let text = try Shape<String>.text.read(value)
        let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
        guard let key = Hexadecimal.bytes(digits.utf8), key.count == 16 else {
            throw value.unexpected("32 hexadecimal digits")
        }
        return key
    }
}

extension Shape<PropertyValue> {
    /// The syntax of any JSON value.
    static let property = Shape(.object([])) { value throws(ScenarioFileError) in
        try property(value)
    }

    private static func property(_ value: FileValue) throws(ScenarioFileError) -> PropertyValue {
        switch value.node.content {
        case .scalar(let text, .quoted): return .string(text)
        case .scalar(let text, .plain):
            switch YAMLWord(text) {
            case .null: return .null
            case .truth(let truth): return .bool(truth)
            case .integer:
                if let integer = Int64(text) { return .integer(integer) }
                fallthrough
            case .number:
                guard let number = Double(text), number.isFinite else {
                    throw value.unexpected("a number as JSON has it")
                }
                return .number(number)
            case .text: return .string(text)
            }
        case .sequence(let nodes):
            var elements: [PropertyValue] = []
            for (index, node) in nodes.enumerated() {
                elements.append(try property(value.element(index, node)))
            }
            return .array(elements)
        case .mapping(let nodes):
            var members: [String: PropertyValue] = [:]
            for node in nodes { members[node.key] = try property(value.member(node)) }
            return .object(members)
        }
    }
}

extension Shape<[String: PropertyValue]> {
    /// The syntax of a mapping from names to values of any kind.
    static let properties = Shape(.object([("type", .text("object"))])) {
        value throws(ScenarioFileError) in
        guard case .mapping = value.node.content else { throw value.unexpected("a mapping") }
        return try Shape<PropertyValue>.property.read(value).object ?? [:]
    }
}
