import Formats
package import HeadlessPlayback
package import Scenarios
package import Sessions
package import VirtualTime

/// An event of a run, in the form that lints and expectations process.
package struct Happening: Sendable {
    /// The kind of an event.
    package enum Kind: Sendable {
        /// An event of a controller.
        case event(PlaybackEvent.Kind)
        /// A command was given to a controller.
        case command(PlaybackCommand)
        /// A step of the scenario was done.
        case step(ScenarioStep.Action)
        /// A seek landed, or was given up.
        case seekEnd(finished: Bool)
        /// A report of the offline manager, possibly with an error and the index of the asset.
        indirect case offline(OfflineError?, asset: Int?)
        /// A request failed; `isRetried` states whether it is made again.
        case failedRequest(isRetried: Bool)
        /// The playback service has answered a request of the app; `nil` means success.
        case answer(PlaybackError?)
        /// A command from outside the app, such as from the lock screen, was not performed.
        case outsideAnswer(SystemControls.Answer)
        /// Playback has jumped because the window of a broadcast has moved past the playhead.
        case jump
        /// The playback rate has changed because of the latency of a broadcast.
        case rate(PlaybackRate)
        /// A playlist of a broadcast has added a marker.
        indirect case marker(MarkerNews)
        /// The app was terminated, which also ended all of its objects.
        case death
    }

    /// The instant of the event, in virtual time.
    package var instant: Instant
    /// The number of the session, counted from 1 over all launches; `nil` if there is no session.
    package var session: Int?
    /// The kind of the event.
    package private(set) var kind: Kind
    /// The playback position or the bounds of the seekable range that the event reports.
    ///
    /// The value is `nil` for other events.
    private var times: Times?
    /// The name that event patterns match; empty for events that no pattern can match.
    package var name: String
    /// The text of the payload in the trace; `nil` when it is derived from the kind.
    private let ownText: String?
    /// The position of the session's playhead.
    package var position: MediaTime
    /// The number of the event's line in the trace, counted from 1; 0 if the event has no line.
    package var line: Int

    /// Creates an event.
    package init(
        _ kind: Kind, at instant: Instant, session: Int? = nil, name: String = "",
        text: String = "", position: MediaTime = .zero, line: Int = 0
    ) {
        self.kind = kind
        times = kind.times
        self.instant = instant
        self.session = session
        self.name = name
        ownText = text
        self.position = position
        self.line = line
    }

    /// Creates the event of a rate change that is caused by the latency of a broadcast.
    package init(
        _ rate: PlaybackRate, for latency: MediaTime, at instant: Instant, session: Int
    ) {
        self.init(
            .rate(rate), at: instant, session: session, name: "++ rate",
            text: "\(SecondsText(rate.value)), latency \(latency)")
    }

    /// Creates the event for a marker that a playlist of a broadcast has added.
    package init(_ marker: MarkerNews, at instant: Instant, session: Int) {
        let (name, text) =
            switch marker {
            case .listed(let point): ("++ cue point", point.words)
            case .late(let point): ("!! late cue point", point.words)
            case .unusable(let trouble): ("!! no cue point", SafeText.line(trouble.reason))
            }
        self.init(.marker(marker), at: instant, session: session, name: name, text: text)
    }

    /// Creates an event from an event that a controller has published.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - session: The number of the event's session over all launches; `nil` when the event has
    ///     no session.
    package init(_ event: PlaybackEvent, session: Int?) {
        kind = .event(event.kind)
        times = kind.times
        instant = event.instant
        self.session = session
        name = event.name
        ownText = event.kind.hasTraceText ? nil : event.traceText
        position = event.session?.position ?? .zero
        line = 0
    }

    /// The text of the event's payload in the trace.
    package var text: String {
        if let ownText { return ownText }
        guard case .event(let event) = kind else { return "" }
        return event.traceText ?? ""
    }

    /// The lifecycle event; `nil` for other events.
    package var lifecycle: LifecycleEvent? {
        guard case .event(.didReceiveLifecycleEvent(let event)) = kind else { return nil }
        return event
    }

    /// The error that the app receives; `nil` for events without an error.
    var error: ReportedError? {
        switch kind {
        case .answer(let error): error.map { ReportedError($0) }
        case .offline(let error, _): error.map { ReportedError($0) }
        default: lifecycle?.error.map { ReportedError($0) }
        }
    }

    /// The videos that the event reports as unplayable or as not inserted; empty for other events.
    var unplayableVideos: [Video] {
        switch kind {
        case .event(.noPlayableVideosFound(let videos)): videos
        case .event(.failedToInsertVideo(let video)): [video]
        default: []
        }
    }

    /// The video that the event reports as not inserted; `nil` for other events.
    var uninsertedVideo: Video? {
        if case .event(.failedToInsertVideo(let video)) = kind { video } else { nil }
    }

    /// Whether the event reports that a session has failed.
    ///
    /// After other errors, playback may continue.
    var isFailure: Bool {
        switch lifecycle?.type {
        case .fail, .failedToPlayToEndTime, .resumeFail: true
        default: false
        }
    }

    /// Whether the event reports progress to a position.
    var isProgress: Bool { times?.isProgress == true }

    /// The progress; `nil` for other events.
    package var progress: Progress? {
        guard case .event(.didProgressTo(let progress)) = kind else { return nil }
        return progress
    }
}

