import Formats
public import Sessions
package import VirtualTime

extension PlaybackEvent {
    /// The event as one line of a trace: time, session, name, payload, in fixed columns.
    ///
    /// Equal input and options yield byte-identical traces. They contain no dates, no paths and no
    /// properties of the machine.
    public var traceLine: String {
        TraceColumns.line(at: instant, session: session?.number, name, traceText)
    }

    /// The payload in the trace line; empty when there is none.
    ///
    /// Texts from the asset are joined into one line, without terminal control characters.
    package var traceText: String {
        if let text = kind.traceText { return text }
        let text = rareTraceText
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        return isPlain ? text : SafeText.joinedLines(text)
    }

    /// The payload of an event other than progress or seekable ranges, with unsanitized texts.
    private var rareTraceText: String {
        switch kind {
        case .didAdvanceToPlaybackSession:
            session.map { Self.title(of: $0.video, source: $0.source) } ?? ""
        case .didChangeDuration(let duration): "\(duration)"
        case .didProgressTo, .didChangeSeekableRanges: ""
        case .didPassCuePoints(let passage): Self.text(of: passage)
        case .didReceiveLifecycleEvent(let event):
            event.error.map { "\(event.type.rawValue)  \($0.tracePlace)" } ?? event.type.rawValue
        case .determinedMediaType(let type): "\(type)"
        case .determinedVideoType(let type): "\(type)"
        case .determinedCodecs(let codecs): codecs.joined(separator: ",")
        case .determinedMetadata(let metadata):
            metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                .joined(separator: " ")
        case .didCompletePlaylist(let videos), .noPlayableVideosFound(let videos):
            "\(videos.count) videos"
        case .didInsertVideo(let video, let index):
            "\(index)  \(Self.title(of: video, source: video.sources.first))"
        case .failedToInsertVideo(let video):
            Self.title(of: video, source: video.sources.first)
        case .didChangeSelectedAudibleMediaOption(let option),
            .didChangeSelectedLegibleMediaOption(let option):
            option?.name ?? "none"
        case .didShowCue(let cue, let option), .didHideCue(let cue, let option):
            "\(cue.start)-\(cue.end) \(option.languageTag ?? option.name)  \(cue.plainText)"
        case .didChangeExternalPlaybackActive(let isActive): isActive ? "active" : "inactive"
        case .didReachMaxConcurrency(let answer):
            answer["sessions"]?.array.map { "\($0.count) sessions" } ?? "no list"
        case .manifestTTLWasUpdatedWithError(let error): error?.tracePlace ?? "updated"
        case .didChangeNowPlaying(let information): information.map(Self.text(of:)) ?? "none"
        case .didChangePictureInPicture(let event): event.rawValue
        }
    }

    private static func text(of information: PlaybackEvent.NowPlayingInformation) -> String {
        var parts = [information.title]
        let length = information.duration.map { " of \($0)" } ?? ""
        parts.append("\(information.elapsed)\(length)")
        parts.append(information.rate == 0 ? "paused" : "rate \(information.rate)")
        if information.isPreviousEnabled { parts.append("previous") }
        if information.isNextEnabled { parts.append("next") }
        return parts.joined(separator: "  ")
    }

    /// Returns the name of a video, or else the last component of its URL path.
    ///
    /// Unlike the whole URL, this component is the same on every machine.
    private static func title(of video: Video, source: Source?) -> String {
        video.name ?? source.map { SafeText.cleaned($0.fileName) } ?? ""
    }

    private static func text(of passage: CuePointPassage) -> String {
        let points = passage.cuePoints.map(\.words)
        let previous = seconds(passage.previous.timeInterval)
        let current = seconds(passage.current.timeInterval)
        return "\(previous) -> \(current)  \(points.joined(separator: ", "))"
    }

    fileprivate static func seconds(_ value: Double) -> String {
        if value == .infinity { return "+inf" }
        return value == -.infinity ? "-inf" : MediaTime(seconds: value)?.description ?? "nan"
    }
}

extension PlaybackError {
    /// The domain and the code of the error, which are the same on every machine.
    fileprivate var tracePlace: String { "\(domain) \(code)" }
}

/// The columns of a trace.
package enum TraceColumns {
    /// Returns a trace line.
    ///
    /// - Parameters:
    ///   - instant: The instant of the event.
    ///   - session: The number of the session; `nil` when there is none.
    ///   - name: The name of the event.
    ///   - text: The payload; may be empty.
    /// - Returns: The line.
    package static func line(
        at instant: Instant, session: Int?, _ name: String, _ text: String = ""
    ) -> String {
        let time = instant.description
        let number = session.map { String($0) } ?? "-"
        var line = ""
        // A line is created for every event of every run, so its parts are appended without
        // temporary strings.
        line.reserveCapacity(18 + 27 + 1 + text.utf8.count)
        line.append(blanks: 12 - time.utf8.count)
        line += time
        line.append(blanks: 4 - number.utf8.count)
        line += number
        line += "  "
        line += name
        guard !text.isEmpty else { return line }
        line.append(blanks: 28 - name.utf8.count, atLeast: 1)
        line += text
        return line
    }
}

extension String {
    private static let blanks = String(repeating: " ", count: 28)

    /// Appends a number of blanks, but not fewer than a minimum.
    fileprivate mutating func append(blanks count: Int, atLeast least: Int = 0) {
        self += Substring(Self.blanks.utf8.prefix(max(count, least)))
    }
}

extension PlaybackEvent.Kind {
    /// Whether ``traceText`` has a value.
    package var hasTraceText: Bool {
        switch self {
        case .didProgressTo, .didChangeSeekableRanges: true
        default: false
        }
    }

    /// The payload of the frequent events for progress and seekable ranges; `nil` for other events.
    package var traceText: String? {
        switch self {
        case .didProgressTo(let progress): PlaybackEvent.seconds(progress.timeInterval)
        case .didChangeSeekableRanges(let ranges):
            ranges.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: " ")
        default: nil
        }
    }
}
