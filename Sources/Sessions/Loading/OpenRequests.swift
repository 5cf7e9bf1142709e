import VirtualTime

/// The tokens of the requests in progress.
struct OpenRequests {
    private var tokens: [Int: Hold] = [:]
    private var count = 0

    /// Returns the number of the next request.
    mutating func next() -> Int {
        count += 1
        return count
    }

    /// Keeps a request alive.
    mutating func keep(_ token: Hold, as number: Int) {
        tokens[number] = token
    }

    /// Releases the token of a finished request.
    mutating func forget(_ number: Int) {
        tokens[number] = nil
    }

    /// Cancels all requests; the order in which they are cancelled has no visible effect.
    mutating func release() {
        tokens = [:]
    }
}
