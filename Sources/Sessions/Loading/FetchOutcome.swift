/// The outcome of one try to fetch and read a resource.
package struct FetchOutcome<Value: Sendable>: Sendable {
    /// The result, or the error.
    package let result: Result<Value, SessionError>
    /// The number of bytes received, even if they could not be read.
    let byteCount: Int64
    /// Whether they came from a store of this machine, so that no network has to carry them.
    let isStored: Bool
    /// The keys that samples proved to be right.
    let provenKeys: Set<KeyPeriod>

    /// Creates the outcome of a try.
    ///
    /// - Parameters:
    ///   - result: What was read, or why it could not be.
    ///   - byteCount: How many bytes came.
    ///   - isStored: Whether they came from a store of this machine.
    ///   - provenKeys: The keys that samples proved to be right.
    package init(
        result: Result<Value, SessionError>, byteCount: Int64, isStored: Bool = false,
        provenKeys: Set<KeyPeriod> = []
    ) {
        self.result = result
        self.byteCount = byteCount
        self.isStored = isStored
        self.provenKeys = provenKeys
    }
}
