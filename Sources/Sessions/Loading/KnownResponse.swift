import Transport

/// A loader that returns an already known response, so that the response can be read again.
struct KnownResponse: ResourceLoader {
    private let response: ResourceResponse

    init(_ response: ResourceResponse) {
        self.response = response
    }

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse { response }
}
