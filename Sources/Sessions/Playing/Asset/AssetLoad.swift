import Containers
import Devices
import Playlists
import Presentation
import Transport
import VirtualTime

/// Loads the asset of a session: its playlists and renditions, or its single file, and its keys.
///
/// The session calls this object and receives reports (`News`), sometimes before the call returns.
/// The object has no reference to the session. ``release()`` abandons all requests in progress.
final class AssetLoad {
    /// A report on the progress of the load.
    enum News {
        /// The multivariant playlist was read.
        case listed(MultivariantPlaylist, PlaylistRemarks.Place)
        /// A media playlist was read for the first time.
        case read(MediaPlaylist, PlaylistRemarks.Place)
        /// The media that playback starts with is loaded.
        case loaded(StartingStreams.Media)
        /// Playback cannot start with a variant stream, so the load chooses another one.
        case left(variant: Int, SessionError)
        /// Some preferences cannot be met, or a simulated fault changed a playlist.
        ///
        /// `mayPass` states whether a reload of a broadcast may replace the changed playlist.
        case remarked(RemarkList, mayPass: Bool)
        /// A rendition cannot be obtained, and playback starts without it.
        case lost(Track.Role, SessionError)
        /// A requested rendition has arrived or failed.
        case media(Purpose, Result<RenditionMedia, SessionError>)
        /// The single file was read.
        case file(FetchedFile)
        /// The asset cannot be loaded.
        case failed(SessionError)
        /// A problem of content protection occurred; playback may continue.
        case protection(ProtectionHost.Report)
        /// The locations of playlists were renewed, or an error prevented their renewal.
        case manifestRenewed(PlaybackError?)
    }

    /// The asset; `nil` before its first playlist is read.
    var asset: LoadedAsset?
    /// The selector that chooses the variant stream to play.
    private(set) var selector: VariantSelector
    /// The selected media options.
    var selection = MediaSelectionState()
    /// The content protection that supplies the keys of segments; `nil` when no provider adds one.
    private(set) var protection: (any SessionProtection)?

    let options: PlaybackOptions
    let policy: PlaybackPolicy
    private let observers: SegmentObservers
    let loaders: SessionLoaders
    let fetcher: ResourceFetcher
    let world: PlaybackWorld
    let report: (News) -> Void
    private let renewer: ManifestRenewer
    var requests = OpenRequests()
    private var reading: FileReading?
    private var starting: StartingStreams?
    private var wishes = MediaSelectionState.Wishes()
    /// The variant stream of which a playlist is being loaded; `nil` if there is none.
    var pendingVariant: Int?
    /// Whether playback starts at the position of an earlier session.
    private(set) var resumes = false

    init(
        _ plan: SessionPlan, options: PlaybackOptions, policy: PlaybackPolicy,
        observers: SegmentObservers, loaders: SessionLoaders, fetcher: ResourceFetcher,
        world: PlaybackWorld, requestService: @escaping ManifestRenewer.ServiceRequest,
        report: @escaping (News) -> Void
    ) {
        self.observers = observers
        self.loaders = loaders
        self.options = options
        self.policy = policy
        self.fetcher = fetcher
        self.world = world
        self.report = report
        selector = VariantSelector(
            bandwidths: [0], isNetworkLimited: world.link != nil, rules: policy.variants)
        selector.preferredPeakBitRate = options.preferredPeakBitRate
        renewer = ManifestRenewer(plan, in: world, requestService: requestService) {
            report(.manifestRenewed($0))
        }
        renewer.loadListing = { [weak self] url, completion in
            self?.loadListing(url, completion)
        }
    }

    /// The variant stream that is being fetched; `nil` when the asset lists none.
    var variant: VariantStream? { asset?.currentVariant }

    // `currentBandwidth` and `hasVideo` check the index before they access `variant`, because this
    // access copies the variant stream.

    /// The bandwidth in bits per second of the variant stream that is being fetched.
    ///
    /// It is `nil` when the asset lists no variant streams.
    var currentBandwidth: Int? { asset?.currentIndex == nil ? nil : variant?.bandwidth }

    /// Whether the variant stream that is being fetched has video; `nil` without variant streams.
    var hasVideo: Bool? { asset?.currentIndex == nil ? nil : variant?.hasVideo }

    /// Whether the asset has a variant stream that is not excluded, besides the one being fetched.
    var hasOtherVariant: Bool {
        (asset.map { $0.variants.count - selector.excluded.count } ?? 0) > 1
    }

