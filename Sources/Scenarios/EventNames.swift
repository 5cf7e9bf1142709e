import HeadlessPlayback
import OfflineDownloads

/// The names of events in scenarios.
///
/// They are derived from the types that traces use, so that none is missing.
package enum EventNames {
    /// The base names of the methods of a controller's delegate.
    package static let controller = PlaybackEvent.Kind.Name.allCases.map(\.rawValue)

    /// The words that begin the lines of an offline recorder, including answers to requests.
    package static let offline =
        OfflineWord.allCases.map(\.rawValue).filter { !controller.contains($0) }
        + OfflineRequest.allCases.map(\.rawValue)

    /// The words that begin the trace lines for answers of a playback service.
    package static let service = ServiceEvent.allCases.map(\.rawValue)

    /// All names; the names of lifecycle events come first.
    package static let all =
        LifecycleEvent.EventType.allCases.map(\.rawValue) + controller + offline + service
}
