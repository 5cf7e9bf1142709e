public import HeadlessPlayback

/// Selects events.
public struct EventPattern: Sendable, Equatable {
    /// The base name of the delegate's method, such as `didProgressTo`, or the name of a lifecycle
    /// event, such as `Ready`; those of the offline manager too.
    public var name: String
    /// A part of the payload as the trace writes it; `nil` fits every payload.
    public var text: String?
    /// The number of the session, counted from 1; `nil` fits every session.
    public var session: Int?
    /// The period of the event; `nil` matches every time.
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
