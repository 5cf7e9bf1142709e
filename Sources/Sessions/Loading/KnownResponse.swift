import Transport

/// A loader that returns one known response, so that it can be read once more.
struct KnownResponse: ResourceLoader {
    private let response: ResourceResponse

    init(_ response: ResourceResponse) {
        self.response = response
    }

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse { response }
}
