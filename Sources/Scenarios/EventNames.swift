import HeadlessPlayback
import OfflineDownloads
import PlaybackControl

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

    /// The verbs with which the trace writes steps.
    ///
    /// The trace writes `pause-for` as a pause and a later playback, and `select` with the kind of
    /// the selected option.
    private static let verbs =
        Shape<StepDraft>.actions.map(\.key).filter { !["pause-for", "select"].contains($0) }
        + ["select-audio", "select-subtitles"]

    /// The names of the trace's lines that no delegate receives.
    package static let trace =
        [
            "!! request", "!! jump", "!! late cue point", "!! no cue point", "++ cue point",
            "++ rate",
        ]
        + verbs.map { ">> " + $0 } + ["<< seek landed", "<< seek given up"]
        + SystemControls.Source.allCases.map { "<< " + $0.rawValue }

    /// Returns whether an event can have a name.
    ///
    /// In the name of a step or of its result, details may follow, as in `>> seek 5.000` and
    /// `<< lock-screen success`.
    package static func isKnown(_ name: String) -> Bool {
        all.contains(name) || trace.contains(name)
            || EventPattern.mayHaveDetails(name) && trace.contains { name.hasPrefix($0 + " ") }
    }

    /// All names that a delegate receives; the names of lifecycle events come first.
    package static let all =
        LifecycleEvent.EventType.allCases.map(\.rawValue) + controller + offline + service
}
