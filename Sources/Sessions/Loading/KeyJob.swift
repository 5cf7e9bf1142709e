import Transport

/// Everything that a worker thread needs to fetch a key, a certificate or a licence.
struct KeyJob: Sendable {
    let request: ResourceRequest
    let loader: any ResourceLoader
    let limit: Int64

    /// Fetches the answer, into memory.
    func run() -> FetchAttempt<ResourceResponse> {
        var byteCount: Int64 = 0
        do throws(SessionError) {
            var response = try SegmentJob.load(request, with: loader)
            byteCount = response.body.byteCount
            do throws(TransportError) {
                response.body = ResourceBody(try response.body.bytes(limit: limit))
            } catch {
                throw SessionError.transport(error)
            }
            return FetchAttempt(result: .success(response), byteCount: byteCount)
        } catch {
            return FetchAttempt(result: .failure(error), byteCount: byteCount)
        }
    }
}
