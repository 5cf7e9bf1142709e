import Transport

/// Everything that a worker thread needs to fetch one initialization section.
struct InitializationJob: Sendable {
    var request: ResourceRequest
    var loader: any ResourceLoader
    /// What was read before; `nil` when nothing is to be looked up.
    var index: SegmentIndex?
    let transforms: [any SegmentTransform]
    let context: SegmentContext

    /// Fetches the section.
    func run(as key: IndexKey?) -> FetchAttempt<ReadSection> {
        var byteCount: Int64 = 0
        var isStored = false
        var isProtected = false
        do throws(SessionError) {
            let response = try SegmentJob.load(request, with: loader)
            var body = response.body
            byteCount = body.byteCount
            isStored = response.isStored
            for transform in transforms {
                let transformed = try transform.transform(
                    body, of: context, role: .initializationSection)
                body = transformed.body
                isProtected = isProtected || transformed.isUnproven
            }
            // What is kept holds no file open.
            if key != nil { body = try Self.inMemory(body) }
            return FetchAttempt(
                result: .success(ReadSection(body: body, key: key, isProtected: isProtected)),
                byteCount: byteCount, isStored: isStored)
        } catch {
            return FetchAttempt(
                result: .failure(error), byteCount: byteCount, isStored: isStored)
        }
    }

    private static func inMemory(_ body: ResourceBody) throws(SessionError) -> ResourceBody {
        do throws(TransportError) {
            return ResourceBody(try body.bytes(limit: SegmentJob.initializationLimit))
        } catch {
            throw .transport(error)
        }
    }
}

/// An initialization section that was read.
struct ReadSection: Sendable {
    let body: ResourceBody
    /// What decided how it came out; `nil` when that is not known.
    let key: IndexKey?
    /// Whether it describes encrypted samples.
    let isProtected: Bool
}
