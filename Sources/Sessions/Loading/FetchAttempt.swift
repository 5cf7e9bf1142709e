/// What came of one try to fetch and read a resource, on a worker thread.
package struct FetchAttempt<Value: Sendable>: Sendable {
    /// What was read, or why it could not be.
    package let result: Result<Value, SessionError>
    /// How many bytes came over the network, also when they could not be read.
    let byteCount: Int64
    /// Whether samples were decoded to prove the key with which they were decrypted.
    var provesKey = false
}
