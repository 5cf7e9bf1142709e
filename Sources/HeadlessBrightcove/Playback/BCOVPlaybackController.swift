public import Foundation
import HeadlessPlayback
public import PlaybackControl
import Presentation
import Sessions
public import VirtualTime

/// A controller with the interface of the SDK: a wrapper of a `PlaybackController`.
///
/// Create it with ``BCOVPlayerSDKManager``. It has no `view`.
public final class BCOVPlaybackController {
    /// The wrapped controller of this package.
    public let playback: PlaybackController

    /// The values of the SDK's settings that have no effect in this package.
    var switches = ViewSwitches()
    private var listener: ControllerListener?
    private var consumers: [ConsumerListener] = []
    private var sessions: [BCOVPlaybackSession] = []
    private var givenOptions: [AnyHashable: Any] = [:]

    /// Wraps a controller of this package.
    ///
    /// - Parameter playback: The controller of this package.
    public init(_ playback: PlaybackController) {
        self.playback = playback
        playback.systemControls.lockScreen.nextWrapsAround = false
    }

    /// The delegate, held weakly; setting it reports the current session again.
    public var delegate: (any BCOVPlaybackControllerDelegate)? {
        get { listener?.delegate }
        set {
            guard newValue !== listener?.delegate || newValue == nil else { return }
            listener = newValue.map { ControllerListener(of: self, reportingTo: $0) }
            playback.delegate = listener
        }
    }

    /// Adds a session consumer, which first receives the same state as a new delegate.
    ///
    /// - Parameter consumer: The consumer, held strongly until it is removed; `nil` has no effect.
    public func add(_ consumer: (any BCOVPlaybackSessionConsumer)!) {
        guard let consumer, !consumers.contains(where: { $0.consumer === consumer }) else {
            return
        }
        let listener = ConsumerListener(of: self, reportingTo: consumer)
        consumers.append(listener)
        playback.addSessionConsumer(listener)
    }

    /// Removes a session consumer.
    ///
    /// - Parameter consumer: The consumer; `nil` has no effect.
    public func remove(_ consumer: (any BCOVPlaybackSessionConsumer)!) {
        guard let index = consumers.firstIndex(where: { $0.consumer === consumer }) else { return }
        playback.removeSessionConsumer(consumers.remove(at: index))
    }

    /// Returns the SDK object that wraps a session.
    func object(of session: PlaybackSession) -> BCOVPlaybackSession {
        if let known = sessions.first(where: { $0.session === session }) { return known }
        let object = BCOVPlaybackSession(session)
        // The previous object is kept, because the previous session may still report that it ended.
        sessions = sessions.suffix(1) + [object]
        return object
    }

    // MARK: Properties

