import CommandTree
import Formats
import HeadlessPlayback
import PlaybackControl

/// Writes each event when it is reported, as text or JSON, and into a trace.
final class EventSink {
    private let format: PlayOptions.Events
    private let showsCues: Bool
    private let output: OutputStream
    private let trace: OutputStream?
    private let status: StatusLine?
    private let isLive: Bool
    private var json = EventJSON()

    init(
        format: PlayOptions.Events, showsCues: Bool, output: OutputStream, trace: OutputStream?,
        status: StatusLine?
    ) {
        self.format = format
        self.showsCues = showsCues && format != .ndjson
        self.output = output
        self.trace = trace
        self.status = status
        isLive = output.isTerminal
        if format == .ndjson { output.write(json.header()) }
    }

    /// Writes an event.
    func take(_ event: PlaybackEvent) {
        switch format {
        case .none: break
        case .text:
            status?.erase()
            output.write(event.traceLine + "\n")
        case .ndjson:
            if isLive { status?.erase() }
            output.write(json.line(of: event))
        }
        if showsCues, case .didShowCue(let cue, _) = event.kind {
            // A cue is written as bytes, because text output would hide parts of the URLs in the
            // cue.
            output.write(Array(text(of: cue, event).utf8))
        }
        trace?.write(event.traceLine + "\n")
        if isLive || event.isReady { output.flush() }
        if let session = event.session { status?.draw(session) }
    }

    /// Writes a command from the user or another process, and the answer if the command failed.
    func take(_ report: OutsideCommandReport) {
        let text = report.traceLines.map { $0 + "\n" }.joined()
        switch format {
        case .none: break
        case .text:
            status?.erase()
            output.write(text)
        case .ndjson:
            if isLive { status?.erase() }
            output.write(json.line(of: report))
        }
        trace?.write(text)
        if isLive { output.flush() }
    }

    /// Displays a text to the user on the terminal.
    func show(_ text: String, on terminal: OutputStream) {
        status?.erase()
        terminal.write(text)
        terminal.flush()
    }

    /// Returns the lines of a cue, preceded by its time if no event line shows the time.
    private func text(of cue: SubtitleCue, _ event: PlaybackEvent) -> String {
        let time = format == .none ? event.instant.description : ""
        let lead = time.padded(to: 12, alignment: .right)
        let others = String(repeating: " ", count: lead.count)
        return SafeText.lines(cue.plainText).enumerated()
            .map { ($0.offset == 0 ? lead : others) + "  | " + $0.element + "\n" }.joined()
    }

    /// Writes the remaining output.
    func close() {
        status?.erase()
        output.flush()
    }
}

extension PlaybackEvent {
    /// Whether the event reports that a session is ready for playback.
    fileprivate var isReady: Bool {
        guard case .didReceiveLifecycleEvent(let event) = kind else { return false }
        return event.type == .ready
    }
}
