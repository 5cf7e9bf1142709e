import Transport

/// Fetches and reads an answer of the service that counts streams.
struct StreamSessionJob: ServiceJob {
    let purpose: StreamSessionRequest.Purpose
    let request: ResourceRequest

    /// Reads the answer.
    func answer(status: Int, body: [UInt8]) throws(PlaybackServiceError) -> StreamSessionAnswer {
        try StreamSessionAnswer(to: purpose, status: status, body: body, at: request.url)
    }
}
