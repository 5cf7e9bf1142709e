/// What came of one try to fetch and read a resource, on a worker thread.
package struct FetchAttempt<Value: Sendable>: Sendable {
    /// What was read, or why it could not be.
    package let result: Result<Value, SessionError>
    /// How many bytes came over the network, also when they could not be read.
    let byteCount: Int64
    /// Whether samples were decoded to prove the key with which they were decrypted.
    var provesKey = false

    init(result: Result<Value, SessionError>, byteCount: Int64, provesKey: Bool) {
        self.result = result
        self.byteCount = byteCount
        self.provesKey = provesKey
    }

    /// Creates what came of a try.
    ///
    /// - Parameters:
    ///   - result: What was read, or why it could not be.
    ///   - byteCount: How many bytes came over the network.
    package init(result: Result<Value, SessionError>, byteCount: Int64) {
        self.init(result: result, byteCount: byteCount, provesKey: false)
    }
}
