public import HeadlessPlayback

/// A pattern that selects events.
public struct EventPattern: Sendable, Hashable {
    /// The name of the event.
    ///
    /// The name is the base name of a delegate method, such as `didProgressTo`, or the name of a
    /// lifecycle event, such as `Ready`. The first words of all other trace lines are also valid,
    /// such as `!! request` and `>> seek`. The name `>> seek` selects every seek of the scenario;
    /// `>> seek 5.000` selects only the seeks to 5 s. The events of downloads have their names in
    /// the trace: `didFinishDownload` selects the calls of
    /// `offlineVideoToken(_:didFinishDownloadWithError:)`.
    public var name: String
    /// A part of the payload in the trace; `nil` matches any payload.
    public var text: String?
    /// The number of the session, counted from 1; `nil` matches every session.
    public var session: Int?
    /// The period in which the event must occur; `nil` matches every instant.
    public var period: ClosedRange<Instant>?

    /// Creates a pattern.
    ///
    /// - Parameters:
    ///   - name: The name of the event.
    ///   - text: A part of the payload in the trace.
    ///   - session: The number of the session.
    ///   - period: The period of the event.
    public init(
        _ name: String, text: String? = nil, session: Int? = nil,
        period: ClosedRange<Instant>? = nil
    ) {
        self.name = name
        self.text = text
        self.session = session
        self.period = period
    }
}

extension EventPattern {
    /// Returns whether the pattern matches an event of a controller.
    ///
    /// - Parameter event: The event.
    /// - Returns: Whether the name, the payload, the session and the instant of the event match.
    public func fits(_ event: PlaybackEvent) -> Bool {
        var lifecycle: LifecycleEvent.EventType?
        if case .didReceiveLifecycleEvent(let event) = event.kind { lifecycle = event.type }
        return fits(
            name: event.name, lifecycle: lifecycle, text: event.traceText,
            session: event.session?.number, at: event.instant)
    }

    /// Returns whether the pattern matches an event with these properties.
    ///
    /// - Parameters:
    ///   - name: The name of the event; an empty name matches no pattern.
    ///   - lifecycle: The type of a lifecycle event; `nil` for other events.
    ///   - text: The payload in the trace.
    ///   - session: The number of the session; `nil` for an event without a session.
    ///   - instant: The instant of the event.
    /// - Returns: Whether the pattern matches.
    package func fits(
        name: String, lifecycle: LifecycleEvent.EventType?, text: @autoclosure () -> String,
        session: Int?, at instant: Instant
    ) -> Bool {
        guard !name.isEmpty,
            self.name == name || self.name == lifecycle?.rawValue
                || Self.mayHaveDetails(self.name) && name.hasPrefix(self.name + " ")
        else { return false }
        if let expected = self.session, expected != session { return false }
        if let period, !period.contains(instant) { return false }
        guard let expected = self.text else { return true }
        return text().contains(expected)
    }
}

extension EventPattern {
    /// Returns whether details may follow a name in the trace, as in `>> seek 5.000`.
    fileprivate static func mayHaveDetails(_ name: String) -> Bool {
        name.hasPrefix(">> ") || name.hasPrefix("<< ")
    }
}

extension EventPattern: CustomStringConvertible {
    /// The pattern in a few words.
    public var description: String {
        var words = [name]
        if let text { words.append("with \"\(text)\"") }
        if let session { words.append("of session \(session)") }
        if let period {
            let end = period.upperBound < Period.never ? "to \(period.upperBound)" : "on"
            words.append("from \(period.lowerBound) \(end)")
        }
        return words.joined(separator: " ")
    }
}
