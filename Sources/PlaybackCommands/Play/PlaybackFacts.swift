package import CommandTree
import HeadlessPlayback

/// Logs the requests, and each selected variant stream and rendition with its reason.
final class PlaybackFacts {
    private let log: FactLog
    private let options: PlayOptions
    /// The number of the session to which `written` applies; `nil` before the first session.
    private var session: Int?
    /// The variant stream, audio and subtitles that were written last, by the kind of fact.
    private var written: [FactLog.Kind: String] = [:]

    /// Starts to log the requests of a simulation.
    ///
    /// The choices of variant streams and renditions are logged by ``follow(_:)``.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - options: The options of playback. A choice that an option requests is logged with the
    ///     option as its reason.
    ///   - world: The simulation.
    init(_ log: FactLog, _ options: PlayOptions, in world: PlaybackWorld) {
        self.log = log
        self.options = options
        world.observeRequests(log)
    }

    /// Writes the variant stream, audio and subtitles of a session if they have changed.
    func follow(_ event: PlaybackEvent) {
        guard let session = event.session, session.duration != nil else { return }
        if self.session != session.number { (self.session, written) = (session.number, [:]) }
        if let fetched = session.fetchedVariant {
            note(.variant, fetched.variant.words, fetched.reason, event)
        }
        if let option = session.selectedAudibleMediaOption {
            let isAsked = option.speaks(options.audio)
            note(.audio, option.words, isAsked ? "as --audio asks" : "the asset's choice", event)
        }
        guard session.legibleMediaSelectionGroup?.options.isEmpty == false else { return }
        let option = session.selectedLegibleMediaOption
        note(.subtitles, option?.words ?? "off", subtitlesReason(option), event)
    }

    private func subtitlesReason(_ option: MediaOption?) -> String {
        switch options.subtitles {
        case .off where option == nil: "as --subtitles asks"
        case .language(let language) where option?.speaks(language) == true:
            "as --subtitles asks"
        default: "the asset's choice"
        }
    }

    private func note(
        _ kind: FactLog.Kind, _ choice: String, _ reason: String, _ event: PlaybackEvent
    ) {
        guard written.updateValue(choice, forKey: kind) != choice else { return }
        log.write(kind, "\(event.instant) s: \(choice): \(reason)")
    }
}

extension PlaybackWorld {
    /// Logs each request of the simulation and its outcome.
    package func observeRequests(_ facts: FactLog) {
        let requests = RequestLog()
        requests.observer = { facts.write(.request, RequestFact.text($0)) }
        requestLog = requests
    }
}

extension MediaOption {
    /// The name of the option, followed by its language if there is one.
    fileprivate var words: String { name + (languageTag.map { " (\($0))" } ?? "") }
}
