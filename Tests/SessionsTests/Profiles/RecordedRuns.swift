import TestSupport
import Transport
import VirtualTime

/// Runs of real players that were recorded in real time, with their assets and networks.
struct RecordedRuns {
    /// One run of a player.
    struct Run: Sendable {
        let player: String
        let asset: String
        let network: String
        let repetition: Int
        /// The instant at which playback began to advance, in seconds from the first request.
        let start: Double
        let end: Double
        let stalls: [(at: Double, length: Double)]
        let requests: [Request]

        /// Returns the run without requests for a last audio segment shorter than one frame.
        ///
        /// - Parameter sizes: The sizes of the files of its asset.
        /// - Returns: The run with the other requests.
        func withoutTail(_ sizes: [String: Int]) -> Run {
            Run(
                player: player, asset: asset, network: network, repetition: repetition,
                start: start, end: end, stalls: stalls,
                requests: requests.filter { !RecordedAsset.isTail($0.file, sizes) })
        }

        /// The name of the run.
        var testDescription: String { "\(player) \(asset) \(network) \(repetition)" }

        var stallTime: Double { stalls.reduce(0) { $0 + $1.length } }
    }

    /// One request of a player.
    struct Request: Sendable {
        let file: String
        let instant: Double
        /// Whether the player abandoned the request.
        let isAborted: Bool
    }

    private(set) var runs: [Run] = []
    /// The runs that ended with an error.
    ///
    /// The `end` of such a run is the instant of the error, and its `asset` is the name of the
    /// case.
    private(set) var failures: [Run] = []
    /// The runs in which the player played a broadcast.
    ///
    /// The end of a run is the instant at which the player was stopped.
    private(set) var broadcasts: [Run] = []
    /// For each asset, the sizes of its files.
    private(set) var assets: [String: [String: Int]] = [:]
    /// For each asset, the duration of a segment in seconds.
    private(set) var durations: [String: Int] = [:]
    private(set) var networks: [String: NetworkConditions] = [:]

    /// The recorded runs, from `Tests/Fixtures/Players`.
    static let shared = RecordedRuns()

    /// The folder of the recorded runs.
    static let folder = "\(SampleMedia.folder)/../../Tests/Fixtures/Players"

    private init() {
        let body = try? StandardLoader().load(
            ResourceRequest(url: "\(Self.folder)/runs.txt", kind: .segment)
        ).body.bytes()
        for line in String(decoding: body ?? [], as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            switch words[0] {
            case "network": networks[words[1]] = Self.network(words)
            case "asset":
                assets[words[1]] = Dictionary(
                    uniqueKeysWithValues: words[2...].map {
                        let pair = $0.split(separator: "=")
                        return (String(pair[0]), Int(pair[1]) ?? 0)
                    })
            case "duration": durations[words[1]] = Int(words[2])
            case "run": runs.append(Self.run(words))
            case "broadcast": broadcasts.append(Self.run(words))
            case "failure":
                // Leaves out the last position before the error, which is only for human readers.
                failures.append(Self.run(Array(words[..<7] + words[8...])))
            default: break
            }
        }
    }

    /// Returns the runs of a player with the given assets.
    func runs(of player: String, _ assets: String...) -> [Run] {
        runs.filter { $0.player == player && assets.contains($0.asset) }
    }

    private static func network(_ words: [String]) -> NetworkConditions {
        let steps = words[3...].map { word in
            let pair = word.split(separator: "=")
            return NetworkConditions.Step(
                start: Instant(sinceStart: .seconds(Int(pair[0]) ?? 0)),
                bitsPerSecond: (Int64(pair[1]) ?? 0) * 1000)
        }
        return NetworkConditions(steps: steps, latency: .milliseconds(Int(words[2]) ?? 0))
    }

    private static func run(_ words: [String]) -> Run {
        var stalls: [(at: Double, length: Double)] = []
        var requests: [Request] = []
        for word in words[7...] {
            if let at = word.firstIndex(of: "@") {
                let isAborted = word.hasSuffix("!")
                let time = word[word.index(after: at)...].prefix { $0 != "!" }
                requests.append(
                    Request(
                        file: String(word[..<at]), instant: Double(time) ?? -1,
                        isAborted: isAborted))
            } else {
                let pair = word.split(separator: "+")
                stalls.append((at: Double(pair[0]) ?? -1, length: Double(pair[1]) ?? -1))
            }
        }
        return Run(
            player: words[1], asset: words[2], network: words[3],
            repetition: Int(words[4]) ?? 0, start: Double(words[5]) ?? -1,
            end: Double(words[6]) ?? -1, stalls: stalls, requests: requests)
    }
}
