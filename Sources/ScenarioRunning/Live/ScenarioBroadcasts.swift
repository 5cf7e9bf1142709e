import Broadcasts
import HeadlessPlayback
import LiveOrigin
import Presentation
import Recordings
import RunResults
package import Scenarios
package import Transport
import VirtualTime

/// The broadcasts of a scenario's simulated world.
package struct ScenarioBroadcasts {
    /// A broadcast, and its origin.
    package struct Broadcast: Sendable {
        /// The description of the broadcast in the scenario.
        package let asset: LiveAsset
        let origin: LiveOrigin
        private let loader: BroadcastLoader
        /// The prefix that the locations of all the broadcast's resources have in common.
        let prefix: String

        fileprivate init(_ asset: LiveAsset, _ origin: LiveOrigin, _ loader: BroadcastLoader) {
            self.asset = asset
            prefix = asset.root + "/"
            self.origin = origin
            self.loader = loader
        }

        /// Returns the loader of the broadcast for a client.
        ///
        /// - Parameter client: The name of the client, which determines the client's edge server.
        /// - Returns: A loader that makes requests as this client.
        package func loader(for client: String) -> any ResourceLoader {
            var loader = loader
            loader.client = client
            return loader
        }
    }

    /// A recording that is replayed.
    private struct Replay {
        let recording: Recording
        /// The path of the recording's folder.
        let folder: String
        let loader: RecordingLoader
        /// The loader of the recording's files.
        let files: any ResourceLoader
    }

    /// The loader of the broadcasts, which passes on all other requests.
    private(set) var loader: any ResourceLoader
    /// The broadcasts.
    package private(set) var all: [Broadcast] = []
    /// The origin of the only broadcast; `nil` unless there is exactly one broadcast.
    var onlyOrigin: LiveOrigin? { all.count == 1 ? all[0].origin : nil }
    /// The recordings that are replayed.
    private var recordings: [Replay] = []
    /// The broadcasts and recordings that cannot be created, with the reasons.
    private(set) var problems: [StepProblem] = []

    /// The reasons why broadcasts cannot be created, each with the name of its broadcast.
    package var troubles: [String] {
        problems.map { "\($0.expected ?? "a broadcast"): \($0.reason)" }
    }

    /// Creates the broadcasts of a scenario from their sources, and reads its recordings.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - loader: The loader of the sources, and of all other locations.
    ///   - measuresVariants: Whether the variant stream of a media playlist states its measured
    ///     bandwidth and codecs. A simulated player needs neither.
    package init(
        _ scenario: Scenario, behind loader: any ResourceLoader, measuresVariants: Bool = false
    ) {
        self.loader = loader
        for asset in scenario.assets.compactMap(\.live) {
            do throws(BroadcastError) {
                let (origin, writer) = try asset.origin(
                    start: scenario.surroundings.start, seed: scenario.seed,
                    policies: scenario.player.keys.policies, measuresVariants: measuresVariants,
                    with: loader)
                let own = BroadcastLoader(
                    origin, writer: writer, at: asset.root, behind: self.loader)
                all.append(Broadcast(asset, origin, own))
                self.loader = own
            } catch {
                var problem = StepProblem(nil, "\(error)", at: .start)
                problem.expected = "the broadcast \(asset.id)"
                problem.fileLine = asset.line
                problems.append(problem)
            }
        }
        for asset in scenario.assets.compactMap(\.recording) {
            do throws(RecordingError) {
                let recording = try RecordingLoader.recording(in: asset.folder, with: loader)
                if !recording.header.hasBodies, scenario.player.options.verification != .playlist {
                    throw RecordingError(
                        .malformed(
                            expected: "verification: playlist, since the recording has no media"))
                }
                let own = RecordingLoader(
                    recording, in: asset.folder, at: asset.url, behind: self.loader)
                recordings.append(
                    Replay(
                        recording: recording, folder: asset.folder, loader: own, files: loader))
                self.loader = own
            } catch {
                var problem = StepProblem(nil, "\(error)", at: .start)
                problem.expected = "the recording \(asset.folder)"
                problem.fileLine = asset.line
                problems.append(problem)
            }
        }
    }

    /// Returns a defect for each request to which a recording contains no response.
    func unrecorded(in record: RunRecord) -> [Defect] {
        recordings.flatMap { replay in
            replay.loader.troubles.map { trouble in
                record.defect(
                    expected: "an answer of the recording \(replay.folder)", found: trouble)
            }
        }
    }

    /// Returns the checks of the recorded origins, one for each recording.
    ///
    /// - Parameter end: The end of the run.
    /// - Returns: The checks, in the order of the recordings.
    func recordedOrigins(until end: Instant) -> [OriginChecks] {
        recordings.map {
            OriginChecks($0.recording, in: $0.folder, with: $0.files, until: end)
        }
    }

    /// Returns the place in the programme at which a segment or part starts.
    ///
    /// The result is `nil` for the location of any other resource.
    func programmePlace(of url: String) -> LiveOrigin.ProgrammePlace? {
        // The broadcasts are accessed in place, since copying one would retain its description.
        for place in all.indices {
            if let location = OriginRequest.location(of: url, under: all[place].prefix) {
                return all[place].origin.programmePlace(of: location)
            }
        }
        return nil
    }

    /// Returns the broadcast to which the resource at a location belongs; `nil` if there is none.
    func broadcast(of url: String) -> Broadcast? { all.first { url.hasPrefix($0.prefix) } }

    /// A new comparison of positions and dates with the programmes of the broadcasts.
    var truth: ProgrammeTruth {
        ProgrammeTruth(
            hasBreaks: all.contains { $0.origin.hasBreaks },
            datesMayDeviate: all.contains { broadcast in
                let encoder = broadcast.asset.encoder
                return encoder.clock.drift != 0 || !encoder.clock.steps.isEmpty
                    || encoder.faults.contains(where: \.interruptsEncoder)
            })
    }

    /// Returns the widest bounds on the playhead's distance from the live edge in any broadcast.
    ///
    /// The result is `nil` if there are no broadcasts.
    ///
    /// - Parameter tuning: The behaviour of the player in broadcasts.
    /// - Returns: The widest bounds.
    func bounds(for tuning: LiveTuning) -> LiveBounds? {
        guard !all.isEmpty else { return nil }
        let origins = all.map(\.origin)
        return LiveBounds(
            statesStart: all.contains { $0.asset.packager.start != nil }
        ) { instant in
            var widest: LiveBounds.Distances?
            for origin in origins {
                guard let version = origin.version(ofRendition: 0, at: instant) else { continue }
                // A hold-back depends on the last three segments at most.
                var playlist = origin.end(ofRendition: 0, version, count: 3)
                playlist.hasEndList = false
                let target = max(
                    ReloadPace.target(of: playlist), origin.longestSegment(ofRendition: 0))
                widest = LiveBounds.Distances(
                    target: max(target, widest?.target ?? .zero),
                    holdBack: max(
                        LiveHoldBack(tuning, playlist).distance, widest?.holdBack ?? .zero))
            }
            return widest
        }
    }

    /// Returns a defect for each fault, break or outage that had no effect on a run.
    ///
    /// An incident had no effect if the run ended before it, or if it changed no response. Such a
    /// run tests less than it seems to.
    func unmet(by end: Instant, in record: RunRecord) -> [Defect] {
        all.flatMap { broadcast in
            broadcast.unmet(by: end, record.requests).map { expected, found in
                record.defect(expected: expected, found: found)
            }
        }
    }
}