    /// Whether every variant stream is excluded from the choice.
    var hasLeftAll: Bool { selector.excluded.count == asset?.variants.count }

    /// The sizes in bytes of the responses for a single file that has not been read to its end.
    var unsettledBytes: [Int64] { reading?.received ?? [] }

    // MARK: Loading

    /// Discards an earlier load, and creates the content protection of the new load.
    func begin(
        _ source: Source, protection factory: ((ProtectionHost) -> any SessionProtection)?,
        _ certificates: ApplicationCertificates?
    ) {
        asset = nil
        pendingVariant = nil
        starting = nil
        renewer.reload()
        protection = factory?(protectionHost(source, certificates))
    }

    /// Loads a source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - mediaType: The media type that determines the container; `nil` detects the container
    ///     from the bytes.
    ///   - wishes: The selection to start with.
    ///   - resumes: Whether playback starts at the position of an earlier session.
    func load(
        _ source: Source, as mediaType: String?, _ wishes: MediaSelectionState.Wishes, resumes: Bool
    ) {
        self.wishes = wishes
        self.resumes = resumes
        let url = LocalPath.url(source.url)
        guard source.deliveryMethod.usesPlaylists else { return loadFile(url, mediaType) }
        requestPlaylist(
            url, kind: .multivariantPlaylist, referrer: nil, because: RequestCause(.asset)
        ) { [weak self] in
            guard let self else { return }
            switch $0 {
            case .failure(let error): report(.failed(error))
            case .success(let loaded): accept(loaded)
            }
        }
    }

    private func accept(_ loaded: LoadedPlaylist) {
        reportRemarks(on: loaded)
        var asset = LoadedAsset(url: loaded.url)
        switch loaded.playlist {
        case .media(let playlist):
            if let error = loaded.refusal { return report(.failed(error)) }
            let media = rendition(of: playlist, loaded)
            asset.renditions[loaded.url] = media
            self.asset = asset
            report(.read(playlist, loaded.place(mayGrow: mayGrow(loaded.url))))
            report(.loaded(StartingStreams.Media(main: media)))
        case .multivariant(let playlist):
            asset.list(playlist, choosing: options.streams?.variant)
            self.asset = asset
            selector = selector.choosing(among: asset.variants.map { Int64($0.bandwidth) })
            report(.listed(playlist, loaded.place(mayGrow: mayGrow(loaded.url))))
            guard !asset.variants.isEmpty else {
                return report(.failed(playlist.lackOfVariants(at: loaded.url)))
            }
            if !playlist.sessionKeys.isEmpty {
                protection?.prepare(playlist.sessionKeys, playlistURL: loaded.url)
            }
            loadStreams(after: nil)
        }
    }

    /// Abandons all requests in progress.
    func release() {
        protection = nil
        renewer.release()
        requests.release()
        for byteCount in unsettledBytes { fetcher.waste(bytes: byteCount) }
        reading = nil
        pendingVariant = nil
    }

    // MARK: Variants

    /// Chooses the streams to start with, and loads their playlists.
    ///
    /// - Parameter error: The reason for leaving the previous variant stream; `nil` when there was
    ///   none.
    private func loadStreams(after error: SessionError?) {
        guard var asset else { return }
        guard let choice = selector.choice(current: nil, lead: .zero) else {
            return report(.failed(error ?? .noVariant(url: asset.url)))
        }
        asset.currentIndex = choice
        self.asset = asset
        let variant = asset.variants[choice]
        var remarks = RemarkList()
        let unmet = UnmetPreferences(
            preferences: options.mediaPreferences, bandwidth: selector.preferredPeakBitRate)
        let near = asset.without(loaders.isElsewhere)
        unmet.add(asset, available: near, to: &remarks)
        selection.selectAtStart(from: asset, near: near, wishes)
        let audio = asset.rendition(of: selection.audible, .audio, for: variant)
        let subtitles = asset.rendition(of: selection.legible, .subtitles, for: variant)
        unmet.add(selection, playedAs: audio, subtitles, to: &remarks)
        report(.remarked(remarks, mayPass: false))
        let streams = StartingStreams(
            variant: choice, main: variant.uri, audio: audio?.uri, subtitles: subtitles?.uri,
            policy: policy)
        starting = streams
        if let look = policy.requests.look, audio?.uri != nil {
            return load(streams.links[...], look)
        }
        for link in streams.links {
            request(link.uri, because: .start) { [weak self] in self?.take($0, as: link.role) }
        }
    }

