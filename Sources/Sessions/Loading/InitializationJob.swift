import Transport

/// Everything that a worker thread needs to fetch one initialization section.
struct InitializationJob: Sendable {
    var request: ResourceRequest
    var loader: any ResourceLoader
    let transforms: [any SegmentTransform]
    let context: SegmentContext

    /// Fetches the section.
    func run() -> FetchAttempt<ResourceBody> {
        var byteCount: Int64 = 0
        var isStored = false
        do throws(SessionError) {
            let response = try SegmentJob.load(request, with: loader)
            var body = response.body
            byteCount = body.byteCount
            isStored = response.isStored
            for transform in transforms {
                body = try transform.transform(body, of: context, role: .initializationSection).body
            }
            return FetchAttempt(
                result: .success(body), byteCount: byteCount, isStored: isStored)
        } catch {
            return FetchAttempt(
                result: .failure(error), byteCount: byteCount, isStored: isStored)
        }
    }
}
