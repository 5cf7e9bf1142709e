import Formats
package import Playlists
public import Presentation
import Transport
public import VirtualTime

/// The playback of one video, from its load to its disposal.
///
/// A controller creates a new session each time that a video is enqueued, and does not use a
/// session for a second playback. The session is the public interface of the playback: its commands
/// are inputs of its `SessionShell`, and its properties read the state that the shell keeps.
///
/// Source: `Documentation/Brightcove.md#sessions`.
public final class PlaybackSession {
    /// The number of the session in its controller, counted from 1.
    public let number: Int
    /// The video that is played.
    public let video: Video
    /// The source of the video that is played.
    public let source: Source
    /// The functions that a provider adds to the session; `nil` when there are none.
    public let providerExtension: (any ProviderExtension)?

    let shell: SessionShell
    private let reference = OwnerReference<PlaybackSession>()
    /// A closure that receives the reports of the session.
    private let listener: (PlaybackSession, SessionReport) -> Void
    /// A closure that returns the app's service that renews playlist locations.
    ///
    /// The value is `nil` if there is no controller.
    package var manifestService: ((PlaybackSession) -> PlaybackService?)?

    /// Creates a session; ``load()`` starts it.
    ///
    /// - Parameters:
    ///   - number: The number of the session in its controller.
    ///   - plan: The plan of the session.
    ///   - world: The environment of the playback.
    ///   - rate: The speed of the playhead.
    ///   - policy: The policy to follow; `nil` means the policy that follows from the environment's
    ///     playback options.
    ///   - listener: Receives the reports of the session.
    package init(
        number: Int, plan: SessionPlan, world: PlaybackWorld, rate: PlaybackRate,
        policy: PlaybackPolicy? = nil,
        listener: @escaping (PlaybackSession, SessionReport) -> Void
    ) {
        self.number = number
        self.listener = listener
        video = plan.video
        source = plan.source
        providerExtension = plan.providerExtension
        shell = SessionShell(
            number: number, plan: plan, world: world, rate: rate, policy: policy,
            requestService: { [reference] in reference.owner?.requestService($0) },
            input: { [reference] in reference.owner?.turn($0) },
            listener: { [reference] report in
                if let session = reference.owner { session.listener(session, report) }
            })
        reference.owner = self
    }

    deinit { reference.owner = nil }

    /// Handles an input, and advances the session to the present if the input requires this.
    func turn(_ input: SessionInput) { shell.turn(input) }

    /// Obtains the app's service that renews playlist locations.
    ///
    /// The app is called when the session has handled its inputs.
    private func requestService(_ reply: @escaping (PlaybackService?) -> Void) {
        listener(
            self,
            .call { [weak self] in
                guard let self, shell.machine.phase.isLive else { return }
                reply(manifestService?(self))
            })
    }

    // MARK: State

    /// The position of the playhead.
    public var position: MediaTime { shell.machine.playhead.position(at: shell.world.loop.now) }

    /// The duration of the video as it is known now; `nil` before its playlist is loaded.
    ///
    /// A broadcast that has not ended has the duration `MediaTime.indefinite`.
    public var duration: MediaTime? {
        if shell.media.tracks.isEmpty { return nil }
        if let live = shell.media.live, !live.isFinite { return .indefinite }
        return max(shell.media.tracks.presentationEnd, shell.machine.played.end)
    }

    /// The ranges in which the playhead may be placed.
    ///
    /// The range of a broadcast moves with its playlist. Its end stays behind the live edge by the
    /// distance that the modelled player keeps.
    public var seekableRanges: [Range<MediaTime>] {
        if let live = shell.media.live { return live.seekable.isEmpty ? [] : [live.seekable] }
        guard let duration, duration > .zero else { return [] }
        return [.zero..<duration]
    }

    /// The type of the video; `unknown` before its playlist is loaded.
    ///
    /// The type of a broadcast depends on the length of its seekable range, so it may change.
    public var videoType: VideoType {
        shell.media.tracks.isEmpty ? .unknown : MediaFacts.videoType(of: shell.media)
    }

    /// The distance from the playhead to the first position at which a track needs more media.
    public var bufferedLead: MediaTime { max(shell.media.tracks.resolvedEnd - position, .zero) }

    /// The bandwidth of the fetched variant stream, in bits per second; 0 if unknown.
    public var indicatedBitRate: Int64 { Int64(shell.media.assetLoad.variant?.bandwidth ?? 0) }

    /// The subtitle cues that are shown.
    package var shownCues: [SubtitleCue] { shell.machine.reporter.shownCues }

    /// Whether the session is in play mode, even if the playhead waits.
    public var isPlaying: Bool { shell.machine.isInPlayMode }

    /// Whether the session is finished: playback has ended, and the playhead has not moved since.
    public var hasEnded: Bool { shell.machine.phase == .finished }

    /// Whether playback has ever reached the end of the video, even if it has started again since.
    public var reachedEnd: Bool { shell.machine.reachedEnd }

    /// The reason the session cannot continue; `nil` while it can.
    public var failure: PlaybackError? { shell.machine.failure }