    func take(_ result: Result<RenditionMedia, SessionError>, as role: Track.Role) {
        switch result {
        case .success(let media):
            if case .start(let media)? = starting?.take(role, media) { report(.loaded(media)) }
        case .failure(let error):
            switch starting?.lose(role) {
            case .leaveVariant(let choice)?:
                requests.release()
                starting = nil
                leave(choice)
                report(.left(variant: choice, error))
                loadStreams(after: error)
            case .lose(_, let media)?:
                report(.lost(role, error))
                if let media { report(.loaded(media)) }
            case .fail?: report(.failed(error))
            case .wait?, .start?, nil: break
            }
        }
    }

    /// Excludes the variant stream that is being fetched, and permits the previously excluded ones.
    func leaveForAnother() {
        guard let asset, let current = asset.currentIndex, asset.variants.count > 1 else { return }
        selector.readmitAll()
        leave(current)
    }

    /// Excludes a variant stream from the choice, for the exclusion time of the policy.
    func leave(_ variant: Int) {
        selector.exclude(
            variant, until: policy.recovery.exclusion.map { world.loop.now.advanced(by: $0) })
    }

    /// Permits excluded variant streams again once their exclusion time has passed.
    func readmitVariants() { selector.readmit(at: world.loop.now) }

    /// Records the transfer of a segment or part of the variant stream, to estimate the throughput.
    func received(_ fetched: Fetched<ReadSegment>, of track: Track) {
        let isPart = track.requestedNext?.part != nil
        selector.received(bytes: fetched.byteCount, in: fetched.transfer, isPart: isPart)
    }

    /// Changes the highest permitted bandwidth of variants, in bits per second; 0 permits any.
    func setPreferredPeakBitRate(_ bitrate: Int64) { selector.preferredPeakBitRate = bitrate }

    // MARK: Requests

    /// Loads a rendition.
    func request(_ uri: String, for purpose: Purpose) {
        request(uri, because: purpose.reason) { [weak self] in self?.report(.media(purpose, $0)) }
    }

    func request(
        _ uri: String, because reason: RequestCause.Reason,
        completion: @escaping (Result<RenditionMedia, SessionError>) -> Void
    ) {
        forgetOutdated()
        guard let asset else { return }
        let url = URIReference.resolve(uri, against: asset.url)
        if let media = asset.renditions[url] { return completion(.success(media)) }
        requestFirst(url, because: asset.cause(reason, of: url)) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): completion(.failure(error))
            case .success(let loaded):
                guard case .media(let playlist) = loaded.playlist else {
                    return completion(.failure(.notMediaPlaylist(url: loaded.url)))
                }
                if let error = loaded.refusal { return completion(.failure(error)) }
                let variant = self.asset?.cause(reason, of: url).variant
                let media = rendition(of: playlist, loaded, in: variant)
                self.asset?.renditions[url] = media
                reportRemarks(on: loaded)
                report(.read(playlist, loaded.place(mayGrow: mayGrow(loaded.url))))
                completion(.success(media))
            }
        }
    }

    /// Reports the changes that faults have made to a loaded version of a playlist.
    private func reportRemarks(on loaded: LoadedPlaylist) {
        guard !loaded.alterations.isEmpty else { return }
        report(.remarked(loaded.remarks, mayPass: loaded.isOfBroadcast && mayGrow(loaded.url)))
    }

    private func rendition(
        of playlist: MediaPlaylist, _ loaded: LoadedPlaylist,
        in variant: RequestCause.Variant? = nil
    ) -> RenditionMedia {
        let media = RenditionMedia(
            url: ReloadDirectives.removed(from: loaded.url), playlist: playlist,
            load: loaded.load(endingAt: world.loop.now), cachedFor: loaded.cachedFor,
            isIndependent: asset?.multivariant?.hasIndependentSegments ?? false)
        media.variant = variant
        return media
    }

    /// Loads a playlist.
    ///
    /// - Parameters:
    ///   - url: The location.
    ///   - directives: The delivery directives for the server.
    ///   - target: The target duration if the server may delay the response by at most three target
    ///     durations; otherwise `nil`.
    ///   - kind: The expected kind.
    ///   - referrer: The location of the resource that links to the playlist; `nil` for a location
    ///     from the user.
    ///   - subject: The kind of request, which selects the rules of the recovery policy.
    ///   - cause: The reason for the request.
    ///   - completion: Receives the playlist.
    /// - Returns: The number of the request.
    @discardableResult
    func requestPlaylist(
        _ url: String, _ directives: ReloadDirectives = .none, heldFor target: MediaTime? = nil,
        kind: ResourceKind, referrer: String?, as subject: RecoveryPolicy.Subject = .playlist,
        because cause: RequestCause,
        completion: @escaping (Result<LoadedPlaylist, SessionError>) -> Void
    ) -> Int {
        let number = requests.next()
        // A stored playlist needs no access token, and its location is never renewed.
        let isStored = loaders.isStored(url)
        let request = { [weak self] in
            guard let self else { return }
            let location = isStored ? url : renewer.locations.current(url)
            var job = PlaylistJob(
                url: directives.location(
                    location, skipComesFirst: options.live.tuning.skipComesFirst),
                referrer: referrer, kind: kind)
            job.cause = cause
            job.patience = policy.recovery.patience(forPlaylistHeldFor: target)
            job.mayBeHeld = directives.sequence != nil
            run(job, as: subject, number, completion: completion)
        }
        if !isStored, let wait = renewer.wait(request) {
            requests.keep(wait, as: number)
        } else {
            request()
        }
        return number
    }

    private func run(
        _ job: PlaylistJob, as subject: RecoveryPolicy.Subject, _ number: Int,
        completion: @escaping (Result<LoadedPlaylist, SessionError>) -> Void
    ) {
        var job = job
        job.importedVariables = asset?.multivariant?.variables ?? [:]
        let held = job.mayBeHeld ? HeldRequests.workers(for: job.request.url) : nil
        let isOfVariant = job.cause?.variant != nil
        let token = fetcher.fetch(
            subject, job, on: held,
            hasWayOut: { [weak self] in isOfVariant && self?.hasOtherVariant == true }
        ) { [weak self] result in
            guard let self else { return }
            requests.forget(number)
            switch result {
            case .success(let fetched):
                fetcher.use(bytes: fetched.byteCount)
                var loaded = fetched.value
                loaded.elapsed = fetched.elapsed
                if !loaded.playlist.mayChange { reportRemarks(on: loaded) }
                completion(.success(loaded))
            case .failure(let error): completion(.failure(error))
            }
        }
        requests.keep(token, as: number)
    }
}

