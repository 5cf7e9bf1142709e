import Containers
import Transport

/// Fetches one initialization section.
struct InitializationJob: Sendable {
    /// The result of the job.
    typealias Value = ReadSection

    let request: ResourceRequest
    let transforms: [any SegmentTransform]
    let context: SegmentContext

    /// Fetches the section.
    func run(_ attempt: FetchAttempt) -> FetchOutcome<ReadSection> { run(attempt, as: nil) }

    func run(_ attempt: FetchAttempt, as key: IndexKey?) -> FetchOutcome<ReadSection> {
        var byteCount: Int64 = 0
        var isStored = false
        var isProtected = false
        do throws(SessionError) {
            let response = try SegmentJob.load(attempt)
            var body = response.body
            byteCount = body.byteCount
            isStored = response.isStored
            for transform in transforms {
                let transformed = try transform.transform(
                    body, of: context, role: .initializationSection)
                body = transformed.body
                isProtected = isProtected || transformed.isUnproven
            }
            // A section in the cache is kept in memory, so that it does not keep a file open.
            if key != nil { body = try Self.inMemory(body) }
            var outcome = FetchOutcome(
                result: .success(
                    ReadSection(
                        body: body,
                        contents: OpenedInitialization(TransportInput(body: body)), key: key,
                        isProtected: isProtected)),
                byteCount: byteCount, isStored: isStored)
            outcome.isVersioned = response.namesVersion
            return outcome
        } catch {
            return FetchOutcome(
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
    /// The parsed contents of the section, which are needed to read each segment.
    let contents: OpenedInitialization
    /// The key of the section in the cache; `nil` if the section is not stored in the cache.
    let key: IndexKey?
    /// Whether the section describes encrypted samples.
    let isProtected: Bool
}
