import Transport

/// A job that fetches and reads an answer of a service; a refusal also counts as an answer.
protocol ServiceJob: ReadingJob where Value == Result<Answer, PlaybackServiceError> {
    /// The type of the requested answer.
    associatedtype Answer: Sendable

    /// Reads the answer.
    ///
    /// - Parameters:
    ///   - status: The HTTP status of the response.
    ///   - body: The body of the response.
    /// - Returns: The answer.
    /// - Throws: `PlaybackServiceError` for a refusal, and for a body that is not as expected.
    func answer(status: Int, body: [UInt8]) throws(PlaybackServiceError) -> Answer
}

extension ServiceJob {
    /// Fetches and reads the answer.
    func run(_ attempt: FetchAttempt) -> FetchOutcome<Value> {
        var byteCount: Int64 = 0
        do throws(SessionError) {
            let response = try SegmentJob.load(attempt)
            byteCount = response.body.byteCount
            return FetchOutcome(
                result: .success(try read(response)), byteCount: byteCount,
                isStored: response.isStored)
        } catch {
            return FetchOutcome(result: .failure(error), byteCount: byteCount)
        }
    }

    private func read(_ response: ResourceResponse) throws(SessionError) -> Value {
        let body: [UInt8]
        do throws(TransportError) {
            body = try response.body.bytes(limit: request.maximumByteCount)
        } catch {
            throw .transport(error)
        }
        do throws(PlaybackServiceError) {
            // Loaders that use no server, such as the loaders of tests, return no status. Their
            // responses count as successful.
            return .success(try answer(status: response.status ?? 200, body: body))
        } catch {
            return .failure(error)
        }
    }
}
