import Formats
import HeadlessPlayback

/// A part of a JSON Schema, with its members in order.
indirect enum SchemaNode: Sendable {
    case null
    case truth(Bool)
    case number(Int64)
    case text(String)
    case list([SchemaNode])
    case object([(key: String, value: SchemaNode)])
    /// A part that is stored under a name among the definitions of the schema.
    case definition(String, SchemaNode)

    /// Returns the schema of a text that matches a pattern.
    static func text(pattern: String, examples: [String] = []) -> SchemaNode {
        .object(
            [("type", .text("string")), ("pattern", .text(pattern))]
                + (examples.isEmpty ? [] : [("examples", .list(examples.map { .text($0) }))]))
    }

    /// Returns the schema of a whole number within bounds.
    static func integer(_ bounds: ClosedRange<Int64>) -> SchemaNode {
        let maximum: [(key: String, value: SchemaNode)] =
            bounds.upperBound < .max ? [("maximum", .number(bounds.upperBound))] : []
        return .object(
            [("type", .text("integer")), ("minimum", .number(bounds.lowerBound))] + maximum)
    }

    /// Returns the schema of a whole number, or of a text with a number and a unit.
    static func quantity(_ name: String, units: [String], limit: Int64) -> SchemaNode {
        let pattern = "^[0-9]+(\\.[0-9]+)?(\(units.joined(separator: "|")))?$"
        return .definition(name, .any(of: [.integer(0...limit), .text(pattern: pattern)]))
    }

    /// Returns the schema of a text with a number and a unit, or of a whole number within bounds.
    static func quantity(
        _ name: String, units: [String], plainNumbers: [ClosedRange<Int64>]
    ) -> SchemaNode {
        let pattern = "^[0-9]+(\\.[0-9]+)?(\(units.joined(separator: "|")))$"
        return .definition(
            name, .any(of: plainNumbers.map { .integer($0) } + [.text(pattern: pattern)]))
    }

    /// Returns the schema of a value that must be one of a few words.
    static func words(_ words: [String]) -> SchemaNode {
        .object([("enum", .list(words.map { .text($0) }))])
    }

    /// Returns the schema of a value that matches any of several schemas.
    static func any(of forms: [SchemaNode]) -> SchemaNode {
        forms.count == 1 ? forms[0] : .object([("anyOf", .list(forms))])
    }

    /// Returns the schema of a list whose elements match a schema.
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

/// Writes a JSON Schema as text.
///
/// Each level is indented by two spaces, and the definitions are at the end.
enum SchemaText {
    /// Returns the text of a schema, which ends with a line end.
    ///
    /// - Parameters:
    ///   - head: The members of the schema that precede the members of the root node.
    ///   - root: The node at the root of the schema.
    /// - Returns: The text.
    static func text(head: [(key: String, value: SchemaNode)], _ root: SchemaNode) -> String {
        guard case .object(let members) = root else { return "" }
        var definitions: [(key: String, value: SchemaNode)] = []
        collect(root, into: &definitions)
        let last: [(key: String, value: SchemaNode)] =
            definitions.isEmpty ? [] : [("$defs", .object(definitions))]
        var json = JSONText(isIndented: true)
        json.value(SchemaNode.object(head + members + last))
        json.endLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// Collects the definitions that a node uses, each only once, in the order of their first use.
    private static func collect(
        _ node: SchemaNode, into definitions: inout [(key: String, value: SchemaNode)]
    ) {
        switch node {
        case .null, .truth, .number, .text: break
        case .list(let elements): for element in elements { collect(element, into: &definitions) }
        case .object(let members):
            for member in members { collect(member.value, into: &definitions) }
        case .definition(let name, let form):
            guard !definitions.contains(where: { $0.key == name }) else { return }
            definitions.append((name, form))
            collect(form, into: &definitions)
        }
    }
}

extension JSONText {
    fileprivate mutating func value(_ node: SchemaNode) {
        switch node {
        case .null: null()
        case .truth(let truth): value(truth)
        case .number(let number): value(number)
        case .text(let text): value(text)
        case .list(let elements): array { json in for element in elements { json.value(element) } }
        case .object(let members):
            object { json in
                for (key, node) in members {
                    json.key(key)
                    json.value(node)
                }
            }
        case .definition(let name, _): object { $0.member("$ref", "#/$defs/\(name)") }
        }
    }
}
