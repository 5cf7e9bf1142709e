import CommandTree
import HeadlessPlayback

/// The line at the bottom of a terminal with the progress of playback.
///
/// The line is drawn only if the output is a terminal, so a pipe never receives it.
final class StatusLine {
    private static let interval = Duration.milliseconds(50)
    private let output: OutputStream
    private let clock = ContinuousClock()
    private var drawnAt: ContinuousClock.Instant?
    private var isShown = false

    /// Creates the line; `nil` when the output is not a terminal.
    init?(on output: OutputStream) {
        guard output.isTerminal else { return nil }
        self.output = output
    }

    /// Redraws the line, unless it was redrawn within the last 50 milliseconds.
    func draw(_ session: PlaybackSession) {
        let now = clock.now
        if let drawnAt, drawnAt.duration(to: now) < Self.interval { return }
        drawnAt = now
        let position = session.position
        let duration = session.duration ?? .zero
        let percent =
            duration > .zero && !duration.isIndefinite
            ? " (\(min(100, position.ticks * 100 / duration.ticks))%)" : ""
        let rate = session.indicatedBitRate / 1000
        let variant = rate > 0 ? "  Variant: \(rate)k" : ""
        output.draw(
            "\r\u{1B}[KAV: \(clockText(position)) / \(clockText(duration))\(percent)"
                + "  Buffer: \(session.bufferedLead.value(timescale: 1))s\(variant)")
        output.flush()
        isShown = true
    }

    /// Erases the line, so that other lines can be written.
    func erase() {
        guard isShown else { return }
        output.draw("\r\u{1B}[K")
        output.flush()
        isShown = false
    }

    private func clockText(_ time: MediaTime) -> String {
        if time.isIndefinite { return "live" }
        let seconds = max(0, time.ticks / MediaTime.ticksPerSecond)
        return [seconds / 3600, seconds / 60 % 60, seconds % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
