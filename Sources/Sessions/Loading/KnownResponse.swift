import Transport

/// A loader with one response, for reading it once more.
struct KnownResponse: ResourceLoader {
    private let response: ResourceResponse

    init(_ response: ResourceResponse) {
        self.response = response
    }

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse { response }
}
