package import Transport

/// Fetches a key, a certificate or a licence.
package struct KeyJob: ReadingJob {
    /// The result of the job.
    package typealias Value = ResourceResponse

    /// The size limit of a response in bytes.
    private static let byteLimit: Int64 = 1 << 20

    /// The request to make.
    package let request: ResourceRequest

    /// Creates a job that makes a request.
    ///
    /// - Parameter request: The request.
    package init(_ request: ResourceRequest) {
        self.request = request
    }

    /// Fetches the response, into memory.
    package func run(_ attempt: FetchAttempt) -> FetchOutcome<ResourceResponse> {
        var byteCount: Int64 = 0
        var isStored = false
        do throws(SessionError) {
            var response = try SegmentJob.load(attempt)
            byteCount = response.body.byteCount
            isStored = response.isStored
            do throws(TransportError) {
                response.body = ResourceBody(try response.body.bytes(limit: Self.byteLimit))
            } catch {
                throw SessionError.transport(error)
            }
            return FetchOutcome(
                result: .success(response), byteCount: byteCount, isStored: isStored)
        } catch {
            return FetchOutcome(
                result: .failure(error), byteCount: byteCount, isStored: isStored)
        }
    }
}

extension ResourceFetcher {
    /// Fetches a key, a certificate or a licence for content protection.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - completion: Receives the response, with its body in memory, or the error of the last
    ///     attempt.
    /// - Returns: A token; releasing it cancels the request.
    package func fetchKey(
        _ request: ResourceRequest, completion: @escaping (ProtectionHost.Answer) -> Void
    ) -> FetchToken {
        var request = request
        request.cause = RequestCause(.key)
        request.patience = recovery.patienceForAnswers
        return fetch(.key, KeyJob(request)) { [weak self] result in
            if case .success(let fetched) = result { self?.use(bytes: fetched.byteCount) }
            completion(result.map(\.value))
        }
    }
}
