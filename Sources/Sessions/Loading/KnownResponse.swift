import Transport

/// A loader that returns a response that is already known, so that a reader can read it again.
struct KnownResponse: ResourceLoader {
    private let response: ResourceResponse

    init(_ response: ResourceResponse) {
        self.response = response
    }

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse { response }
}
