/// An event or position up to which a test advances time.
public enum Milestone: Sendable, Equatable {
    /// A lifecycle event of a session.
    case lifecycle(LifecycleEvent.EventType)
    /// A position that the playhead of the current or a later session reaches or has reached.
    case position(MediaTime)
    /// An event that matches a pattern.
    case event(EventPattern)
    /// The playhead passes a cue point with this name.
    case cuePoint(named: String)
    /// No events are left.
    case idle

    /// Returns the milestone of a position.
    ///
    /// - Parameter seconds: The position in seconds.
    /// - Returns: The milestone.
    public static func position(_ seconds: Double) -> Milestone {
        .position(MediaTime.seconds(seconds))
    }

    /// Returns the milestone of an event.
    ///
    /// - Parameters:
    ///   - name: The base name of the delegate method.
    ///   - text: A part of the event's trace line.
    /// - Returns: The milestone.
    public static func event(_ name: String, text: String? = nil) -> Milestone {
        .event(EventPattern(name, text: text))
    }
}

extension Milestone: CustomStringConvertible {
    /// The milestone as text.
    public var description: String {
        switch self {
        case .lifecycle(let type): type.rawValue
        case .position(let position): "the playhead at \(position)"
        case .event(let pattern): "\(pattern)"
        case .cuePoint(let name): "a cue point named \"\(name)\""
        case .idle: "the end of all events"
        }
    }
}

/// The error thrown when virtual time stops advancing before a milestone is reached.
public struct MilestoneNotReached: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason why virtual time stopped.
    public enum Reason: String, Sendable {
        /// No events were left.
        case idle = "nothing is left to happen"
        /// The time limit was reached.
        case timeLimit = "the longest time to wait is over"
        /// Events at one instant led to ever more events; see ``PlaybackController/run()``.
        case standstill = "events lead to ever more events"
    }

    /// The milestone that was not reached.
    public let milestone: Milestone
    /// The reason why virtual time stopped.
    public let reason: Reason
    /// The instant at which the wait began; earlier events do not count.
    public let start: Instant
    /// The instant at which virtual time stopped.
    public let instant: Instant
    /// The last trace lines recorded while waiting.
    public let trace: [String]

    /// The complete error, line by line.
    public var description: String {
        let reported = trace.isEmpty ? ["  nothing was reported"] : trace.map { "  \($0)" }
        let lines = [
            "\(milestone) did not come after \(start) s: \(reason.rawValue) at \(instant) s"
        ]
        return (lines + hints + reported).joined(separator: "\n")
    }

    /// The reasons why the milestone can never be reached.
    private var hints: [String] {
        guard case .event(let pattern) = milestone else { return [] }
        return (pattern.invalidParts + pattern.partsBeyondController).map {
            "  expected \($0.expected), found \($0.found)"
        }
    }
}
