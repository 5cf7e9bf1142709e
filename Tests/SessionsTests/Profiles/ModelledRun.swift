import HeadlessPlayback
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// The playback of a recorded asset by the player that a profile models, in virtual time.
struct ModelledRun {
    let start: Double
    /// The instant of the end, or of the error that ended the run.
    let end: Double
    let stalls: [(at: Double, length: Double)]
    /// The requests that reached the origin.
    let requests: [RecordedRuns.Request]
    /// The instants at which seeks landed.
    let landings: [Double]

    var stallTime: Double { stalls.reduce(0) { $0 + $1.length } }

    /// Plays an asset.
    ///
    /// - Parameters:
    ///   - loader: The asset.
    ///   - network: The network.
    ///   - profile: The player to model.
    ///   - seeks: The instants of seeks and their targets, in seconds.
    ///   - faults: The faults of the origin.
    /// - Throws: When playback does not start, or neither ends nor fails.
    init(
        _ loader: RecordedAsset, _ network: NetworkConditions, _ profile: PlayerProfile,
        seeks: [(at: Double, to: Double)] = [], faults: [FaultRule] = []
    ) throws {
        var options = PlaybackOptions()
        options.adopt(profile)
        options.network = network
        options.faults = faults
        options.network.headByteCount = RecordedAsset.headByteCount
        let world = PlaybackWorld(options: options, loader: loader)
        let log = RequestLog()
        world.requestLog = log
        let playback = Playback(in: world, provider: BasicSessionProvider())
        func seconds(_ instant: Instant) -> Double {
            Double(Instant.start.duration(to: instant).attoseconds) / 1e18
        }
        var landings: [Double] = []
        playback.controller.setVideos([Video(url: RecordedAsset.url)])
        for seek in seeks {
            playback.run(until: seek.at)
            playback.controller.seek(to: seek.to, toleranceBefore: 0, toleranceAfter: 0) { _ in
                landings.append(seconds(world.loop.now))
            }
        }
        playback.controller.run()
        self.landings = landings
        var moves: Double?
        var ends: Double?
        var stalls: [(at: Double, length: Double)] = []
        for event in playback.recorder.events {
            switch event.kind {
            case .didProgressTo(.at(let place)) where moves == nil && place > .zero:
                moves = seconds(event.instant) - place.seconds
            case .didReceiveLifecycleEvent(let report):
                switch report.type {
                case .playbackStalled: stalls.append((at: seconds(event.instant), length: 0))
                case .playbackRecovered where !stalls.isEmpty:
                    stalls[stalls.count - 1].length =
                        seconds(event.instant) - stalls[stalls.count - 1].at
                case .end, .failedToPlayToEndTime: ends = seconds(event.instant)
                default: break
                }
            default: break
            }
        }
        start = try #require(moves)
        end = try #require(ends)
        self.stalls = stalls
        requests = log.records.filter { !$0.isStored }.map { record in
            RecordedRuns.Request(
                file: String(record.url.dropFirst("http://recorded.test/".count)),
                instant: seconds(record.start), isAborted: record.outcome != .received)
        }
    }
}

/// The differences between modelled and recorded runs, summed over all runs.
struct ProfileError: CustomStringConvertible {
    private(set) var start = 0.0
    private(set) var stallTime = 0.0
    private(set) var end = 0.0
    private(set) var instants = 0.0
    private(set) var runs = 0
    private(set) var requests = 0
    /// The number of segments that came from a different variant than in the recording.
    private(set) var wrongVariants = 0
    private(set) var segments = 0
    /// The runs whose requests were made in a different order than in the recording.
    private(set) var otherOrder: [String] = []

    /// Adds the differences between a recorded run and its modelled run.
    mutating func add(_ recorded: RecordedRuns.Run, _ modelled: ModelledRun) {
        runs += 1
        start += abs(recorded.start - modelled.start)
        stallTime += abs(recorded.stallTime - modelled.stallTime)
        end += abs(recorded.end - modelled.end)
        if recorded.requests.map(\.file) != modelled.requests.map(\.file) {
            otherOrder.append(recorded.testDescription)
        }
        for (left, right) in zip(recorded.requests, modelled.requests) {
            requests += 1
            instants += abs(left.instant - right.instant)
        }
        let files = [recorded.requests, modelled.requests].map { list in
            list.map(\.file).filter { $0.hasSuffix("ts") || $0.hasSuffix("m4s") }
        }
        segments += files[0].count
        wrongVariants += zip(files[0], files[1]).count { $0 != $1 }
        wrongVariants += abs(files[0].count - files[1].count)
    }

    /// The mean of each difference, over all runs.
    var means: (start: Double, stallTime: Double, end: Double, instants: Double) {
        let count = Double(max(runs, 1))
        return (
            start / count, stallTime / count, end / count, instants / Double(max(requests, 1))
        )
    }

    var description: String {
        let means = means
        func text(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
        return "start \(text(means.start)) stalls \(text(means.stallTime)) end \(text(means.end))"
            + " requests \(text(means.instants)) variants \(wrongVariants) of \(segments)"
            + " other order \(otherOrder)"
    }
}
