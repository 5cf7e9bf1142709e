import HeadlessPlayback

/// A part of a JSON Schema, with its members in order.
indirect enum SchemaNode: Sendable {
    case null
    case truth(Bool)
    case number(Int64)
    case text(String)
    case list([SchemaNode])
    case object([(key: String, value: SchemaNode)])
    /// A named part among the definitions.
    case definition(String, SchemaNode)

    /// A text of a certain form.
    static func text(pattern: String, examples: [String] = []) -> SchemaNode {
        .object(
            [("type", .text("string")), ("pattern", .text(pattern))]
                + (examples.isEmpty ? [] : [("examples", .list(examples.map { .text($0) }))]))
    }

    /// A whole number within bounds.
    static func integer(_ bounds: ClosedRange<Int64>) -> SchemaNode {
        let maximum: [(key: String, value: SchemaNode)] =
            bounds.upperBound < .max ? [("maximum", .number(bounds.upperBound))] : []
        return .object(
            [("type", .text("integer")), ("minimum", .number(bounds.lowerBound))] + maximum)
    }

    /// A whole number, or a text of a number with a unit.
    static func quantity(_ name: String, units: [String], limit: Int64) -> SchemaNode {
        let pattern = "^[0-9]+(\\.[0-9]+)?(\(units.joined(separator: "|")))?$"
        return .definition(name, .any(of: [.integer(0...limit), .text(pattern: pattern)]))
    }

    /// One of a few words.
    static func words(_ words: [String]) -> SchemaNode {
        .object([("enum", .list(words.map { .text($0) }))])
    }

    /// Any of several forms.
    static func any(of forms: [SchemaNode]) -> SchemaNode {
        forms.count == 1 ? forms[0] : .object([("anyOf", .list(forms))])
    }

    /// A list of things of a form.
    static func list(of form: SchemaNode, isEmptyAllowed: Bool) -> SchemaNode {
        .object(
            [("type", .text("array")), ("items", form)]
                + (isEmptyAllowed ? [] : [("minItems", .number(1))]))
    }

    /// Returns the schema with a description.
    func described(_ summary: String) -> SchemaNode {
        switch self {
        case .object(let members):
            .object(
                [("description", .text(summary))] + members.filter { $0.key != "description" })
        case .definition(let name, let form):
            .object([("description", .text(summary)), ("allOf", .list([.definition(name, form)]))])
        default: self
        }
    }
}

/// Writes a JSON Schema: two blanks a level, definitions behind everything else.
struct SchemaWriter {
    private var text = ""
    private var definitions: [(key: String, value: SchemaNode)] = []

    /// The text of a schema, with the end of its last line.
    ///
    /// - Parameters:
    ///   - head: The members that are no part of the form.
    ///   - root: The form.
    /// - Returns: The text.
    static func text(head: [(key: String, value: SchemaNode)], _ root: SchemaNode) -> String {
        guard case .object(let members) = root else { return "" }
        var finder = SchemaWriter()
        finder.collect(root)
        var writer = SchemaWriter()
        let definitions: [(key: String, value: SchemaNode)] =
            finder.definitions.isEmpty ? [] : [("$defs", .object(finder.definitions))]
        writer.write(.object(head + members + definitions), depth: 0)
        return writer.text + "\n"
    }

    /// Finds the definitions, each once, in the order in which they are met.
    private mutating func collect(_ node: SchemaNode) {
        switch node {
        case .null, .truth, .number, .text: break
        case .list(let elements): for element in elements { collect(element) }
        case .object(let members): for member in members { collect(member.value) }
        case .definition(let name, let form):
            guard !definitions.contains(where: { $0.key == name }) else { return }
            definitions.append((name, form))
            collect(form)
        }
    }

    private mutating func write(_ node: SchemaNode, depth: Int) {
        switch node {
        case .null: text += "null"
        case .truth(let truth): text += truth ? "true" : "false"
        case .number(let number): text += "\(number)"
        case .text(let string): quote(string)
        case .list(let elements):
            enclose("[", "]", elements, depth) { writer, element in
                writer.write(element, depth: depth + 1)
            }
        case .object(let members):
            enclose("{", "}", members, depth) { writer, member in
                writer.quote(member.key)
                writer.text += ": "
                writer.write(member.value, depth: depth + 1)
            }
        case .definition(let name, _):
            write(.object([("$ref", .text("#/$defs/\(name)"))]), depth: depth)
        }
    }

    private mutating func enclose<Element>(
        _ start: String, _ end: String, _ elements: [Element], _ depth: Int,
        _ body: (inout SchemaWriter, Element) -> Void
    ) {
        text += start
        for (index, element) in elements.enumerated() {
            text += index == 0 ? "\n" : ",\n"
            text += String(repeating: "  ", count: depth + 1)
            body(&self, element)
        }
        if !elements.isEmpty { text += "\n" + String(repeating: "  ", count: depth) }
        text += end
    }

    private mutating func quote(_ string: String) {
        var json = JSONText()
        json.value(string)
        text += String(decoding: json.bytes, as: UTF8.self)
    }
}
