import Playlists
import Presentation
import Transport
import VirtualTime

/// Fetches the start of a resource, and then cancels the request.
///
/// Only the bytes of this start cross the simulated network, so the transfer ends when they have
/// arrived.
struct LookJob: ReadingJob {
    /// The type of the result: the number of bytes for which the job waited.
    typealias Value = Int64

    let request: ResourceRequest
    /// The largest number of bytes to receive; `nil` means all of them.
    let limit: Int64?

    func run(_ attempt: FetchAttempt) -> FetchOutcome<Int64> {
        do throws(SessionError) {
            let response = try SegmentJob.load(attempt)
            let all = response.body.byteCount
            let byteCount = min(all, limit ?? all)
            var outcome = FetchOutcome(
                result: .success(byteCount), byteCount: byteCount, isStored: response.isStored)
            outcome.isGivenUp = byteCount < all
            outcome.isVersioned = response.namesVersion
            return outcome
        } catch {
            return FetchOutcome(result: .failure(error), byteCount: 0)
        }
    }
}

/// The requests for the start of a rendition's media that a player makes before it plays anything.
///
/// The requests follow the rules in ``RequestRules/look``. Releasing the object cancels the
/// requests.
final class RenditionLook: Hold {
    /// A report on the progress of the requests.
    enum News {
        /// The next playlist may be requested.
        ///
        /// Either enough bytes of the rendition's media have arrived, or none of its media is
        /// requested.
        case ready
        /// A request has failed.
        case failed(SessionError)
        /// All requests have ended.
        case ended
    }

    private let look: RequestRules.Look
    private let rules: RequestRules
    private let fetcher: ResourceFetcher
    private let loop: EventLoop
    private let cause: RequestCause?
    private let report: (News) -> Void
    private var section: FetchToken?
    private var segment: FetchToken?
    private var alarm: EventToken?
    private var isSegmentRequested = false
    private var isReady = false

    /// Creates an object that has made no request yet.
    ///
    /// - Parameters:
    ///   - look: The kind of requests that the player makes before playback.
    ///   - rules: The rules for the order of requests.
    ///   - fetcher: The fetcher that makes the requests.
    ///   - loop: The event loop of the virtual clock.
    ///   - cause: The reason for the requests.
    ///   - report: Receives `ready` when enough bytes have arrived, and later `ended`; or, if a
    ///     request fails before enough bytes have arrived, the failure.
    init(
        _ look: RequestRules.Look, rules: RequestRules, fetcher: ResourceFetcher,
        loop: EventLoop, cause: RequestCause?, report: @escaping (News) -> Void
    ) {
        self.look = look
        self.rules = rules
        self.fetcher = fetcher
        self.loop = loop
        self.cause = cause
        self.report = report
    }

    /// Makes the requests for the start of a rendition's media.
    func begin(at media: RenditionMedia) {
        guard let first = media.segments.first(where: { _ in true }), !first.segment.isGap else {
            return end()
        }
        var request = ResourceRequest(url: media.location(of: first.segment), kind: .segment)
        request.byteRange = first.segment.byteRange
        request.referrer = media.url
        request.place = media.place(of: first)
        request.cause = cause
        guard let key = media.initializationKey(of: first.segment) else {
            return lookAtSegment(request)
        }
        var sectionRequest = ResourceRequest(url: key.url, kind: .initializationSection)
        sectionRequest.byteRange = key.byteRange
        sectionRequest.referrer = media.url
        sectionRequest.cause = cause
        section = fetcher.fetch(
            .segment, LookJob(request: sectionRequest, limit: nil), isForNext: look.continues,
            whenRead: { [weak self] _ in
                guard let self, let delay = rules.besideSection else { return }
                alarm = loop.schedule(after: delay) { [weak self] in self?.lookAtSegment(request) }
            },
            completion: { [weak self] result in
                guard let self else { return }
                section = nil
                finish(result, of: sectionRequest)
                if !isSegmentRequested { lookAtSegment(request) }
            })
    }

    private func lookAtSegment(_ request: ResourceRequest) {
        isSegmentRequested = true
        alarm = nil
        let milestone = FetchMilestone(byteCount: look.byteCount) { [weak self] in
            self?.proceed()
        }
        segment = fetcher.fetch(
            .segment,
            LookJob(request: request, limit: look.continues ? nil : look.byteCount),
            isBeside: section != nil, isForNext: look.continues,
            milestone: look.continues ? milestone : nil
        ) { [weak self] result in
            guard let self else { return }
            segment = nil
            finish(result, of: request)
        }
    }

    private func finish(
        _ result: Result<Fetched<Int64>, SessionError>, of request: ResourceRequest
    ) {
        switch result {
        case .success(let fetched):
            // If the request continues to the end of the segment, playback takes over its response
            // and records the bytes. Otherwise, the bytes are recorded here. Kept bytes count as
            // used, because a later request need not receive them again.
            if !look.continues {
                if fetcher.kept.byteCount(of: request) > 0 {
                    fetcher.use(bytes: fetched.byteCount)
                } else {
                    fetcher.waste(bytes: fetched.byteCount)
                }
            }
            guard isSegmentRequested, section == nil, segment == nil else { return }
            end()
        case .failure(let error):
            isSegmentRequested = true
            section = nil
            segment = nil
            // A failure after enough bytes have arrived is not reported, because playback requests
            // the segment again later.
            report(isReady ? .ended : .failed(error))
        }
    }

    private func proceed() {
        guard !isReady else { return }
        isReady = true
        report(.ready)
    }

    private func end() {
        proceed()
        report(.ended)
    }
}