    /// Whether the controller advances to the next video when a video ends.
    public var isAutoAdvance: Bool {
        get { playback.autoAdvance }
        set { playback.autoAdvance = newValue }
    }
    /// Whether each video plays as soon as it is ready.
    public var isAutoPlay: Bool {
        get { playback.autoPlay }
        set { playback.autoPlay = newValue }
    }
    /// The rate of playback.
    public var playbackRate: Float {
        get { Float(playback.playbackRate) }
        set { playback.playbackRate = Double(newValue) }
    }
    /// Whether the language of the selected subtitles is kept for later videos.
    public var enableCaptionPersistence: Bool {
        get { playback.enableCaptionPersistence }
        set { playback.enableCaptionPersistence = newValue }
    }
    /// Whether sessions respect the viewer's limit on the number of concurrent streams.
    public var streamConcurrencyEnabled: Bool {
        get { playback.streamConcurrencyEnabled }
        set { playback.streamConcurrencyEnabled = newValue }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The options, under the keys of the SDK; keys that have no effect here are kept.
    public var options: [AnyHashable: Any]! {
        get { givenOptions }
        set {
            givenOptions = newValue ?? [:]
            apply(BCOVDictionary(givenOptions))
        }
    }

    private func apply(_ given: BCOVDictionary) {
        var optimizer = BufferOptimizer()
        let bounds = (
            given.number(kBCOVBufferOptimizerMinimumDurationKey),
            given.number(kBCOVBufferOptimizerMaximumDurationKey)
        )
        optimizer = BufferOptimizer(
            method: given.number(kBCOVBufferOptimizerMethodKey) == 0 ? .none : .standard,
            minimumDuration: bounds.0.map { .seconds($0) } ?? optimizer.minimumDuration,
            maximumDuration: bounds.1.map { .seconds($0) } ?? optimizer.maximumDuration)
        playback.options.bufferOptimizer = optimizer
        playback.options.offlineSubtitleLanguage = given.text(
            kBCOVOfflineVideoManagerPlaybackSubtitleLanguageKey)
        playback.options.streamConcurrency.sessionID = given.text(
            kBCOVAuthHeartbeatPropertyKeySessionId)
    }

    // MARK: Commands

    /// Replaces the videos.
    ///
    /// - Parameter videos: The videos; `nil` means none.
    public func setVideos(_ videos: [BCOVVideo]!) {
        playback.setVideos((videos ?? []).map(\.video))
    }

    /// Inserts a video.
    ///
    /// - Parameters:
    ///   - video: The video; `nil` cannot be inserted, which is reported to the delegate.
    ///   - afterIndex: The index of the existing video that precedes the inserted video.
    public func insert(_ video: BCOVVideo!, afterVideoAt afterIndex: UInt) {
        guard let video else {
            return playback.world.loop.atEndOfTurn { [weak self] in
                self?.delegate?.playbackController(self, failedToInsert: nil)
            }
        }
        playback.insertVideo(video.video, after: Int(clamping: afterIndex))
    }

    /// Advances to the next video.
    public func advanceToNext() { playback.advanceToNext() }

    /// Starts or resumes playback.
    public func play() { playback.play() }

    /// Pauses playback.
    public func pause() { playback.pause() }

    /// Moves the playhead to a position.
    ///
    /// - Parameters:
    ///   - time: The playback position to seek to.
    ///   - completionHandler: Receives whether the position was reached; `nil` if it is not needed.
    public func seek(to time: MediaTime, completionHandler: ((Bool) -> Void)!) {
        playback.seek(to: time.secondsOfCommand) { completionHandler?($0) }
    }

    /// Moves the playhead to a position, or near the position within tolerances.
    ///
    /// - Parameters:
    ///   - time: The playback position to seek to.
    ///   - toleranceBefore: The tolerance before the position.
    ///   - toleranceAfter: The tolerance after the position.
    ///   - completionHandler: Receives whether the position was reached; `nil` if it is not needed.
    public func seek(
        to time: MediaTime, toleranceBefore: MediaTime, toleranceAfter: MediaTime,
        completionHandler: ((Bool) -> Void)!
    ) {
        playback.seek(
            to: time.secondsOfCommand, toleranceBefore: toleranceBefore.seconds,
            toleranceAfter: toleranceAfter.seconds
        ) { completionHandler?($0) }
    }

    /// Loads the current video again, and resumes it at a position.
    ///
    /// - Parameters:
    ///   - time: The playback position at which to resume.
    ///   - autoPlay: Whether to play once the video is loaded.
    public func resumeVideo(at time: MediaTime, withAutoPlay autoPlay: Bool) {
        playback.resumeVideo(at: time.secondsOfCommand, autoPlay: autoPlay)
    }

    /// Limits the bitrate.
    ///
    /// - Parameter preferredPeakBitRate: The highest bitrate in bits per second; 0, infinity or a
    ///   value that is not a number for no limit.
    public func setPreferredPeakBitRate(_ preferredPeakBitRate: Double) {
        playback.setPreferredPeakBitRate(Int64(exactly: preferredPeakBitRate.rounded()) ?? 0)
    }

    /// Stores a FairPlay application certificate.
    ///
    /// - Parameters:
    ///   - applicationCertificateData: The certificate; `nil` removes the stored one.
    ///   - identifier: The location of the certificate, or
    ///     ``kBCOVDefaultFairPlayApplicationCertificateIdentifier``.
    public func addFairPlayApplicationCertificate(
        _ applicationCertificateData: Data!, identifier: String!
    ) {
        playback.addFairPlayApplicationCertificate(
            applicationCertificateData.map(Array.init), identifier: identifier ?? "")
    }

    /// Returns the titles in the SDK's audio and subtitle menu.
    ///
    /// The delegate may replace each title.
    ///
    /// - Returns: The titles, in the order of the options in each group; empty if no session is
    ///   current.
    public func mediaSelectionTitles() -> (audible: [String], legible: [String]) {
        guard let session = playback.currentSession.map(object) else { return ([], []) }
        let audible = session.audibleMediaSelectionGroup?.options ?? []
        let legible = session.legibleMediaSelectionGroup?.options ?? []
        return (
            audible.map {
                delegate?.title(forAudibleMediaSelectionOption: $0)
                    ?? session.displayName(fromAudibleMediaSelectionOption: $0)
            },
            legible.map {
                delegate?.title(forLegibleMediaSelectionOption: $0)
                    ?? session.displayName(fromLegibleMediaSelectionOption: $0)
            }
        )
    }
}
