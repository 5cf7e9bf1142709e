import Presentation
import VirtualTime

/// An input that a session handles: a command, an arrival, or a scheduled time.
enum SessionInput {
    // Commands.
    case load
    case resume(at: MediaTime, autoPlay: Bool)
    case play
    case pause
    /// A pause by the system, for example in an interruption.
    case pauseBySystem
    case setRate(PlaybackRate)
    case waitForPlayhead(at: MediaTime, CallTable.Number)
    case seek(SeekCommand)
    indirect case selectAudio(MediaOption)
    indirect case selectSubtitles(MediaOption?)
    case refuseExternalPlayback
    indirect case failAtOnce(PlaybackError)
    case failBecauseOfReset
    case terminate
    /// An order of the service that limits concurrent streams.
    indirect case stream(StreamConcurrency.Order)

    /// The result of a request that the media supply made.
    case arrival(MediaSupply.Arrival)

    /// A scheduled step is due.
    case wake
    /// A pause in the requests for media, which began when the buffer was full, is over.
    case restEnd
    /// A check of the latency of a broadcast is due.
    case latencyLook
}

/// A command to seek.
struct SeekCommand {
    let target: MediaTime
    let toleranceBefore: MediaTime
    let toleranceAfter: MediaTime
    let completion: CallTable.Number
}

/// Handles one input of a session at a time; later inputs wait and follow in the same turn.
///
/// Almost all turns have one input, so the list of waiting inputs is rarely accessed.
package final class TurnQueue<Input> {
    private var waiting: [Input] = []
    private var isWaiting = false
    private var isInTurn = false
    private var isInStep = false
    // Both counts are private, because stored properties that other modules see are checked for
    // overlapping accesses at each use.
    private var counts = (turns: 0, steps: 0)

    /// The number of turns that have begun; each turn handles one or more inputs.
    package var turns: Int { counts.turns }
    /// The number of steps that have begun; each step is a part of a turn.
    package var steps: Int { counts.steps }

    package init() {}

    /// Begins a turn, unless one is in progress.
    ///
    /// - Parameter input: The first input of the turn; it waits if another turn is in progress.
    /// - Returns: Whether the turn begins.
    package func begin(with input: @autoclosure () -> Input) -> Bool {
        if isInTurn {
            waiting.append(input())
            isWaiting = true
            return false
        }
        isInTurn = true
        counts.turns += 1
        return true
    }

    /// Removes and returns the next waiting input; `nil` when there is none.
    package func next() -> Input? {
        guard isWaiting else { return nil }
        let input = waiting.removeFirst()
        isWaiting = !waiting.isEmpty
        return input
    }

    /// Begins a step; steps cannot be nested.
    package func beginStep() {
        precondition(isInTurn && !isInStep, "a step begins in a turn, and never within a step")
        isInStep = true
        counts.steps += 1
    }

    /// Ends the current step of the turn.
    package func endStep() { isInStep = false }

    /// Ends the turn, unless further inputs have arrived.
    ///
    /// - Returns: Whether the turn ended.
    package func end() -> Bool {
        guard !isWaiting else { return false }
        isInTurn = false
        return true
    }
}
