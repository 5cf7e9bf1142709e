import OfflineDownloads

/// The situations of a download that the state machine distinguishes.
enum MachineSituation: String, CaseIterable {
    case preloaded
    case preloadedOffline = "preloaded offline"
    case preparing
    case preparingOffline = "preparing offline"
    case waiting
    case waitingOffline = "waiting offline"
    case waitingAgain = "waiting again"
    case running
    case runningOffline = "running offline"
    case runningForPlayer = "running for player"
    case preparingAgain = "preparing again"
    case paused
    case pausedUnprepared = "paused unprepared"
    case pausedOffline = "paused offline"
    case completed
    case completedOffline = "completed offline"
    case cancelled
    case failed

    /// The inputs that lead to the situation from the start.
    var history: [DownloadStateMachine.Input] {
        let running: [DownloadStateMachine.Input] = [.prepared, .slotGranted, .progress(0.5)]
        return switch self {
        case .preloaded: [.licencePreloaded]
        case .preloadedOffline: [.licencePreloaded, .network(isAllowed: false)]
        case .preparing: []
        case .preparingOffline: [.network(isAllowed: false)]
        case .waiting: [.prepared]
        case .waitingOffline: [.prepared, .network(isAllowed: false)]
        case .waitingAgain: running + [.pause, .resume]
        case .running: running
        case .runningOffline: running + [.network(isAllowed: false)]
        case .runningForPlayer: running + [.yield(isNeeded: true)]
        case .preparingAgain: running + [.outdated]
        case .paused: running + [.pause]
        case .pausedUnprepared: running + [.outdated, .pause]
        case .pausedOffline: running + [.outdated, .pause, .network(isAllowed: false)]
        case .completed: running + [.finished]
        case .completedOffline: running + [.finished, .network(isAllowed: false)]
        case .cancelled: running + [.cancel]
        case .failed: running + [.failed(DownloadStateMachineTests.error)]
        }
    }
}

/// The inputs of a download.
enum MachineInput {
    static let all: [(name: String, input: DownloadStateMachine.Input)] = [
        ("request", .request), ("licence preloaded", .licencePreloaded), ("prepared", .prepared),
        ("key loaded", .keyLoaded), ("slot granted", .slotGranted), ("outdated", .outdated),
        ("progress", .progress(0.75)), ("finished", .finished),
        ("failed", .failed(DownloadStateMachineTests.error)), ("pause", .pause),
        ("resume", .resume), ("cancel", .cancel), ("network gone", .network(isAllowed: false)),
        ("network there", .network(isAllowed: true)), ("player needs", .yield(isNeeded: true)),
        ("player done", .yield(isNeeded: false)), ("repair", .repair(stored: 0.25)),
    ]

    static let kinds = 0...14

    /// Returns a number for every case; the switch does not compile if a case has no number.
    static func kind(of input: DownloadStateMachine.Input) -> Int {
        switch input {
        case .request: 0
        case .licencePreloaded: 1
        case .prepared: 2
        case .keyLoaded: 3
        case .slotGranted: 4
        case .outdated: 5
        case .progress: 6
        case .finished: 7
        case .failed: 8
        case .pause: 9
        case .resume: 10
        case .cancel: 11
        case .network: 12
        case .yield: 13
        case .repair: 14
        }
    }
}

/// The expected answers of the state machine, as texts.
enum MachineTable {
    /// Returns the expected answers by situation and input.
    static func rows(pausesBeforeRunning: Bool) -> [String: String] {
        var rows = parse(text)
        if !pausesBeforeRunning { rows.merge(parse(ignoredPauses)) { _, ignored in ignored } }
        return rows
    }

    private static func parse(_ text: String) -> [String: String] {
        var rows: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.split(separator: " ").joined(separator: " ") }
            guard parts.count == 4 else { fatalError("no row: \(line)") }
            let key = "\(parts[0]) | \(parts[1])"
            let old = rows.updateValue("\(parts[2]) | \(parts[3])", forKey: key)
            precondition(old == nil, "two rows for \(key)")
        }
        return rows
    }

    /// Returns the actions and the resulting state as text.
    static func describe(
        _ actions: [DownloadStateMachine.Action], _ machine: DownloadStateMachine
    ) -> String {
        let answer = actions.map(describe).joined(separator: ", ")
        let progress = machine.progress > 0 ? " \(machine.progress)" : ""
        return "\(answer.isEmpty ? "-" : answer) | \(describe(machine.stage))\(progress)"
    }

    private static func describe(_ action: DownloadStateMachine.Action) -> String {
        switch action {
        case .prepare: "prepare"
        case .enqueue: "enqueue"
        case .leaveLine: "leave line"
        case .fetch: "fetch"
        case .stopRequests: "stop"
        case .report(let report): "tell \(report.text)"
        case .reportKey: "tell keyLoaded"
        }
    }

    fileprivate static func describe(_ stage: DownloadStateMachine.Stage) -> String {
        if case .failed = stage { "failed" } else { "\(stage)" }
    }
}

extension DownloadReport {
    /// The report in words, with the progress if the download is running or paused.
    var text: String {
        switch stage {
        case .running: "\(isConnected ? "running" : "noConnection") \(progress)"
        case .paused: "paused \(progress)"
        default: MachineTable.describe(stage)
        }
    }
}
