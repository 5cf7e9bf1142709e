import HeadlessPlayback
import OfflineDownloads
import PlaybackControl

/// The names of events in scenarios.
///
/// The names are derived from the types that traces use, so that none is missing.
package enum EventNames {
    /// The base names of the methods of a controller's delegate.
    package static let controller = PlaybackEvent.Kind.Name.allCases.map(\.rawValue)

    /// The first words of an offline recorder's trace lines, including answers to requests.
    package static let offline =
        OfflineWord.allCases.map(\.rawValue).filter { !controller.contains($0) }
        + OfflineRequest.allCases.map(\.rawValue)

    /// The first words of the trace lines for answers of a playback service.
    package static let service = ServiceEvent.allCases.map(\.rawValue)

    /// The verbs that represent steps in the trace.
    ///
    /// In the trace, `pause-for` appears as a pause and a later playback, and `select` appears with
    /// the kind of the selected option.
    private static let verbs =
        Shape<StepDraft>.actions.map(\.key).filter { !["pause-for", "select"].contains($0) }
        + ["select-audio", "select-subtitles"]

    /// The names of trace lines that do not correspond to a delegate method.
    package static let trace =
        [
            "!! request", "!! jump", "!! late cue point", "!! no cue point", "++ cue point",
            "++ rate",
        ]
        + verbs.map { ">> " + $0 } + ["<< seek landed", "<< seek given up"]
        + SystemControls.Source.allCases.map { "<< " + $0.rawValue }

    /// The names of the trace lines for refused commands from outside the app, with the answers.
    ///
    /// A command that succeeds has no such line.
    private static let refusals = SystemControls.Source.allCases.flatMap { source in
        SystemControls.Answer.allCases.filter { $0 != .success }
            .map { "<< \(source.rawValue) \($0)" }
    }

    /// Returns whether a name is the name of an event.
    ///
    /// Details may follow the name of a step or of a seek that landed, as in `>> seek 5.000`. An
    /// answer may follow the source of a command, as in `<< remote noSuchContent`.
    package static func isKnown(_ name: String) -> Bool {
        all.contains(name) || trace.contains(name) || refusals.contains(name)
            || trace.contains {
                ($0.hasPrefix(">> ") || $0 == "<< seek landed") && name.hasPrefix($0 + " ")
            }
    }

    /// The names of all events that a delegate receives; the names of lifecycle events come first.
    package static let all =
        LifecycleEvent.EventType.allCases.map(\.rawValue) + controller + offline + service
}
