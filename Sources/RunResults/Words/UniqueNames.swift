/// Makes the names in a report unique, because readers of reports identify elements by name.
package struct UniqueNames {
    private var counts: [String: Int] = [:]

    /// Creates an empty set of names.
    package init() {}

    /// Makes a name unique.
    ///
    /// - Parameter name: The name.
    /// - Returns: The name, followed by a number if the same name has been passed before.
    package mutating func take(_ name: String) -> String {
        guard let count = counts[name] else {
            counts[name] = 1
            return name
        }
        var number = count + 1
        while counts["\(name) (\(number))"] != nil { number += 1 }
        counts[name] = number
        counts["\(name) (\(number))"] = 1
        return "\(name) (\(number))"
    }
}
