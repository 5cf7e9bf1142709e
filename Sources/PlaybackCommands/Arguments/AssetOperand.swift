package import CommandTree

/// The rule about the operands of verbs that do not read an asset from standard input.
package enum AssetOperand {
    /// Refuses `-`, which denotes standard input.
    ///
    /// - Parameter assets: The operands.
    /// - Throws: ``UsageError`` when one of the operands is `-`.
    package static func refuseStandardInput(among assets: [String]) throws(UsageError) {
        guard assets.contains(StandardInput.operand) else { return }
        throw .invalidOperand(
            StandardInput.operand,
            "a path or a URL; 'play -' reads standard input, and ./- is a file of that name")
    }
}
