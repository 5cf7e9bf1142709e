import Sessions
import VirtualTime

/// Renews the location of a download's playlist after a server has refused it as expired.
///
/// The renewer requests the location first from the app. If the app supplies none, the renewer
/// requests it from the app's playback service or, without such a service, from the account of the
/// video.
final class LocationRenewer {
    private let world: PlaybackWorld
    private var errands = Errands()
    /// The number of cancellations.
    ///
    /// If the number has changed since a renewal began, the app's reply to the renewal is ignored.
    private var cancellations = 0

    init(_ world: PlaybackWorld) {
        self.world = world
    }

    /// Cancels all renewals; their completions are not called.
    ///
    /// Later replies of the app to these renewals have no effect.
    func cancelAll() {
        errands = Errands()
        cancellations += 1
    }

    /// Renews a location.
    ///
    /// - Parameters:
    ///   - record: The record of the download.
    ///   - delegate: The delegate of the app; `nil` when the app has no delegate.
    ///   - completion: Receives the new location; `nil` when the location cannot be renewed.
    func renew(
        _ record: DownloadRecord, asking delegate: (any OfflineVideoManagerDelegate)?,
        _ completion: @escaping (String?) -> Void
    ) {
        var isAnswered = false
        let answer: (String?) -> Void = { [weak self, weak delegate, cancellations] url in
            guard !isAnswered, let self, cancellations == self.cancellations else { return }
            isAnswered = true
            guard url == nil else { return completion(url) }
            askService(for: record.request, delegate, completion)
        }
        guard let delegate else { return answer(nil) }
        delegate.manifestURLTTLUpdate(
            for: record.request.video, token: record.token, completion: answer)
    }

    private func askService(
        for request: DownloadRequest, _ delegate: (any OfflineVideoManagerDelegate)?,
        _ completion: @escaping (String?) -> Void
    ) {
        let video = request.video
        let service =
            delegate?.playbackServiceForManifestURLTTLUpdate(forVideo: video)
            ?? video.provenance.map { PlaybackService($0.account, in: world) }
        guard let service, let subject = video.serviceSubject,
            let source = video.sources.first(where: { $0.url == request.sourceURL })
        else { return completion(nil) }
        let number = errands.next()
        errands[number] = service.findVideo(
            subject, authToken: video.provenance?.authToken
        ) { [weak self] result in
            self?.errands[number] = nil
            // When the service returns an error, the download ends with the error of the expired
            // location.
            guard case .success(let renewed) = result else { return completion(nil) }
            completion(source.counterpart(in: renewed)?.url)
        }
    }
}
