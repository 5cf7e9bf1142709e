package import Transport

/// Everything that a worker thread needs to fetch a key, a certificate or a licence.
package struct KeyJob: Sendable {
    /// The longest answer that is read.
    private static let byteLimit: Int64 = 1 << 20

    let request: ResourceRequest
    let loader: any ResourceLoader

    /// Prepares to fetch.
    ///
    /// - Parameters:
    ///   - request: What is wanted.
    ///   - loader: Where bytes come from.
    package init(request: ResourceRequest, loader: any ResourceLoader) {
        self.request = request
        self.loader = loader
    }

    /// Fetches the answer, into memory.
    package func run() -> FetchAttempt<ResourceResponse> {
        var byteCount: Int64 = 0
        var isStored = false
        do throws(SessionError) {
            var response = try SegmentJob.load(request, with: loader)
            byteCount = response.body.byteCount
            isStored = response.isStored
            do throws(TransportError) {
                response.body = ResourceBody(try response.body.bytes(limit: Self.byteLimit))
            } catch {
                throw SessionError.transport(error)
            }
            return FetchAttempt(
                result: .success(response), byteCount: byteCount, isStored: isStored)
        } catch {
            return FetchAttempt(
                result: .failure(error), byteCount: byteCount, isStored: isStored)
        }
    }
}
