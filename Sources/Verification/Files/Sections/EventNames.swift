import HeadlessPlayback

/// The names by which scenarios speak of events.
///
/// They are those of the types from which traces take them, so that none is missing here.
package enum EventNames {
    /// The base names of the methods of a controller's delegate.
    package static let controller = PlaybackEvent.Kind.Name.allCases.map(\.rawValue)

    /// The first words of what an offline recorder writes down, and of the answers to what a scenario
    /// asks of the offline manager.
    package static let offline =
        OfflineWord.allCases.map(\.rawValue).filter { !controller.contains($0) }
        + OfflineRequest.allCases.map(\.rawValue)

    /// All names, those of lifecycle events first.
    package static let all =
        LifecycleEvent.EventType.allCases.map(\.rawValue) + controller + offline
}
