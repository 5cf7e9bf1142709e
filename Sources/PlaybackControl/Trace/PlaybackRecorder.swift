public import Sessions
import VirtualTime

/// Records all events of a controller, for tests to query.
///
/// ```swift
/// let recorder = PlaybackRecorder(controller)
/// controller.run()
/// #expect(recorder.cuePoints.map(\.name) == ["mid-roll"])
/// ```
public final class PlaybackRecorder {
    /// The events since the creation of the recorder, in order.
    public private(set) var events: [PlaybackEvent] = []
    private var holds: [Hold] = []
    /// The trace lines of each outside command, and the number of events before the command.
    private var outside: [(place: Int, lines: [String])] = []

    /// Creates a recorder that observes a controller as long as the recorder exists.
    ///
    /// - Parameter controller: The controller.
    public init(_ controller: PlaybackController) {
        holds = [
            controller.observe { [weak self] in self?.events.append($0) },
            controller.systemControls.observe { [weak self] in
                guard let self else { return }
                outside.append((events.count, $0.traceLines))
            },
        ]
    }

    /// The trace: the lines of all events and of all commands from outside the app, in order.
    public var trace: String {
        var text = ""
        var next = outside[...]
        for (place, event) in events.enumerated() {
            while let first = next.first, first.place == place {
                for line in first.lines { text += line + "\n" }
                next.removeFirst()
            }
            text += event.traceLine + "\n"
        }
        for (_, lines) in next { for line in lines { text += line + "\n" } }
        return text
    }

    /// The names of the events, in order.
    public var names: [String] { events.map(\.name) }

    /// The lifecycle events, in order.
    public var lifecycle: [LifecycleEvent.EventType] {
        events.compactMap { event in
            guard case .didReceiveLifecycleEvent(let lifecycle) = event.kind else { return nil }
            return lifecycle.type
        }
    }

    /// The playback positions of all progress events in seconds, in order.
    ///
    /// They include minus infinity at the start of a session and plus infinity at its completion.
    public var progress: [Double] {
        events.compactMap { event in
            guard case .didProgressTo(let progress) = event.kind else { return nil }
            return progress.timeInterval
        }
    }

    /// The passages of cue points, one for each cue-point event, in order.
    public var passages: [CuePointPassage] {
        events.compactMap { event in
            guard case .didPassCuePoints(let passage) = event.kind else { return nil }
            return passage
        }
    }

    /// The cue points that were passed, in order.
    public var cuePoints: [CuePoint] { passages.flatMap { Array($0.cuePoints) } }

    /// The errors of lifecycle events, in order.
    public var errors: [PlaybackError] {
        events.compactMap { event in
            guard case .didReceiveLifecycleEvent(let lifecycle) = event.kind else { return nil }
            return lifecycle.error
        }
    }
}
