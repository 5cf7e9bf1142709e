import Formats
package import Playlists
public import Presentation
import Transport
public import VirtualTime

/// One video's playback, from its load to its disposal.
///
/// A controller creates one session for each time that a video is enqueued, and never uses it
/// again. The session decides nothing itself. `PlaybackMachine` decides about reports and the
/// movement of the playhead, `MediaSupply` obtains media, and `PlaybackPolicy` has the rules for
/// both. The session connects them, one turn at a time.
///
/// Source: `Documentation/Brightcove.md#sessions`.
public final class PlaybackSession {
    /// The number of the session in its controller, counted from 1.
    public let number: Int
    /// The video that is played.
    public let video: Video
    /// The source of the video that is played.
    public let source: Source
    /// The extensions that providers add to the session.
    public let providerExtension: (any ProviderExtension)?

    let plan: SessionPlan
    let world: PlaybackWorld
    let policy: PlaybackPolicy
    let listener: (PlaybackSession, SessionReport) -> Void
    let options: PlaybackOptions

    var machine: PlaybackMachine
    let media: MediaSupply
    var calls = CallTable()
    let wake: Alarm
    let refilling: Refilling
    let reference = OwnerReference<PlaybackSession>()
    /// The limit on concurrent streams; `nil` without one.
    package internal(set) var streams: StreamConcurrencyClient?
    var spareEffects: [PlaybackEffect] = []
    /// The queue of the session's turns.
    var turns = TurnQueue<SessionInput>()

    /// The language in which captions were chosen in an earlier session; `nil` when none were.
    package var persistedCaptionLanguage: String?
    /// The app's certificates for its key systems; `nil` when the session belongs to no controller.
    package var applicationCertificates: ApplicationCertificates?
    /// Asks the app for the service that renews locations; `nil` without a controller.
    package var manifestService: ((PlaybackSession) -> PlaybackService?)?
    private var isShownElsewhere = false

    /// Creates a session; ``load(for:)`` starts it.
    ///
    /// - Parameters:
    ///   - number: The number of the session in its controller.
    ///   - plan: The plan of the session.
    ///   - world: The environment of the playback.
    ///   - rate: The speed of the playhead.
    ///   - policy: The policy to follow; `nil` follows the options of the world.
    ///   - listener: Receives the reports of the session.
    package init(
        number: Int, plan: SessionPlan, world: PlaybackWorld, rate: PlaybackRate,
        policy: PlaybackPolicy? = nil,
        listener: @escaping (PlaybackSession, SessionReport) -> Void
    ) {
        self.number = number
        self.plan = plan
        self.world = world
        self.listener = listener
        video = plan.video
        source = plan.source
        providerExtension = plan.providerExtension
        var options = world.options
        options.progressInterval = max(options.progressInterval, .milliseconds(1))
        self.options = options
        let policy =
            policy ?? PlaybackPolicy(options, missingSubtitles: plan.missingSubtitles)
        self.policy = policy
        machine = PlaybackMachine(
            rules: policy.rules, cuePoints: plan.video.cuePoints, rate: rate,
            at: world.loop.now)
        media = MediaSupply(
            plan, number: number, options: options, policy: policy, world: world,
            requestService: { [reference] in reference.owner?.requestService($0) }
        ) { [reference] in reference.owner?.turn(.arrival($0)) }
        wake = Alarm { [reference] in reference.owner?.turn(.wake) }
        refilling = Refilling(policy, world.loop) { [reference] in reference.owner?.turn(.restEnd) }
        reference.owner = self
    }

    deinit { reference.owner = nil }

    /// Requests the service that renews locations from the app, at the end of the turn.
    private func requestService(_ reply: @escaping (PlaybackService?) -> Void) {
        listener(
            self,
            .call { [weak self] in
                guard let self, machine.phase.isLive else { return }
                reply(manifestService?(self))
            })
    }

    // MARK: Questions

    /// The position of the playhead.
    public var position: MediaTime { machine.playhead.position(at: world.loop.now) }

    /// The duration of the video as it is known now; `nil` before its playlist is loaded.
    ///
    /// A broadcast that has not ended has an indefinite duration, see `MediaTime.indefinite`.
    public var duration: MediaTime? {
        if media.tracks.isEmpty { return nil }
        if let live = media.live, !live.isFinite { return .indefinite }
        return max(media.tracks.presentationEnd, machine.played.end)
    }

    /// The ranges in which the playhead may be placed.
    ///
    /// The range of a broadcast moves with its playlist, and ends at the players' distance from the
    /// live edge.
    public var seekableRanges: [Range<MediaTime>] {
        if let live = media.live { return live.seekable.isEmpty ? [] : [live.seekable] }
        guard let duration, duration > .zero else { return [] }
        return [.zero..<duration]
    }

    /// The type of the video; `unknown` before its playlist is loaded.
    ///
    /// The type of a broadcast depends on the length of its seekable range, so it may change.
    public var videoType: VideoType {
        media.tracks.isEmpty ? .unknown : MediaFacts.videoType(of: media)
    }

