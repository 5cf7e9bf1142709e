import Transport

/// A loader that fails each request, because the request is forbidden or there is no connection.
///
/// A refused request uses it in place of the loader that would otherwise perform the request.
struct RefusingLoader: ResourceLoader {
    private let cause: TransportError.Cause

    init(_ cause: TransportError.Cause) {
        self.cause = cause
    }

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        throw TransportError(url: request.url, cause: cause)
    }
}
