import ContentProtection
import HeadlessPlayback
public import PlaybackControl
public import Playlists
public import Sessions
import VirtualTime

/// A player with the interface of JW Player: a wrapper of a `PlaybackController`.
///
/// Time passes only when the test runs the loop of ``world``. There is no `view`.
public final class JWPlayerController {
    /// The wrapped controller.
    public let playback: PlaybackController
    /// The configuration.
    public let config: JWConfig

    private let keys: CoreDataSource
    private var observation: Hold?

    /// Creates a player and loads the items of its configuration.
    ///
    /// If `PlaybackOptions.seekableWindow` has its default value of 180 s, the initializer changes
    /// it to 120 s, the shortest window of a DVR stream in JW's player for the web. A test that
    /// requires 180 s sets this value in the `options` of ``playback`` after this call, and then
    /// calls ``load(_:)``.
    ///
    /// - Parameters:
    ///   - config: The configuration; `nil` for an empty one.
    ///   - world: The simulated clock, network and device of the playback.
    ///   - epoch: The calendar date at the start of virtual time, which converts the dates of
    ///     licences.
    public init(
        config: JWConfig!, in world: PlaybackWorld = PlaybackWorld(),
        epoch: DateTime = .referenceDate
    ) {
        self.config = config ?? JWConfig()
        keys = CoreDataSource(epoch: epoch)
        playback = PlaybackController(
            world: world,
            keySystems: [FairPlayKeySystem(drmDataSource: keys), IdentityKeySystem()])
        playback.autoAdvance = true
        // Replaces the window only if it still has the default value, so that a window chosen by a
        // test is kept.
        if playback.options.seekableWindow == PlaybackOptions().seekableWindow {
            playback.options.seekableWindow = .seconds(120)
        }
        observation = playback.observeCommands { [weak playback] command in
            // After the first command to play, the following items start automatically.
            if command == .play { playback?.autoPlay = true }
        }
        playback.systemControls.lockScreen.title = self.config.title
        playback.systemControls.lockScreen.image = self.config.image
        load(self.config.items)
    }

    /// The simulated clock, network and device of the playback.
    public var world: PlaybackWorld { playback.world }

    /// The app's data source for licences, held weakly; protected items fail while it is `nil`.
    public var drmDataSource: (any JWDrmDataSource)? {
        get { keys.source }
        set { keys.source = newValue }
    }

    /// Replaces the items; playback waits for ``play()`` unless the configuration starts it.
    ///
    /// An item without media cannot be played. It is skipped, and a `PlaybackProbe` reports it.
    ///
    /// - Parameter items: The items; `nil` means an empty list.
    public func load(_ items: [JWPlaylistItem]!) {
        playback.autoPlay = config.autostart
        playback.setVideos((items ?? []).map { $0.video(in: config) })
    }

    /// Starts or resumes playback.
    public func play() { playback.play() }

    /// Pauses playback.
    public func pause() { playback.pause() }

    /// Plays the next item.
    public func next() { playback.advanceToNext() }

    /// Moves the playhead to a position.
    ///
    /// - Parameter position: The position in seconds; in a DVR stream, a negative position is
    ///   counted from the end of its window.
    public func seek(_ position: Int) {
        guard position < 0, isDVR else { return playback.seek(to: Double(position)) }
        playback.seekToLive(minus: -Double(position))
    }

    /// The playback position in seconds; 0 if there is no item.
    ///
    /// In a DVR stream, the position is at most zero and is counted from the end of the DVR window.
    /// In a live stream, the position has no meaning (`Documentation/JWPlayer.md#events`).
    public var position: Double {
        guard let session = playback.currentSession else { return 0 }
        guard isDVR, let range = session.seekableRanges.last else {
            return session.position.seconds
        }
        return min(session.position.seconds - range.upperBound.seconds, 0)
    }

    /// The duration in seconds; 0 before it is known.
    ///
    /// The duration of a live stream is infinite. For a DVR stream, the value is the negated length
    /// of the DVR window.
    public var duration: Double {
        guard let session = playback.currentSession, let duration = session.duration else {
            return 0
        }
        switch session.videoType {
        case .live: return .infinity
        case .liveDVR:
            let range = session.seekableRanges.last
            return range.map { $0.lowerBound.seconds - $0.upperBound.seconds } ?? 0
        case .vod, .unknown: return duration.seconds
        }
    }

    private var isDVR: Bool { playback.currentSession?.videoType == .liveDVR }
}
