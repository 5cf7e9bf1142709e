/// Replaces environment variables in texts.
///
/// Variables allow users to keep secrets out of files and command lines.
package enum VariableText {
    /// The error for a variable that is not set.
    package struct Unset: Error, Equatable {
        /// The name of the variable.
        package let name: String

        /// Creates the error for a variable.
        package init(name: String) { self.name = name }
    }

    /// Returns a text in which each `${NAME}` is replaced by its value.
    ///
    /// The values themselves are not expanded.
    ///
    /// - Parameters:
    ///   - text: The text; `$${` is the escaped form of `${`.
    ///   - value: Returns the value of a variable; `nil` when it is not set.
    /// - Returns: The expanded text.
    /// - Throws: ``Unset`` for a variable that is not set.
    package static func expanded(
        _ text: String, _ value: (String) -> String?
    ) throws(Unset) -> String {
        var result = ""
        var rest = text[...]
        while let sign = rest.firstIndex(of: "$") {
            let tail = rest[sign...]
            result += rest[..<sign]
            if tail.hasPrefix("$${") {
                result += "${"
                rest = tail.dropFirst(3)
            } else if let name = name(tail) {
                guard let found = value(name) else { throw Unset(name: name) }
                result += found
                rest = tail.dropFirst(name.count + 3)
            } else {
                result += "$"
                rest = tail.dropFirst()
            }
        }
        return result + rest
    }

    /// Returns the name between the braces at the start of a text; `nil` when there is none.
    private static func name(_ text: Substring) -> String? {
        guard text.hasPrefix("${"), let end = text.firstIndex(of: "}") else { return nil }
        let name = text[..<end].dropFirst(2)
        guard let first = name.utf8.first, !(0x30...0x39).contains(first),
            name.utf8.allSatisfy({ byte in
                byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            })
        else { return nil }
        return String(name)
    }
}
