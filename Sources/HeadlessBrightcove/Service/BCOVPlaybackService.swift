import Foundation
import HeadlessPlayback
public import Sessions
import VirtualTime

/// The client of a playback service, with the interface of the SDK.
public final class BCOVPlaybackService {
    /// The wrapped client.
    public let service: PlaybackService

    /// The requests in progress, by their sequence numbers.
    private var requests: [Int: Hold] = [:]
    private var requestCount = 0

    /// Creates a wrapper of a client.
    ///
    /// - Parameter service: The client to wrap.
    public init(_ service: PlaybackService) { self.service = service }

    /// Creates a client for an account, in the `PlaybackWorld` of `BCOVSimulation`.
    ///
    /// - Parameters:
    ///   - accountId: The id of the account.
    ///   - policyKey: The policy key; `nil` for an account with playback rights, whose requests
    ///     contain a token instead.
    @preconcurrency @MainActor public convenience init(accountId: String!, policyKey: String!) {
        let account = PlaybackServiceAccount(id: accountId ?? "", policyKey: policyKey)
        self.init(PlaybackService(account, in: BCOVSimulation.world))
    }

    /// Creates a client for a factory's account, in the `PlaybackWorld` of `BCOVSimulation`.
    ///
    /// - Parameter requestFactory: The factory, which also supplies the locations of the service.
    @preconcurrency @MainActor public convenience init(
        requestFactory: BCOVPlaybackServiceRequestFactory!
    ) {
        let account = requestFactory?.account ?? PlaybackServiceAccount(id: "")
        self.init(PlaybackService(account, in: BCOVSimulation.world))
    }

    /// Finds a video.
    ///
    /// - Parameters:
    ///   - configuration: The id of the video under ``kBCOVPlaybackServiceConfigurationKeyAssetID``
    ///     or its reference id under ``kBCOVPlaybackServiceConfigurationKeyAssetReferenceID``, and
    ///     the token of the viewer.
    ///   - queryParameters: The parameters of the query; `nil` means none.
    ///   - completionHandler: Receives the video and its JSON, or an error.
    public func findVideo(
        withConfiguration configuration: [AnyHashable: Any]!,
        queryParameters: [AnyHashable: Any]!,
        completion completionHandler:
            @escaping (BCOVVideo?, [AnyHashable: Any]?, (any Error)?) ->
            Void
    ) {
        let given = BCOVDictionary(configuration)
        let subject: PlaybackServiceRequest.Subject =
            given.text(kBCOVPlaybackServiceConfigurationKeyAssetID).map { .video(id: $0) }
            ?? .videoReference(
                given.text(kBCOVPlaybackServiceConfigurationKeyAssetReferenceID) ?? "")
        find(subject, given, queryParameters) { answer, error in
            completionHandler(
                answer?.video.map(BCOVVideo.init), answer?.json.object?.bridged, error)
        }
    }

    /// Finds a playlist.
    ///
    /// - Parameters:
    ///   - configuration: The id of the playlist under
    ///     ``kBCOVPlaybackServiceConfigurationKeyAssetID`` or its reference id under
    ///     ``kBCOVPlaybackServiceConfigurationKeyAssetReferenceID``, and the token of the viewer.
    ///   - queryParameters: The parameters of the query; `nil` means none.
    ///   - completionHandler: Receives the playlist and its JSON, or an error.
    public func findPlaylist(
        withConfiguration configuration: [AnyHashable: Any]!,
        queryParameters: [AnyHashable: Any]!,
        completion completionHandler:
            @escaping (
                BCOVPlaylist?, [AnyHashable: Any]?, (any Error)?
            ) -> Void
    ) {
        let given = BCOVDictionary(configuration)
        let subject: PlaybackServiceRequest.Subject =
            given.text(kBCOVPlaybackServiceConfigurationKeyAssetID).map { .playlist(id: $0) }
            ?? .playlistReference(
                given.text(kBCOVPlaybackServiceConfigurationKeyAssetReferenceID) ?? "")
        find(subject, given, queryParameters) { answer, error in
            completionHandler(
                answer?.playlist.map(BCOVPlaylist.init), answer?.json.object?.bridged, error)
        }
    }

    private func find(
        _ subject: PlaybackServiceRequest.Subject, _ given: BCOVDictionary,
        _ parameters: [AnyHashable: Any]?,
        _ completion: @escaping (PlaybackServiceAnswer?, (any Error)?) -> Void
    ) {
        requestCount += 1
        let number = requestCount
        // As with `URLSession`, a request retains the client until the response has arrived.
        requests[number] = service.find(
            subject, authToken: given.text(kBCOVPlaybackServiceConfigurationKeyAuthToken),
            parameters: BCOVDictionary(parameters).texts
        ) { [self] result in
            requests[number] = nil
            switch result {
            case .success(let answer): completion(answer, nil)
            case .failure(let error): completion(nil, NSError(error))
            }
        }
    }
}

/// The account and the locations that a client of a playback service uses.
public final class BCOVPlaybackServiceRequestFactory {
    /// The account, in the type that the wrapped `PlaybackService` uses.
    public let account: PlaybackServiceAccount

    /// Creates a factory.
    ///
    /// - Parameters:
    ///   - accountId: The id of the account.
    ///   - policyKey: The policy key; `nil` for an account with playback rights, whose requests
    ///     contain a token instead.
    ///   - baseURLStr: The location of the service; `nil` uses the location of Brightcove's
    ///     service.
    public init(accountId: String!, policyKey: String!, baseURLStr: String! = nil) {
        if let baseURLStr {
            account = PlaybackServiceAccount(
                id: accountId ?? "", policyKey: policyKey, baseURL: baseURLStr)
        } else {
            account = PlaybackServiceAccount(id: accountId ?? "", policyKey: policyKey)
        }
    }
}