extension ScenarioBroadcasts.Broadcast {
    /// Returns a description of each incident that had no effect on a run.
    ///
    /// An incident had no effect if the run ended before it, or if it changed no response.
    fileprivate func unmet(
        by end: Instant, _ requests: FoldedList<RequestRecord>
    ) -> [(expected: String, found: String)] {
        let found = "the run ended at \(end)"
        let unchanged = "no answer to the player differs by it"
        let answers = ChangedAnswers(requests, of: self)
        let now = MediaTime(elapsed: end.sinceStart, rate: .normal)
        var result: [(String, String)] = []
        for (place, fault) in asset.encoder.faults.enumerated() {
            let isMet =
                switch fault.start {
                case .time(let time): time < now
                case .sequence(let number):
                    origin.hasListed(number, ofRendition: 0, by: end)
                }
            guard !isMet || !answers.differ(without: .fault(place)) else { continue }
            result.append(
                (
                    "fault \(place + 1) of the broadcast \(asset.id) occurs",
                    isMet ? unchanged : found
                ))
        }
        for (place, adBreak) in asset.breaks.enumerated() {
            let isMet = adBreak.position < now
            guard !isMet || !answers.differ(without: .adBreak(place)) else { continue }
            result.append(
                (
                    "the break at \(adBreak.position) s of the broadcast \(asset.id)",
                    isMet ? unchanged : found
                ))
        }
        for (server, edge) in asset.edges.list.enumerated() {
            for (place, outage) in edge.outages.enumerated() {
                let start = Instant(sinceStart: outage.span.lowerBound)
                let isMet = start < end
                guard
                    !isMet
                        || !answers.differ(
                            without: .outage(server: server, place), from: start)
                else { continue }
                result.append(
                    (
                        "the outage at \(start) of the broadcast \(asset.id)",
                        isMet ? unchanged : found
                    ))
            }
        }
        return result
    }
}

extension EncoderFault {
    /// The first time or media sequence number that a fault affects.
    fileprivate enum Start {
        case time(MediaTime), sequence(Int)
    }

    /// Whether the fault may make the dates of the broadcast deviate from its media.
    fileprivate var interruptsEncoder: Bool {
        switch self {
        case .silence, .restart, .timestampJump: true
        default: false
        }
    }

    fileprivate var start: Start {
        switch self {
        case .late(let time, _), .restart(let time, _, _, _), .targetDuration(let time, _),
            .locations(let time), .timestampJump(let time, _, _), .lateKey(let time, _):
            .time(time)
        case .silence(let range), .gap(.times(let range)), .missing(.times(let range)),
            .missingPart(.times(let range), _), .strayKey(.times(let range), _),
            .missingKey(.times(let range)), .missingMarks(let range), .lateDateRanges(let range, _):
            .time(range.lowerBound)
        case .gap(.sequences(let range)), .missing(.sequences(let range)),
            .missingPart(.sequences(let range), _), .strayKey(.sequences(let range), _),
            .missingKey(.sequences(let range)):
            .sequence(range.lowerBound)
        }
    }
}
