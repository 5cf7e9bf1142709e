package import Formats

/// An answer of the service that counts the streams of a viewer.
package enum StreamSessionAnswer: Equatable, Sendable {
    /// The stream may play.
    case granted(interval: Duration)
    /// The answer is empty: the account does not limit streams, or the stream has ended.
    case noContent
    /// The list of the viewer's sessions, as it was sent.
    case sessions([String: PropertyValue])

    /// The interval between heartbeats if the answer states none.
    private static let usualInterval = Duration.seconds(60)

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the request.
    ///   - status: The status of the answer.
    ///   - body: The text of the answer.
    ///   - url: The location of the request.
    /// - Throws: `PlaybackServiceError` for a refusal, and for any text other than the expected
    ///   JSON.
    package init(
        to purpose: StreamSessionRequest.Purpose, status: Int, body: [UInt8], at url: String = ""
    ) throws(PlaybackServiceError) {
        let isSuccess = (200...299).contains(status)
        if status == 204 || isSuccess && purpose == .end {
            self = .noContent
            return
        }
        let json: PropertyValue
        do throws(JSONError) {
            json = try JSONReader.read(body)
        } catch {
            guard isSuccess else { throw PlaybackServiceError(.api(status: status, []), at: url) }
            throw PlaybackServiceError(.json(error, body: body), at: url)
        }
        let refusals = PlaybackServiceRefusal.list(in: json)
        guard isSuccess, json["error"] == nil else {
            throw PlaybackServiceError(.api(status: status, refusals), at: url)
        }
        do throws(JSONError) {
            self = try Self.read(json, purpose)
        } catch {
            throw PlaybackServiceError(.json(error, body: body), at: url)
        }
    }

    private static func read(
        _ json: PropertyValue, _ purpose: StreamSessionRequest.Purpose
    ) throws(JSONError) -> Self {
        if purpose == .list {
            if let sessions = json.object { return .sessions(sessions) }
            guard json.array != nil else {
                throw JSONError(.unexpected(expected: "a list of sessions"))
            }
            return .sessions(["sessions": json])
        }
        guard json.object != nil else {
            throw JSONError(.unexpected(expected: "the object of a session"))
        }
        let key = "heartbeat_interval"
        guard let member = json[key], !member.isNull else {
            return .granted(interval: usualInterval)
        }
        guard let milliseconds = member.integer, milliseconds > 0 else {
            throw JSONError(.unexpected(expected: "a positive number of milliseconds"), at: key)
        }
        return .granted(interval: .milliseconds(milliseconds))
    }
}

extension StreamConcurrency.Outcome {
    /// Creates the outcome of a heartbeat.
    ///
    /// - Parameter result: The answer to the heartbeat, or the error.
    package init(_ result: Result<StreamSessionAnswer, PlaybackServiceError>) {
        switch result {
        case .success(.granted(let interval)): self = .granted(interval: interval)
        case .success: self = .unlimited
        case .failure(let error):
            switch error.cause {
            case .connection, .json: self = .lost(error)
            case .unsendable, .mismatch: self = .refused(error)
            case .api:
                switch error.reason {
                case .streamLimit: self = .limited
                case .unavailable: self = .lost(error)
                default: self = .refused(error)
                }
            }
        }
    }
}
