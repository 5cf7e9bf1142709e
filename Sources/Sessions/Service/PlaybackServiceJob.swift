import Transport

/// Fetches and reads an answer of a playback service.
struct PlaybackServiceJob: ServiceJob {
    let inquiry: PlaybackServiceRequest
    let request: ResourceRequest

    /// Prepares a request.
    ///
    /// - Throws: `PlaybackServiceError` when it cannot be sent.
    init(_ inquiry: PlaybackServiceRequest) throws(PlaybackServiceError) {
        self.inquiry = inquiry
        request = try inquiry.resourceRequest()
    }

    /// Reads the answer.
    func answer(
        status: Int, body: [UInt8]
    ) throws(PlaybackServiceError) -> PlaybackServiceAnswer {
        try PlaybackServiceAnswer(to: inquiry, status: status, body: body, at: request.url)
    }
}
