extension Int {
    /// Returns the number with a noun, which gets an "s" unless the number is one.
    ///
    /// - Parameter noun: The noun in the singular.
    /// - Returns: Both, such as `3 segments`.
    package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
