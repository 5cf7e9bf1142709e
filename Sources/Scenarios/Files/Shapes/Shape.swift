/// The syntax of a value in a file: its reader, and the schema that describes it.
///
/// The reader and the schema are built from the same parts, so that playctl and the editors that
/// use the schema accept the same files.
struct Shape<Value>: Sendable {
    typealias Reading = @Sendable (FileValue) throws(ScenarioFileError) -> Value

    private let makeSchema: @Sendable () -> SchemaNode
    let read: Reading

    /// Creates a shape.
    ///
    /// - Parameters:
    ///   - schema: The schema, created on demand.
    ///   - read: Reads a value.
    init(_ schema: @autoclosure @escaping @Sendable () -> SchemaNode, read: @escaping Reading) {
        makeSchema = schema
        self.read = read
    }

    /// The schema of the accepted values.
    var schema: SchemaNode { makeSchema() }

    /// Returns a shape that reads the same syntax and transforms the values.
    func map<New>(
        _ transform: @escaping @Sendable (Value) -> New
    ) -> Shape<New> {
        Shape<New>(schema) { [read] value throws(ScenarioFileError) in transform(try read(value)) }
    }

    /// Returns a shape that transforms the values; the transformation can reject a value.
    func narrowed<New>(
        _ transform: @escaping @Sendable (Value, FileValue) throws(ScenarioFileError) -> New
    ) -> Shape<New> {
        Shape<New>(schema) { [read] value throws(ScenarioFileError) in
            try transform(try read(value), value)
        }
    }

    /// Returns the shape with a different schema, which may be stricter than the reader.
    func described(by schema: SchemaNode) -> Shape {
        Shape(schema, read: read)
    }

    /// Returns the shape as a named definition; schemas then refer to the definition by its name.
    func named(_ name: String) -> Shape {
        Shape(.definition(name, schema), read: read)
    }

    /// The shape whose values also contain the number of the line on which they begin.
    var located: Shape<(value: Value, line: Int)> {
        Shape<(value: Value, line: Int)>(schema) { [read] value throws(ScenarioFileError) in
            (try read(value), value.node.place.line)
        }
    }

    /// Returns the shape of a list whose elements have this shape.
    func list(isEmptyAllowed: Bool = false) -> Shape<[Value]> {
        Shape<[Value]>(.list(of: schema, isEmptyAllowed: isEmptyAllowed)) {
            [read] value throws(ScenarioFileError) in
            guard let elements = value.node.elements else { throw value.unexpected("a list") }
            if elements.isEmpty, !isEmptyAllowed {
                throw value.unexpected("a list with something in it")
            }
            var values: [Value] = []
            values.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                values.append(try read(value.element(index, element)))
            }
            return values
        }
    }

    /// The shape of a list whose elements have this shape, or of a single element.
    var oneOrMore: Shape<[Value]> {
        .either(scalar: map { [$0] }, list: list())
    }

    /// Returns the shape of a scalar, a list or a mapping, each with a syntax of its own.
    static func either(
        scalar: Shape? = nil, list: Shape? = nil, mapping: Shape? = nil
    ) -> Shape {
        let shapes = [scalar, list, mapping].compactMap(\.self)
        return Shape(.any(of: shapes.map(\.schema))) { value throws(ScenarioFileError) in
            let fitting =
                switch value.node.content {
                case .scalar: scalar
                case .sequence: list
                case .mapping: mapping
                }
            if let fitting { return try fitting.read(value) }
            let names: [(String, Bool)] = [
                ("a word", scalar != nil), ("a list", list != nil), ("a mapping", mapping != nil),
            ]
            throw value.unexpected(
                names.filter(\.1).map(\.0).joined(separator: " or "))
        }
    }
}
