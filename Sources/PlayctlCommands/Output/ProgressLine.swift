import AssetChecking
import HeadlessPlayback
import Synchronization
import Transport
import VirtualTime

/// The line at the bottom of a terminal with the progress of reading media and the time left.
///
/// It is drawn on standard error if it is a terminal, so a pipe never receives it.
enum ProgressLine {
    /// The state that the readers of media report.
    private struct State {
        var done = MediaTime.zero
        var total = MediaTime.zero
        var hasEnded = false
    }

    /// The state, shared with the threads that read.
    private final class Counter: Sendable {
        let state = Mutex(State())
    }

    /// Inspects an asset with a line that shows the progress.
    ///
    /// - Parameters:
    ///   - place: The asset.
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
            let percent = state.done.ticks / max(1, state.total.ticks / 100)
            let seconds = elapsed().components.seconds
            let left = percent > 0 ? ", \(seconds * max(0, 100 - percent) / percent) s left" : ""
            output.write("\r\u{1B}[K\(AssetTitle.text(of: place)): \(min(100, percent))%\(left)")
            output.flush()
            try? await Task.sleep(for: .milliseconds(100))
        }
        output.write("\r\u{1B}[K")
        output.flush()
        return await task.value
    }
}
