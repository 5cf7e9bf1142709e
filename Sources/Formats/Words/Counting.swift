extension Int {
    /// Returns the number followed by a noun, to which an "s" is added unless the number is one.
    ///
    /// - Parameter noun: The noun in the singular.
    /// - Returns: The number and the noun, such as `3 segments`.
    package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
