public import Presentation
import Transport
public import VirtualTime

/// Finds the videos and playlists of an account at a playback service.
///
/// ```swift
/// let account = PlaybackServiceAccount(id: "1234", policyKey: key)
/// let service = PlaybackService(account, in: controller.world)
/// request = service.findVideo(.video(id: "5678")) { result in
///     if case .success(let video) = result { controller.setVideos([video]) }
/// }
/// controller.run()
/// ```
///
/// Like sessions, requests use the loader, the network and the injected faults of the
/// `PlaybackWorld`. Each completion is called once, on the event loop of that world, and never
/// within the call that starts the request. Failed requests are not retried; the caller may repeat
/// them.
///
/// Source: `Documentation/Brightcove.md#playback-service`.
public final class PlaybackService {
    /// The account at the playback service.
    public let account: PlaybackServiceAccount

    private let world: PlaybackWorld
    private let fetcher: ServiceFetcher

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - world: The environment in which requests are made.
    public init(_ account: PlaybackServiceAccount, in world: PlaybackWorld) {
        self.account = account
        self.world = world
        fetcher = ServiceFetcher(world)
    }

    /// The outcomes of the requests; requests in progress count as wasted.
    public var requests: RequestAccount { fetcher.requests }

    /// Finds a video, a playlist or the videos of a search.
    ///
    /// - Parameters:
    ///   - subject: The requested object.
    ///   - authToken: The token of the viewer; `nil` sends the policy key of the account.
    ///   - parameters: The parameters of the query.
    ///   - completion: Receives the answer or the error.
    /// - Returns: The request, which is cancelled when it is released.
    public func find(
        _ subject: PlaybackServiceRequest.Subject, authToken: String? = nil,
        parameters: [String: String] = [:],
        completion: @escaping (Result<PlaybackServiceAnswer, PlaybackServiceError>) -> Void
    ) -> Hold {
        let request = PlaybackServiceRequest(
            subject, of: account, authToken: authToken, parameters: parameters)
        return send(request, completion)
    }

    /// Finds a video.
    ///
    /// - Parameters:
    ///   - subject: The video; a list is an error.
    ///   - authToken: The token of the viewer; `nil` sends the policy key of the account.
    ///   - parameters: The parameters of the query.
    ///   - completion: Receives the video or the error.
    /// - Returns: The request, which is cancelled when it is released.
    public func findVideo(
        _ subject: PlaybackServiceRequest.Subject, authToken: String? = nil,
        parameters: [String: String] = [:],
        completion: @escaping (Result<Video, PlaybackServiceError>) -> Void
    ) -> Hold {
        find(subject, authToken: authToken, parameters: parameters) { result in
            completion(result.part("a video") { $0.video })
        }
    }

    /// Finds the videos of a playlist or a search.
    ///
    /// - Parameters:
    ///   - subject: The playlist or the search; a single video is an error.
    ///   - authToken: The token of the viewer; `nil` sends the policy key of the account.
    ///   - parameters: The parameters of the query, such as `limit` and `offset`.
    ///   - completion: Receives the videos or the error.
    /// - Returns: The request, which is cancelled when it is released.
    public func findPlaylist(
        _ subject: PlaybackServiceRequest.Subject, authToken: String? = nil,
        parameters: [String: String] = [:],
        completion: @escaping (Result<VideoPlaylist, PlaybackServiceError>) -> Void
    ) -> Hold {
        find(subject, authToken: authToken, parameters: parameters) { result in
            completion(result.part("a list of videos") { $0.playlist })
        }
    }

    private func send(
        _ request: PlaybackServiceRequest,
        _ completion: @escaping (Result<PlaybackServiceAnswer, PlaybackServiceError>) -> Void
    ) -> Hold {
        // The request retains the service, because the caller may have created it only for the
        // request.
        fetcher.send { () throws(PlaybackServiceError) in
            try PlaybackServiceJob(request)
        } completion: { [self] result in
            completion(
                result.map { answer in
                    var answer = answer
                    answer.set(
                        VideoProvenance(
                            account: account, authToken: request.authToken,
                            instant: world.loop.now))
                    return answer
                })
        }
    }
}

extension Result where Success == PlaybackServiceAnswer, Failure == PlaybackServiceError {
    /// Returns the object in the answer, or an error if the caller requires another kind.
    fileprivate func part<Part>(
        _ expected: String, _ part: (PlaybackServiceAnswer) -> Part?
    ) -> Result<Part, PlaybackServiceError> {
        flatMap { answer in
            if let part = part(answer) { return .success(part) }
            let found = answer.video == nil ? "a list of videos" : "a video"
            return .failure(PlaybackServiceError(.mismatch(expected: expected, found: found)))
        }
    }
}