// MARK: - Single files and keys

extension AssetLoad {
    /// Loads a source that is a single file; its pieces become segments of a generated playlist.
    private func loadFile(_ url: String, _ mediaType: String?) {
        var job = ProgressiveJob(
            request: .file(at: url, policy.recovery.patienceForFiles),
            level: options.verification, demuxer: options.demuxer)
        job.transform = protection?.unlistedTransform as? any FileTransform
        job.keepsBytes = observers.wantSources
        job.hint = mediaType.flatMap { FormatHint(mediaType: $0) }
        reading = FileReading(job, fetcher: fetcher, loop: world.loop) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): report(.failed(error))
            case .success(let file): accept(file)
            }
        }
    }

    private func accept(_ file: ProgressiveFile) {
        if let error = file.refusal { return report(.failed(error)) }
        let received = unsettledBytes
        reading = nil
        asset = LoadedAsset(url: file.url)
        let media = RenditionMedia(url: file.url, file: file)
        let total = received.reduce(0, +)
        // The number of received bytes that do not belong to a piece of the file. If the file was
        // not read in pieces, the number includes all bytes received from a server. The bytes of a
        // local file do not cross the network here, so they are not counted.
        var unplayed = ResourceScheme(of: file.url).isRemote ? total : 0
        if let chunks = file.chunks {
            let read = FetchedFile(media: media, chunks.map(\.byteCount), byteCount: total)
            unplayed = read.overhead
            report(.file(read))
        }
        // Every response counts as used here, but the bytes of the media are counted later, when
        // its pieces are played.
        for (index, _) in received.enumerated() { fetcher.use(bytes: index == 0 ? unplayed : 0) }
        report(.loaded(StartingStreams.Media(main: media)))
    }

    /// Returns the services that the load provides to the content protection.
    private func protectionHost(
        _ source: Source, _ certificates: ApplicationCertificates?
    ) -> ProtectionHost {
        ProtectionHost(
            loop: world.loop, source: source, keyTimeout: policy.recovery.keyTimeout,
            certificates: certificates, isSimulator: world.device.capabilities.isSimulator,
            exchange: fetcher.exchange, fetch: fetcher.fetchKey
        ) { [weak self] in
            self?.report(.protection($0))
        }
    }
}
