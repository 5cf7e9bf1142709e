import Playlists
import Transport
import VirtualTime

/// Renews the locations of a source's playlists, and delays requests during a renewal.
///
/// The app supplies the playback service. If it supplies none, a service for the account of the
/// video is used. After ``release()``, answers of the service are ignored and nothing is reported.
final class ManifestRenewer {
    /// Requests the playback service from the app, and passes it to a closure.
    ///
    /// The closure receives `nil` if the app supplies no service.
    typealias ServiceRequest = (@escaping (PlaybackService?) -> Void) -> Void

    /// A request that waits for a renewal; releasing this object cancels the request.
    private final class Waiter: Hold {
        let action: () -> Void

        init(_ action: @escaping () -> Void) {
            self.action = action
            super.init()
        }
    }

    /// A weak reference to a waiting request; the caller of `wait(_:)` retains the request.
    private struct Place {
        weak var waiter: Waiter?
    }

    /// The current locations of the source's playlists.
    private(set) var locations: ManifestLocations

    private let video: Video
    private let source: Source
    private let world: PlaybackWorld
    private let requestService: ServiceRequest
    private let report: (PlaybackError?) -> Void
    private var renewal: ManifestRenewal?
    private var waiting: [Place] = []
    private var hold: Hold?
    /// The number of the latest renewal; the result of an earlier service request is ignored.
    private var number = 0

    /// A closure that loads the multivariant playlist from the renewed location of the source.
    ///
    /// If the session has no multivariant playlist to renew, the closure loads nothing and returns
    /// `nil`. The completion receives the old and the new playlist with their locations, or `nil`
    /// if the new playlist could not be loaded.
    var loadListing: ((_ url: String, _ completion: @escaping (Listing?) -> Void) -> Hold?)?

    /// A multivariant playlist and its renewed version, with their locations.
    struct Listing {
        let old: MultivariantPlaylist
        let oldURL: String
        let new: MultivariantPlaylist
        let newURL: String
    }

    /// Creates the renewer of a session's source.
    ///
    /// - Parameters:
    ///   - plan: The plan of the session.
    ///   - world: The environment of the playback.
    ///   - requestService: Requests the playback service from the app.
    ///   - report: Receives the end of each renewal: `nil` after success, or the error.
    init(
        _ plan: SessionPlan, in world: PlaybackWorld,
        requestService: @escaping ServiceRequest, report: @escaping (PlaybackError?) -> Void
    ) {
        video = plan.video
        source = plan.source
        self.world = world
        self.requestService = requestService
        self.report = report
        renewal = ManifestRenewal(plan.video)
        locations = ManifestLocations(source: LocalPath.url(plan.source.url))
    }

    /// Delays a request until the necessary renewal of playlist locations, if any, has ended.
    ///
    /// - Parameter action: Makes the request.
    /// - Returns: The hold, whose release cancels the waiting request; `nil` when no renewal is
    ///   necessary and the caller makes the request at once.
    func wait(_ action: @escaping () -> Void) -> Hold? {
        guard let decision = renewal?.request(at: world.loop.now), decision != .request else {
            return nil
        }
        let waiter = Waiter(action)
        waiting.append(Place(waiter: waiter))
        if decision == .renew {
            number += 1
            requestService { [weak self, number] in self?.renew(number, with: $0) }
        }
        return waiter
    }

    /// Forgets the renewed locations of media playlists.
    ///
    /// The session calls this function before it loads the source again.
    func reload() { locations.reload() }

    /// Abandons the renewal in progress and the requests that wait for it.
    func release() {
        hold = nil
        waiting = []
        renewal?.cancel()
    }

    // MARK: Renewing

    private func renew(_ number: Int, with given: PlaybackService?) {
        guard renewal?.isInProgress == true, number == self.number, hold == nil,
            let provenance = video.provenance
        else { return }
        guard let subject = video.serviceSubject else {
            return fail(.unsendable("the video has neither an id nor a reference id"))
        }
        let service = given ?? PlaybackService(provenance.account, in: world)
        hold = service.findVideo(subject, authToken: provenance.authToken) { [weak self] result in
            switch result {
            case .success(let video): self?.take(video)
            case .failure(let error): self?.fail(error)
            }
        }
    }

    private func take(_ renewed: Video) {
        guard let next = source.counterpart(in: renewed) else {
            let expected = "a source of type \(source.deliveryMethod)"
            return fail(
                PlaybackServiceError(
                    .mismatch(expected: expected, found: "\(renewed.sources.count) others")))
        }
        locations.renew(source: next.url)
        report(nil)
        // The app may end the session while it handles the report. The renewal is then over.
        guard renewal?.isInProgress == true else { return }
        hold = loadListing?(next.url) { [weak self] listing in
            guard let self else { return }
            if let listing {
                locations.follow(
                    listing.old, at: listing.oldURL, to: listing.new, at: listing.newURL)
            }
            end(renewed)
        }
        if hold == nil { end(renewed) }
    }

    private func fail(_ error: PlaybackServiceError) {
        report(.playbackService(error))
        guard renewal?.isInProgress == true else { return }
        end(nil)
    }

    /// Ends the renewal and makes the requests that still wait, in their order.
    ///
    /// - Parameter renewed: The renewed video; `nil` after a failure.
    private func end(_ renewed: Video?) {
        hold = nil
        renewal?.end(
            at: renewed?.provenance?.instant ?? world.loop.now, lifetime: renewed?.manifestTTL)
        let places = waiting
        waiting = []
        for place in places { place.waiter?.action() }
    }
}
