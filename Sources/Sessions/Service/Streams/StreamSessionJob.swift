import Transport

/// Fetches and reads an answer of the service that counts streams.
struct StreamSessionJob: ReadingJob {
    /// The result of the job: a refusal is an answer, too.
    typealias Value = Result<StreamSessionAnswer, PlaybackServiceError>

    let purpose: StreamSessionRequest.Purpose
    let request: ResourceRequest

    /// Fetches and reads the answer.
    func run(_ attempt: FetchTry) -> FetchOutcome<Value> {
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
            // Without a server there is no status, as with the loaders of tests.
            return .success(
                try StreamSessionAnswer(
                    to: purpose, status: response.status ?? 200, body: body, at: request.url))
        } catch {
            return .failure(error)
        }
    }
}