    /// The ledger of the session, computed as if the session ended now.
    public var ledger: Ledger {
        var played = shell.machine.played
        played.clock.enter(
            played.clock.activity, at: shell.world.loop.now, rate: shell.machine.playhead.rate)
        return shell.media.ledger(played, at: position)
    }
}

// MARK: - State for this package

extension PlaybackSession {
    /// Whether the media is loaded, so that the session accepts seeks.
    package var isReady: Bool { shell.machine.phase.takesSeeks }

    /// Whether the session loads its video again on request; while it is loading, it does not.
    package var acceptsResumptions: Bool { shell.machine.phase.takesResumptions }

    /// Whether the session follows a broadcast that has not ended.
    package var isBroadcast: Bool { shell.media.live.map { !$0.isFinite } ?? false }

    /// The timeline of the variant stream's segments; `nil` before its playlist is loaded.
    package var mainTimeline: TrackTimeline? { shell.media.tracks.main?.media.timeline }

    /// The variant stream to which `mainTimeline` belongs; `nil` when the asset lists none.
    ///
    /// The value consists of the variant stream, its index in the multivariant playlist, and the
    /// number of variant streams that this playlist lists.
    package var mainVariant: (variant: VariantStream, place: Int, count: Int)? {
        shell.media.tracks.main.flatMap { shell.media.assetLoad.asset?.listing(of: $0.media) }
    }

    /// The variant stream that is being fetched, and the reason for its choice.
    ///
    /// `nil` when the asset lists no variant streams.
    package var fetchedVariant: (variant: VariantStream, reason: String)? {
        guard let asset = shell.media.assetLoad.asset, let variant = asset.currentVariant,
            let index = asset.currentIndex
        else { return nil }
        return (variant, shell.media.assetLoad.selector.reason(for: index))
    }

    /// The duration according to the playlists; zero before they are loaded.
    package var promisedDuration: MediaTime { shell.media.tracks.promisedDuration }

    /// The sync samples of the segments that were read most recently, in the order of reading.
    package var knownKeyframes: [MediaTime] { shell.machine.syncSamples.times }

    /// The duration of a video frame; `nil` when it is unknown or there are no frames.
    package var frameDuration: MediaTime? { shell.media.intake.frameDuration }

    /// The position of the playhead and the segment at that position, as readable text.
    package var placeText: String {
        let place = "\(position) s"
        guard let main = shell.media.tracks.main?.media, !main.isSingleFile,
            let number = main.timeline.number(at: position)
        else {
            return "\(place) of \(SafeText.url(shell.media.assetLoad.asset?.url ?? source.url))"
        }
        return "\(place) in \(SafeText.url(main.segmentURL(number)))"
    }

    /// The activity to which the session's time is currently attributed.
    package var clockActivity: ActivityClock.Activity { shell.machine.played.clock.activity }

    /// The distance of the playhead from the live edge; `nil` for a video without a live edge.
    package var liveLatency: MediaTime? { shell.media.follower?.latency(at: position) }

    /// The rate at which the playhead moves; `nil` while the playhead does not move.
    package var movingRate: PlaybackRate? {
        shell.machine.playhead.isMoving ? shell.machine.playhead.rate : nil
    }

    /// The length of a broadcast's window; `nil` for a video without a window.
    package var liveWindowLength: MediaTime? { shell.media.follower?.windowLength }

    /// Returns the date of a position in a broadcast, in milliseconds since 1970.
    ///
    /// The result is `nil` if the date is unknown.
    package func liveDate(at position: MediaTime) -> Int64? {
        shell.media.follower?.date(at: position)
    }

    /// Whether the session is played on another device.
    package var isExternal: Bool {
        get { shell.isExternal }
        set { shell.setExternal(newValue) }
    }

    /// The language of captions that an earlier session selected; `nil` when it selected none.
    package var persistedCaptionLanguage: String? {
        get { shell.persistedCaptionLanguage }
        set { shell.persistedCaptionLanguage = newValue }
    }

    /// The app's certificates for its key systems; `nil` when the session belongs to no controller.
    package var applicationCertificates: ApplicationCertificates? {
        get { shell.applicationCertificates }
        set { shell.applicationCertificates = newValue }
    }

    /// The client that applies the limit on concurrent streams; `nil` if there is no limit.
    package var streams: StreamConcurrencyClient? { shell.streams }

    /// The number of turns that the session has begun, and the number of steps in these turns.
    ///
    /// In a turn, the session handles an input and the further inputs that arrive meanwhile. In a
    /// step, it evaluates its whole state.
    package var turnCounts: (turns: Int, steps: Int) { (shell.turns.turns, shell.turns.steps) }

    /// Whether the session plays automatically once it is ready.
    package var playsByItself: Bool {
        get { shell.machine.playsByItself }
        set { shell.machine.playsByItself = newValue }
    }

    /// The audio to select from; `nil` before the playlist is loaded.
    ///
    /// An asset that names no audio has an empty group, and plays the audio in its variant streams.
    public var audibleMediaSelectionGroup: MediaSelectionGroup? {
        shell.media.assetLoad.asset?.audible
    }

    /// The subtitles and closed captions to select from; `nil` before the playlist is loaded.
    public var legibleMediaSelectionGroup: MediaSelectionGroup? {
        shell.media.assetLoad.asset?.legible
    }
}
