import Transport

/// A loader in place of one that an asset's options do not allow.
struct RefusingLoader: ResourceLoader {
    private let cause: TransportError.Cause

    init(_ cause: TransportError.Cause) {
        self.cause = cause
    }

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        throw TransportError(url: request.url, cause: cause)
    }
}
