import HeadlessPlayback
import PlaybackControl
import RemoteControl

/// Records whether commands from the user or from other processes end sessions or playback.
final class PlayControls {
    /// The sources of commands, such as the keyboard, a socket and the D-Bus session bus.
    let desk = OutsideDesk()
    private unowned let controller: PlaybackController
    /// The numbers of the sessions that a command ended.
    private var left: Set<Int> = []
    /// Whether a command ended playback.
    private(set) var hasQuit = false

    /// Whether a command removed videos from the list, or moved a video in it.
    private var hasEdited = false
    private let isIdle: Bool
    /// The observation of commands that replace the list of videos.
    private var replacements: Hold?

    /// Creates controls without a source of commands.
    ///
    /// - Parameters:
    ///   - controller: The controller, which must outlive the controls.
    ///   - isIdle: Whether playback, instead of ending when nothing is left to play, waits for
    ///     files that other processes name.
    init(_ controller: PlaybackController, isIdle: Bool = false) {
        self.controller = controller
        self.isIdle = isIdle
        replacements = controller.observeCommands { [weak self, weak controller] command in
            guard case .setVideos = command, let session = controller?.currentSession else {
                return
            }
            self?.left.insert(session.number)
        }
    }

    /// Records the effect of a performed command on the sessions and on the end of playback.
    func follow(_ report: OutsideCommandReport) {
        guard report.answer == .success else { return }
        switch report.command {
        case .quit: hasQuit = true
        case .next, .previous, .item: break
        case .remove, .move, .clear:
            hasEdited = true
            if report.session == controller.currentSession?.number { return }
        default: return
        }
        if let session = report.session { left.insert(session) }
    }

    /// Returns whether a command ended a session.
    func hasLeft(_ session: Int) -> Bool { left.contains(session) }

    /// Whether a command chose the videos to play, or ended playback.
    var hasChosen: Bool { hasQuit || hasEdited || !left.isEmpty }

    /// Returns whether neither an event nor a command can continue playback.
    ///
    /// - Parameter keeper: The object that enforces the time limit.
    /// - Returns: Whether playback is over.
    func hasNothingToDo(within keeper: TimeKeeper) -> Bool {
        guard controller.world.loop.isIdle else { return !keeper.mayGoOn() }
        if hasQuit { return true }
        return !isIdle && controller.systemControls.view?.isPausedByChoice != true
    }
}
