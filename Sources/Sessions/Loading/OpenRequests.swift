/// The holds on requests that several may be under way of, each until it is done.
struct OpenRequests {
    private var tokens: [Int: FetchToken] = [:]
    private var count = 0

    /// The number of a request that is about to be made.
    mutating func next() -> Int {
        count += 1
        return count
    }

    /// Keeps a request alive.
    mutating func keep(_ token: FetchToken, as number: Int) {
        tokens[number] = token
    }

    /// Lets go of a request that is done.
    mutating func forget(_ number: Int) {
        tokens[number] = nil
    }

    /// Gives up all requests under way, in no order that shows.
    mutating func release() {
        tokens = [:]
    }
}
