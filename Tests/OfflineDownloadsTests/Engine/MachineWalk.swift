import OfflineDownloads
import VirtualTime

/// A random walk through the states of a download, to check the guarantees of the state machine.
struct MachineWalk {
    private var random: SeededRandom
    private let pausesBeforeRunning: Bool
    private var machine: DownloadStateMachine
    private var isInLine = false
    private var isOver = false
    private var isFinal = false
    private var reportedProgress = 0.0
    /// The last input and its result, as text.
    private(set) var last = ""
    private(set) var ends = 0
    private(set) var fetches = 0
    private(set) var losses = 0

    init(seed: UInt64, pausesBeforeRunning: Bool) {
        random = SeededRandom(seed: seed)
        self.pausesBeforeRunning = pausesBeforeRunning
        machine = DownloadStateMachine(pausesBeforeRunning: pausesBeforeRunning)
    }

    /// Passes a random input to the state machine, and checks the actions that it returns.
    ///
    /// - Returns: The guarantees that the state machine breaks.
    mutating func step() -> [String] {
        if machine.stage == .completed || machine.stage == .cancelled, chance(of: 4) { startAnew() }
        let input = anything()
        let before = machine
        let actions = machine.handle(input)
        last = "\(before) \(input) \(actions)"
        var broken: [String] = []
        // Only a repair makes a completed download continue.
        if case .repair = input, before.stage == .completed { isFinal = false }
        for action in actions { check(action, &broken) }
        if isOver, actions.contains(where: Self.isEnd), actions.last != .leaveLine {
            broken.append("an end without leaving the line")
        }
        let isRepair = if case .repair = input { !actions.isEmpty } else { false }
        if isRepair { reportedProgress = machine.progress }
        if (machine.progress < before.progress && !isRepair) || !(0...1).contains(machine.progress)
        {
            broken.append("progress \(machine.progress) after \(before.progress)")
        }
        let belongsInLine = machine.stage == .waiting || machine.stage == .running
        if isInLine != belongsInLine { broken.append("in line: \(isInLine)") }
        if machine.isOver != isOver { broken.append("over without a word, or not over") }
        if machine.stage != before.stage, !actions.contains(where: Self.isNews),
            machine.stage != .preparing
        {
            broken.append("went to \(machine.stage) without a word")
        }
        return broken
    }

    private mutating func check(
        _ action: DownloadStateMachine.Action, _ broken: inout [String]
    ) {
        switch action {
        case .fetch:
            fetches += 1
            let isAllowed = machine.isNetworkAllowed && !machine.isYielding
            if machine.stage != .running || !isAllowed { broken.append("fetches") }
        case .prepare:
            if machine.stage != .preparing || !machine.isNetworkAllowed {
                broken.append("prepares")
            }
        case .enqueue:
            if isInLine { broken.append("gets in line twice") }
            isInLine = true
        case .leaveLine: isInLine = false
        case .stopRequests: break
        case .reportKey: if isOver { broken.append("goes on after its end") }
        case .report(let report): hear(report, &broken)
        }
    }

    private mutating func hear(
        _ report: DownloadReport, _ broken: inout [String]
    ) {
        if report != machine.report { broken.append("reports another state") }
        switch report.stage {
        case .completed, .cancelled, .failed:
            if isOver { broken.append("ends twice") }
            isOver = true
            isFinal = report.stage == .completed || report.stage == .cancelled
            ends += 1
        case .running, .paused:
            if isOver { broken.append("goes on after its end") }
            if report.progress < reportedProgress { broken.append("falls back") }
            reportedProgress = report.progress
            if report.lacksConnection { losses += 1 }
        case .preparing:
            if isFinal { broken.append("starts again after a final end") }
            isOver = false
        case .waiting, .preloaded:
            if isOver { broken.append("goes on after its end") }
        }
    }

    private mutating func startAnew() {
        machine = DownloadStateMachine(pausesBeforeRunning: pausesBeforeRunning)
        isInLine = false
        isOver = false
        isFinal = false
        reportedProgress = 0
    }

    private mutating func anything() -> DownloadStateMachine.Input {
        // Inputs that advance a download are more frequent than inputs that end it.
        if chance(of: 2) {
            return [.prepared, .slotGranted, .resume, .network(isAllowed: true)][number(below: 4)]
        }
        let input = MachineInput.all[number(below: MachineInput.all.count)].input
        guard case .progress = input else { return input }
        return .progress(Double(number(below: 1_200)) / 1_000 - 0.1)
    }

    private mutating func chance(of count: Int) -> Bool { number(below: count) == 0 }

    private mutating func number(below limit: Int) -> Int {
        Int.random(in: 0..<limit, using: &random)
    }

    private static func isEnd(_ action: DownloadStateMachine.Action) -> Bool {
        guard case .report(let report) = action else { return false }
        switch report.stage {
        case .completed, .cancelled, .failed: return true
        default: return false
        }
    }

    private static func isNews(_ action: DownloadStateMachine.Action) -> Bool {
        if case .report = action { true } else { false }
    }
}
