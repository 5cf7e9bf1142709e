/// What came of one try to fetch and read a resource, on a worker thread.
package struct FetchAttempt<Value: Sendable>: Sendable {
    /// What was read, or why it could not be.
    package let result: Result<Value, SessionError>
    /// How many bytes came, also when they could not be read.
    let byteCount: Int64
    /// Whether they came from a store of this machine, so that no network has to carry them.
    let isStored: Bool
    /// Whether samples were decoded to prove the key with which they were decrypted.
    let provesKey: Bool

    /// Creates what came of a try.
    ///
    /// - Parameters:
    ///   - result: What was read, or why it could not be.
    ///   - byteCount: How many bytes came.
    ///   - isStored: Whether they came from a store of this machine.
    ///   - provesKey: Whether samples were decoded to prove their key.
    package init(
        result: Result<Value, SessionError>, byteCount: Int64, isStored: Bool = false,
        provesKey: Bool = false
    ) {
        self.result = result
        self.byteCount = byteCount
        self.isStored = isStored
        self.provesKey = provesKey
    }
}
