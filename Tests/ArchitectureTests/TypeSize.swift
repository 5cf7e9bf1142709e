/// The number of lines of code that each type has, including its extensions in all files.
///
/// Comments and blank lines do not count, since a long explanation makes a type no larger.
///
/// The lines of a nested type count for the outermost type in which it is nested.
struct TypeSize {
    private static let keywords: Set<Substring> = [
        "struct", "class", "enum", "actor", "protocol", "extension",
    ]

    /// The lines of code of each top-level type, from its declaration to its last brace.
    private(set) var lines: [String: Int] = [:]

    /// Measures the types of some files.
    init(_ files: [SourceFile]) {
        for file in files { measure(file.code) }
    }

    private mutating func measure(_ code: [String]) {
        var depth = 0
        var open: (name: String, start: Int)?
        for (number, line) in code.enumerated() {
            if depth == 0, open == nil, let name = Self.name(declaredBy: line) {
                open = (name, number)
            }
            depth += line.count { $0 == "{" } - line.count { $0 == "}" }
            guard depth == 0, let (name, start) = open, line.contains("}") else { continue }
            lines[name, default: 0] += code[start...number].count { line in
                line.contains { $0 != " " }
            }
            open = nil
        }
    }

    /// Returns the name of the outermost type that a line declares or extends, if there is one.
    private static func name(declaredBy line: String) -> String? {
        var line = Substring(line)
        if line.hasPrefix("@"), let end = line.firstIndex(of: ")") {
            line = line[line.index(after: end)...]
        }
        let words = line.split { $0 == " " }
        guard let place = words.firstIndex(where: keywords.contains), place + 1 < words.count
        else { return nil }
        let name = words[place + 1].prefix { $0 == "_" || $0.isLetter || $0.isNumber }
        return name.isEmpty ? nil : String(name)
    }
}
