import CommandTree
import HeadlessPlayback
import Synchronization
import VirtualTime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The log of a server's requests, written on a thread of its own.
///
/// A pipe that is not read fills up and blocks its writer. Here the writer is the log's own thread:
/// requests are still answered, and lines that do not fit into the queue are counted and dropped.
final class ServerLog: Sendable {
    /// The maximum number of lines that wait to be written.
    static let mostLines = 4096
    /// The maximum time, in milliseconds, to wait until standard output accepts the last lines.
    private static let patience = 1000

    private struct State {
        var waiting: [String] = []
        var leftOut = 0
        /// The number of lines being written.
        var underWay = 0
        var isWriting = false
    }

    private struct Sink: ~Copyable {
        let output = OutputStream.standardOutput()
    }

    private let state = Mutex(State())
    /// The output of the log, which the log's thread locks while it writes.
    private let sink = Mutex(Sink())
    private let failure = Mutex<String?>(nil)
    private let thread = Workers(count: 1)

    /// Throws when a line could not be written.
    ///
    /// A reader that closes the pipe does not count as a reason.
    func check() throws(CommandFailure) {
        guard let loss = failure.withLock({ $0 }) else { return }
        throw CommandFailure(.failed, "standard output: \(loss)")
    }

    /// Writes the addresses of a server that has started.
    ///
    /// - Parameter addresses: The lines to write.
    /// - Throws: ``CommandFailure`` when a line could not be written.
    func announce(_ addresses: [String]) throws(CommandFailure) {
        for address in addresses { write(address) }
        _ = settle()
        try check()
    }

    /// Waits for the last lines of a server that has stopped, and reports the number of lost lines.
    ///
    /// - Parameter errors: Standard error.
    func reportLeftLines(to errors: OutputStream) {
        let left = settle()
        guard left > 0 else { return }
        // Standard error may be the same pipe as standard output. If the reader of the pipe has
        // stopped reading, a write would wait, so `offer` then discards the line.
        errors.offer("playctl: \(left) lines about requests were not written\n")
    }

    /// Adds a line to the queue of the log's thread.
    ///
    /// If the queue is full, the line is dropped and only counted.
    func write(_ line: String) {
        let begins = state.withLock { state in
            guard state.waiting.count < Self.mostLines else {
                state.leftOut += 1
                return false
            }
            state.waiting.append(line)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if begins { _ = thread.submit { self.drain() } }
    }

    /// Waits until all lines are written or a time limit has passed.
    ///
    /// - Returns: The number of lines that were not written.
    func settle() -> Int {
        var left = Self.patience
        while state.withLock({ $0.isWriting }), left > 0 {
            usleep(5000)
            left -= 5
        }
        return state.withLock { $0.waiting.count + $0.leftOut + $0.underWay }
    }

    private func drain() {
        while let lines = next() {
            let loss = sink.withLock { sink in
                for line in lines { sink.output.write(line + "\n") }
                sink.output.flush()
                return sink.output.loss
            }
            if let loss { failure.withLock { $0 = loss } }
        }
    }

    /// Removes the queued lines and returns them; `nil` when there are none.
    private func next() -> [String]? {
        state.withLock { state in
            var lines = state.waiting
            state.waiting = []
            if state.leftOut > 0 {
                lines.append("\(state.leftOut) lines were left out: the output was not read")
                state.leftOut = 0
            }
            state.underWay = lines.count
            state.isWriting = !lines.isEmpty
            return lines.isEmpty ? nil : lines
        }
    }
}
