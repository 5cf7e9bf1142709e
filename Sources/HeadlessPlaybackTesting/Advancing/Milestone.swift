/// Something that a test lets time pass for.
public enum Milestone: Sendable, Equatable {
    /// Something happens in the life of a session.
    case lifecycle(LifecycleEvent.EventType)
    /// The playhead comes to a place by playing, in seconds, or is there already.
    case position(Double)
    /// Something is told that fits a pattern.
    case event(EventPattern)
    /// A cue point with this name is passed.
    case cuePoint(named: String)
    /// Nothing is left to happen.
    case idle

    /// Something is told.
    ///
    /// - Parameters:
    ///   - name: The base name of the delegate's method.
    ///   - text: A part of what the trace says of it.
    /// - Returns: The milestone.
    public static func event(_ name: String, text: String? = nil) -> Milestone {
        .event(EventPattern(name, text: text))
    }
}

extension Milestone: CustomStringConvertible {
    /// The milestone in words.
    public var description: String {
        switch self {
        case .lifecycle(let type): type.rawValue
        case .position(let seconds): "the playhead at \(media(seconds))"
        case .event(let pattern): "\(pattern)"
        case .cuePoint(let name): "a cue point named \"\(name)\""
        case .idle: "the end of everything"
        }
    }
}

/// Why time was not let pass any further before a milestone.
public struct MilestoneNotReached: Error, Equatable, Sendable, CustomStringConvertible {
    /// Why time stopped.
    public enum Reason: String, Sendable {
        /// Nothing was left to happen.
        case idle = "nothing is left to happen"
        /// The longest time to wait was over.
        case timeLimit = "the longest time to wait is over"
    }

    /// What was waited for.
    public let milestone: Milestone
    /// Why time stopped.
    public let reason: Reason
    /// When that was.
    public let instant: Instant
    /// The last lines of what was told meanwhile.
    public let trace: [String]

    /// Everything there is to say, line by line.
    public var description: String {
        let told = trace.isEmpty ? ["  nothing was told"] : trace.map { "  \($0)" }
        return (["\(milestone) never came: \(reason.rawValue) at \(instant) s"] + told)
            .joined(separator: "\n")
    }
}