/// An error that an app received from its player, its downloads or its playback service.
struct ReportedError {
    /// The domain of the code.
    let domain: String
    /// The code within the domain.
    let code: Int
    /// The description of the error.
    let text: String

    /// The domain and the code of the error.
    var kind: String { "\(domain) \(code)" }

    /// The error on one line, for the message of a failed check.
    var words: String { "\(kind): \(PlaceText.cut(text))" }

    fileprivate init(_ error: PlaybackError) {
        (domain, code, text) = (error.domain, error.code, error.description)
    }

    fileprivate init(_ error: OfflineError) {
        (domain, code, text) = (OfflineError.domain, error.code.rawValue, error.reason)
    }
}

/// The first and the last media time that an event reports.
private struct Times {
    let first: MediaTime
    let last: MediaTime
    /// Whether the event reports progress to a position, and not a seekable range.
    let isProgress: Bool
}

extension Happening.Kind {
    fileprivate var times: Times? {
        switch self {
        case .event(.didProgressTo(.at(let time))):
            Times(first: time, last: time, isProgress: true)
        case .event(.didChangeSeekableRanges(let ranges)) where ranges.count == 1:
            Times(first: ranges[0].lowerBound, last: ranges[0].upperBound, isProgress: false)
        default: nil
        }
    }
}

/// The storage of regularly repeated events (progress or seekable ranges) as one series.
extension Happening: Foldable {
    /// The distance between two events, in time and in their payloads.
    package struct Distance: Equatable, Sendable {
        /// The virtual time from the first of the two events to the second.
        package let instant: Duration
        fileprivate let position: MediaTime
        fileprivate let line: Int
        /// The difference between the first media times of the two events.
        fileprivate let first: MediaTime
        /// The difference between the last media times of the two events.
        fileprivate let last: MediaTime

        /// The differences between the media times of the two events, as in a trace.
        package var text: String { first == last ? "+\(first)" : "+\(first)-\(last)" }
    }

    /// A number that is equal for similar events of a session.
    package var likeness: Int {
        switch kind {
        case .event(.didProgressTo(.at)): 1
        case .event(.didChangeSeekableRanges(let ranges)): 2 + ranges.count
        default: 0
        }
    }

    /// Returns the distance from an earlier event; `nil` if the two events are not similar.
    ///
    /// Similar events differ only in their instants, line numbers, positions and media times.
    package func distance(from earlier: Happening) -> Distance? {
        guard let times, let others = earlier.times, times.isProgress == others.isProgress,
            session == earlier.session, ownText == nil, earlier.ownText == nil
        else { return nil }
        return Distance(
            instant: earlier.instant.duration(to: instant),
            position: position - earlier.position, line: line - earlier.line,
            first: times.first - others.first, last: times.last - others.last)
    }

    /// Returns a copy of the event, moved by a multiple of a distance.
    package func advanced(by distance: Distance, times: Int) -> Happening {
        var result = self
        result.instant = instant.advanced(by: distance.instant * times)
        result.position += distance.position * times
        result.line += distance.line * times
        guard let own = self.times else { return result }
        let first = own.first + distance.first * times
        if own.isProgress {
            result.kind = .event(.didProgressTo(.at(first)))
        } else {
            let last = own.last + distance.last * times
            result.kind = .event(.didChangeSeekableRanges([first..<last]))
        }
        result.times = result.kind.times
        return result
    }
}

extension EventPattern {
    /// Returns whether the pattern matches an event.
    func fits(_ happening: Happening) -> Bool {
        fits(
            name: happening.name, lifecycle: happening.lifecycle?.type, text: happening.text,
            session: happening.session, at: happening.instant)
    }
}
