import Transport

/// A loader that fails each request, because the request is forbidden or there is no connection.
///
/// The fetcher uses it for a refused request, in place of the loader that normally performs
/// requests.
struct RefusingLoader: ResourceLoader {
    private let cause: TransportError.Cause

    init(_ cause: TransportError.Cause) {
        self.cause = cause
    }

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        throw TransportError(url: request.url, cause: cause)
    }
}
