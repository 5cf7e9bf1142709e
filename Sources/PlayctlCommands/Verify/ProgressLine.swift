import AssetChecking
import CommandTree
import Formats
import HeadlessPlayback
import Synchronization
import Transport
import VirtualTime

/// The line at the bottom of a terminal with the progress of reading media and the time left.
///
/// The line is drawn only if standard error is a terminal, so a pipe never receives the line.
enum ProgressLine {
    /// The progress that the threads report while they read media.
    private struct State {
        var done = MediaTime.zero
        var total = MediaTime.zero
        var hasEnded = false
    }

    /// The progress, shared with the threads that read media.
    private final class Counter: Sendable {
        let state = Mutex(State())
    }

    /// Inspects an asset, and shows the progress in a line.
    ///
    /// - Parameters:
    ///   - place: The location of the asset.
    ///   - inspector: The inspector.
    ///   - loader: The source of bytes.
    ///   - output: The output of the line.
    /// - Returns: The result.
    static func inspect(
        _ place: String, with inspector: AssetInspector, loader: any ResourceLoader,
        on output: OutputStream
    ) async -> InspectedAsset {
        guard output.isTerminal else { return await inspector.inspect(place, loader: loader) }
        let counter = Counter()
        var reporting = inspector
        reporting.progress = { time, total in
            counter.state.withLock { state in
                state.done += time
                state.total = total
            }
        }
        let inspector = reporting
        let task = Task {
            let result = await inspector.inspect(place, loader: loader)
            counter.state.withLock { $0.hasEnded = true }
            return result
        }
        let elapsed = Stopwatch.started()
        while true {
            let state = counter.state.withLock { $0 }
            if state.hasEnded { break }
            let progress = text(state.done, of: state.total, after: elapsed())
            let name = SafeText.quoted(AssetTitle.text(of: place))
            output.draw("\r\u{1B}[K\(name): \(progress)")
            output.flush()
            try? await Task.sleep(for: .milliseconds(100))
        }
        output.draw("\r\u{1B}[K")
        output.flush()
        return await task.value
    }

    /// Returns the progress in percent, and the estimated remaining time.
    ///
    /// - Parameters:
    ///   - done: The duration of the media that was read.
    ///   - total: The duration of all media; zero until it is known.
    ///   - elapsed: The time since the start.
    /// - Returns: The percentage, followed by the time once it can be estimated.
    static func text(_ done: MediaTime, of total: MediaTime, after elapsed: Duration) -> String {
        guard total > .zero else { return "0%" }
        let percent = min(100, done.ticks / max(1, total.ticks / 100))
        guard percent > 0 else { return "0%" }
        let left = elapsed.components.seconds * (100 - percent) / percent
        return "\(percent)%, \(SweepProgress.time(left)) left"
    }
}