    /// The media that is ready ahead of the playhead, without gaps.
    public var bufferedLead: MediaTime { max(media.tracks.resolvedEnd - position, .zero) }

    /// The bandwidth of the variant stream that is being fetched, in bits a second; 0 if unknown.
    public var indicatedBitRate: Int64 { Int64(media.assetLoad.variant?.bandwidth ?? 0) }

    /// The subtitles that are shown.
    package var shownCues: [SubtitleCue] { machine.reporter.shownCues }

    /// Whether the session is meant to play.
    public var isPlaying: Bool { machine.isInPlayMode }

    /// Whether the session has been played to its end.
    public var hasEnded: Bool { machine.phase == .finished }

    /// Whether the session has ever been played to its end.
    public var reachedEnd: Bool { machine.reachedEnd }

    /// The reason the session cannot continue; `nil` while it can.
    public var failure: PlaybackError? { machine.failure }

    /// The accounts of the session, closed as if it ended now.
    public var ledger: Ledger {
        var played = machine.played
        played.clock.enter(
            played.clock.activity, at: world.loop.now, rate: machine.playhead.rate)
        return media.ledger(played, at: position)
    }
}

// MARK: - Questions of this package

extension PlaybackSession {
    /// Whether the session follows a broadcast that has not ended.
    package var isBroadcast: Bool { media.live.map { !$0.isFinite } ?? false }

    /// The timeline of the variant's segments; `nil` before its playlist is loaded.
    package var mainTimeline: TrackTimeline? { media.tracks.main?.media.timeline }

    /// The variant stream of the main track, its index in the playlist and the number of variants;
    /// `nil` when there is no choice.
    package var mainVariant: (variant: VariantStream, place: Int, count: Int)? {
        media.tracks.main.flatMap { media.assetLoad.asset?.listing(of: $0.media) }
    }

    /// The variant stream that is being fetched, and the reason for its choice; `nil` when there is
    /// no choice.
    package var fetchedVariant: (variant: VariantStream, reason: String)? {
        guard let asset = media.assetLoad.asset, let variant = asset.currentVariant,
            let index = asset.currentIndex
        else { return nil }
        return (variant, media.assetLoad.selector.reason(for: index))
    }

    /// The duration according to the playlists; zero before they are loaded.
    package var promisedDuration: MediaTime { media.tracks.promisedDuration }

    /// The sync samples of the segments that were read last, in the order of reading.
    package var knownKeyframes: [MediaTime] { machine.syncSamples.times }

    /// The duration of a picture; `nil` when it is unknown or there are no pictures.
    package var frameDuration: MediaTime? { media.intake.frameDuration }

    /// The position of the playhead, for people: the position and the segment that is there.
    package var placeText: String {
        let place = "\(position) s"
        guard let main = media.tracks.main?.media, !main.isSingleFile,
            let number = main.timeline.number(at: position)
        else { return "\(place) of \(SafeText.url(media.assetLoad.asset?.url ?? source.url))" }
        return "\(place) in \(SafeText.url(main.segmentURL(number)))"
    }

    /// The activity on which time is spent now.
    package var clockActivity: ActivityClock.Activity { machine.played.clock.activity }

    /// The distance of the playhead from the live edge; `nil` for a video without one.
    package var liveLatency: MediaTime? { media.follower?.latency(at: position) }

    /// The length of a broadcast's window; `nil` for a video without one.
    package var liveWindowLength: MediaTime? { media.follower?.windowLength }

    /// The date of a position in a broadcast, in milliseconds since 1970; `nil` without dates.
    package func liveDate(at position: MediaTime) -> Int64? {
        media.follower?.date(at: position)
    }

    /// The position of the playhead, or the target of a seek in progress.
    var placeOfInterest: MediaTime { machine.placeOfInterest(at: world.loop.now) }

    /// Whether the session is shown on another device.
    package var isExternal: Bool {
        get { isShownElsewhere }
        set {
            isShownElsewhere = newValue
            media.fetcher.isElsewhere = newValue
            if newValue { turn(.refuseExternalPlayback) }
        }
    }

    /// Whether subtitles are shown; 360° videos show none
    /// (`Documentation/Brightcove.md#sidecar-subtitles`).
    var showsSubtitles: Bool { !video.isSpherical }

    /// The number of turns and of steps of the session.
    package var turnCounts: (turns: Int, steps: Int) { (turns.turns, turns.steps) }

    /// Whether the session plays automatically once it is ready.
    package var playsByItself: Bool {
        get { machine.playsByItself }
        set { machine.playsByItself = newValue }
    }

    /// The audio to select from; `nil` before the playlist is loaded.
    ///
    /// An asset that names no audio has an empty group, and plays the audio in its variant streams.
    public var audibleMediaSelectionGroup: MediaSelectionGroup? { media.assetLoad.asset?.audible }

    /// The subtitles and closed captions to select from; `nil` before the playlist is loaded.
    public var legibleMediaSelectionGroup: MediaSelectionGroup? { media.assetLoad.asset?.legible }
}
