import Devices
import Formats
public import Sessions
import VirtualTime

/// The lock screen, and the ads that affect it: `Documentation/Device.md#lock-screen`.
extension SystemControls {
    /// The configuration of the lock screen.
    public var lockScreen: LockScreenOptions {
        get { nowPlaying.options }
        set {
            nowPlaying.options = newValue
            controller?.world.loop.turn { mayHaveChanged() }
        }
    }

    /// The information on the lock screen; `nil` while it shows nothing about this player.
    public var nowPlayingInformation: PlaybackEvent.NowPlayingInformation? { nowPlaying.reported }

    /// Whether an ad is shown.
    public var isAdShown: Bool { nowPlaying.isAdShown }

    /// Begins an ad as an ad plugin would, and reports `AdSequenceEnter` and `AdEnter`.
    ///
    /// During an ad, the lock screen shows a different title and disables the commands that select
    /// another item, and picture in picture cannot start. This method does not pause the video: an
    /// ad plugin must pause and resume it.
    ///
    /// - Returns: Whether the ad begins; `false` during another ad, or when there is no session.
    @discardableResult
    public func beginAd() -> Bool { setAdShown(true, [.adSequenceEnter, .adEnter]) }

    /// Ends the ad: reports `AdExit` and `AdSequenceExit`.
    ///
    /// - Returns: Whether there was an ad.
    @discardableResult
    public func endAd() -> Bool { setAdShown(false, [.adExit, .adSequenceExit]) }

    private func setAdShown(_ isShown: Bool, _ events: [LifecycleEvent.EventType]) -> Bool {
        guard isShown != isAdShown, let controller, let session = controller.currentSession else {
            return false
        }
        controller.world.loop.turn {
            nowPlaying.isAdShown = isShown
            for event in events {
                controller.tell(.didReceiveLifecycleEvent(LifecycleEvent(event)), session)
            }
        }
        return true
    }

    /// The position of the current item in the queue.
    var itemPlace: ItemPlace {
        let queue = controller?.queue ?? PlaybackQueue()
        return ItemPlace(
            count: queue.videos.count, index: queue.currentIndex ?? 0, isAdShown: isAdShown,
            nextWrapsAround: lockScreen.nextWrapsAround)
    }

    /// Schedules a check of the lock screen at the end of the event-loop turn.
    ///
    /// If the information on the lock screen has changed by then, it is reported.
    func mayHaveChanged() {
        guard !nowPlaying.isCheckScheduled, nowPlaying.reported != nil || isLockScreenShown
        else { return }
        nowPlaying.isCheckScheduled = true
        controller?.world.loop.atEndOfTurn { [weak self] in self?.reportNowPlaying() }
    }

    private var isLockScreenShown: Bool {
        guard rules.allowsBackgroundAudio else { return false }
        let device = moment
        return LockScreen.isShown(
            lockScreen, hasBackgroundAudio: rules.hasBackgroundAudio(on: device),
            device.audioSession.category, device.audioSession.options)
    }

    private func reportNowPlaying() {
        nowPlaying.isCheckScheduled = false
        guard let controller else { return }
        let information = isLockScreenShown ? information(of: controller) : nil
        guard nowPlaying.take(information, at: controller.world.loop.now) else { return }
        controller.tell(.didChangeNowPlaying(information), controller.currentSession)
    }

    private func information(
        of controller: PlaybackController
    ) -> PlaybackEvent.NowPlayingInformation? {
        guard let item = view(of: controller).item else { return nil }
        return PlaybackEvent.NowPlayingInformation(
            title: item.title, artwork: item.artwork, elapsed: item.position,
            duration: item.duration, rate: item.isPlaying ? controller.rate.value : 0,
            isPreviousEnabled: item.isPreviousEnabled, isNextEnabled: item.isNextEnabled)
    }

    /// Returns the information on the lock screen for a session.
    func lockScreen(of session: PlaybackSession, _ device: Device) -> LockScreen {
        var state = LockScreen.State()
        state.options = lockScreen
        state.category = device.audioSession.category
        state.categoryOptions = device.audioSession.options
        state.place = itemPlace
        state.itemTitle = session.video.localizedName(forLanguages: device.languages)
        state.itemImage = session.video.properties[Video.PropertyKey.poster]?.string
        state.appName = device.appName
        return LockScreen(state)
    }
}

/// The state of the lock screen and the information that was reported last.
///
/// New information is reported only if it differs from the last report.
struct NowPlaying {
    /// The configuration of the lock screen.
    var options = SystemControls.LockScreenOptions()
    /// Whether an ad is shown.
    var isAdShown = false
    /// Whether a check of the information is scheduled for the end of the event-loop turn.
    var isCheckScheduled = false
    /// The information that was reported last.
    private(set) var reported: PlaybackEvent.NowPlayingInformation?
    private var instant = Instant.start

    /// Stores the current information if it must be reported.
    ///
    /// The information must be reported if anything besides the playback position has changed. It
    /// must also be reported if the playback position differs from the expected position, which is
    /// the last reported position advanced at the last reported rate.
    ///
    /// - Parameters:
    ///   - information: The current information; `nil` when the lock screen shows none.
    ///   - now: The current time of the virtual clock.
    /// - Returns: Whether the information must be reported.
    mutating func take(
        _ information: PlaybackEvent.NowPlayingInformation?, at now: Instant
    ) -> Bool {
        guard !follows(information, at: now) else { return false }
        reported = information
        instant = now
        return true
    }

    private func follows(
        _ information: PlaybackEvent.NowPlayingInformation?, at now: Instant
    ) -> Bool {
        guard var expected = reported, let information else {
            return reported == nil && information == nil
        }
        let passed = instant.duration(to: now) / .seconds(1) * expected.rate
        let elapsed = expected.elapsed.seconds + passed
        guard abs(information.elapsed.seconds - elapsed) < 0.001 else { return false }
        expected.elapsed = information.elapsed
        return expected == information
    }
}

extension PlaybackEvent.Kind {
    /// Whether the information on the lock screen may change because of the event.
    var concernsLockScreen: Bool {
        switch self {
        case .didAdvanceToPlaybackSession, .didReceiveLifecycleEvent, .didChangeDuration: true
        default: false
        }
    }
}
