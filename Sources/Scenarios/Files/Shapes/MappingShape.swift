import Formats
import HeadlessPlayback

/// A key of a mapping: its description, and the destination of its value.
struct Field<Target>: Sendable {
    let key: String
    let isRequired: Bool
    /// The keys that this key requires.
    let needs: [String]
    private let makeSchema: @Sendable () -> SchemaNode
    let read: @Sendable (inout Target, FileValue) throws(ScenarioFileError) -> Void

    /// The schema of the key's value.
    var schema: SchemaNode { makeSchema() }

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - key: The name of the key.
    ///   - shape: The syntax of the key's value.
    ///   - summary: The meaning of the key, in a sentence.
    ///   - isRequired: Whether the key is required.
    ///   - needs: The other keys that this key requires.
    ///   - set: Stores the value.
    init<Value>(
        _ key: String, _ shape: Shape<Value>, _ summary: String, isRequired: Bool = false,
        needs: [String] = [], set: @escaping @Sendable (inout Target, Value) -> Void
    ) {
        self.key = key
        self.isRequired = isRequired
        self.needs = needs
        makeSchema = { shape.schema.described(summary) }
        read = { target, value throws(ScenarioFileError) in set(&target, try shape.read(value)) }
    }

    /// Creates a key with the given schema and the given reader for its value.
    init(
        _ key: String, isRequired: Bool, needs: [String],
        schema: @autoclosure @escaping @Sendable () -> SchemaNode,
        read: @escaping @Sendable (inout Target, FileValue) throws(ScenarioFileError) -> Void
    ) {
        self.key = key
        self.isRequired = isRequired
        self.needs = needs
        makeSchema = schema
        self.read = read
    }
}

extension Shape {
    /// Returns the shape of a mapping.
    ///
    /// - Parameters:
    ///   - summary: The meaning of the mapping, in a sentence.
    ///   - start: The initial value.
    ///   - oneOf: The keys of which exactly one is required.
    ///   - exclusive: The pairs of keys that exclude each other.
    ///   - fields: The keys of the mapping.
    /// - Returns: The shape.
    static func mapping(
        _ summary: String, from start: @escaping @Sendable () -> Value, oneOf: [String] = [],
        exclusive: [(String, String)] = [], fields: [Field<Value>]
    ) -> Shape {
        let known = Dictionary(uniqueKeysWithValues: fields.map { ($0.key, $0) })
        let order = fields.map(\.key)
        let needs = fields.filter { !$0.needs.isEmpty }
        return Shape(
            mappingSchema(
                summary, fields: fields, oneOf: oneOf, exclusive: exclusive, needs: needs)
        ) { value throws(ScenarioFileError) in
            guard case .mapping(let members) = value.node.content else {
                throw value.unexpected("a mapping")
            }
            // Errors in the names of keys are reported before errors in the values of the keys.
            var chosen: String?
            for member in members {
                guard known[member.key] != nil else {
                    throw value.error(
                        .unknownKey(
                            member.key, nearest: nearestWord(to: member.key, in: order),
                            known: order), at: member.place)
                }
                guard oneOf.contains(member.key) else { continue }
                if let chosen {
                    throw value.error(.conflict(chosen, member.key), at: member.place)
                }
                chosen = member.key
            }
            func has(_ key: String) -> Bool { members.contains { $0.key == key } }
            if chosen == nil, !oneOf.isEmpty { throw value.error(.missingChoice(oneOf)) }
            for field in fields where field.isRequired && !has(field.key) {
                throw value.error(.missingKey(field.key))
            }
            for field in needs where has(field.key) {
                for need in field.needs where !has(need) { throw value.error(.missingKey(need)) }
            }
            for (one, other) in exclusive where has(one) && has(other) {
                throw value.error(.conflict(one, other))
            }
            var target = start()
            for member in members { try known[member.key]?.read(&target, value.member(member)) }
            return target
        }
    }
}

/// Returns the schema of a mapping.
private func mappingSchema<Target>(
    _ summary: String, fields: [Field<Target>], oneOf: [String], exclusive: [(String, String)],
    needs: [Field<Target>]
) -> SchemaNode {
    func requiring(_ keys: [String]) -> SchemaNode {
        .object([("required", .list(keys.map { .text($0) }))])
    }
    var members: [(key: String, value: SchemaNode)] = [
        ("description", .text(summary)), ("type", .text("object")),
        ("properties", .object(fields.map { ($0.key, $0.schema) })),
    ]
    let required = fields.filter(\.isRequired).map(\.key)
    if !required.isEmpty { members.append(("required", .list(required.map { .text($0) }))) }
    if !needs.isEmpty {
        let needs = needs.map { ($0.key, SchemaNode.list($0.needs.map { .text($0) })) }
        members.append(("dependentRequired", .object(needs)))
    }
    if !oneOf.isEmpty { members.append(("oneOf", .list(oneOf.map { requiring([$0]) }))) }
    if !exclusive.isEmpty {
        let pairs = exclusive.map { SchemaNode.object([("not", requiring([$0.0, $0.1]))]) }
        members.append(("allOf", .list(pairs)))
    }
    members.append(("additionalProperties", .truth(false)))
    return .object(members)
}
