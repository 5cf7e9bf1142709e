import Transport

/// Everything that a worker thread needs to fetch one initialization section.
struct InitializationJob: Sendable {
    var request: ResourceRequest
    let loader: any ResourceLoader
    let transforms: [any SegmentTransform]
    let context: SegmentContext

    /// Fetches the section.
    func run() -> FetchAttempt<ResourceBody> {
        var byteCount: Int64 = 0
        do throws(SessionError) {
            var body = try SegmentJob.load(request, with: loader).body
            byteCount = body.byteCount
            for transform in transforms {
                body = try transform.transform(body, of: context, role: .initializationSection).body
            }
            return FetchAttempt(result: .success(body), byteCount: byteCount)
        } catch {
            return FetchAttempt(result: .failure(error), byteCount: byteCount)
        }
    }
}
