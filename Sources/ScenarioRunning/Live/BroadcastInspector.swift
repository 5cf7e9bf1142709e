import HeadlessPlayback
import LiveOrigin
import Playlists
import Presentation
import Scenarios
import Sessions
import Transport
import VirtualTime

/// Checks the requests for broadcasts and their responses while a run takes place.
///
/// A request is checked once its outcome is known and the clock has passed its start, so that all
/// events up to the start are known. At that time, the origin can still provide the response, so
/// no response has to be kept until the end of the run.
final class BroadcastInspector {
    /// The requests for one broadcast.
    private struct Line {
        let origin: LiveOrigin
        /// The prefix that the locations of all the broadcast's resources have in common.
        let prefix: String
        var folders: [Folder] = []
        var uses = FolderUses()
        /// The number of times that the app has ended.
        var deaths = 0
        /// The checks of the responses against the rules for origins.
        var rules: OriginChecks
    }

    /// The requests for one rendition.
    private struct Folder {
        /// The prefix that the locations of the rendition's resources share; it ends with a slash.
        let prefix: String
        /// The number of bytes in the prefix.
        let length: Int
        /// The path of the folder relative to the origin, with a slash at its end.
        let path: String
        var checks: BroadcastFolder
        /// The responses to the requests for the rendition, with the state of their checks.
        var responses: OriginChecks.Line
        /// The number of requests of each kind.
        ///
        /// If several servers take turns, this number determines the server of the next request.
        var ordinals: [ResourceKind: Int] = [:]
    }

    /// The results of the checks.
    struct Result {
        /// The defects found in requests.
        var requests = RequestDefects()
        /// For each broadcast, the end of the newest playlist of each variant stream.
        ///
        /// The keys are the prefixes of the locations of the broadcasts' resources.
        var ends: [String: [BroadcastFolder.ProgrammeEnd]] = [:]
        /// For each broadcast, the checks of its origin.
        var origins: [OriginChecks] = []
    }

    private let tuning: LiveTuning
    private let requests: RequestRules
    /// The periods in which a request waits for other requests of the player.
    private var turns: RequestTurns
    private var lines: [Line]
    private var leeway: PaceLeeway
    private var waiting: [(request: RequestRecord, reading: RequestReading?)] = []
    /// Whether the checks request the responses from the origins again, because the run is over.
    private let repeats: Bool
    private var result = Result()

    /// Creates the checks of a run.
    ///
    /// - Parameters:
    ///   - broadcasts: The broadcasts of the run's world.
    ///   - options: The playback options of the player.
    ///   - repeats: Whether the responses are obtained from the broadcasts again, because the run
    ///     is already over.
    ///   - reasons: Returns the declarations of a broadcast that explain why its origin breaks
    ///     rules.
    init(
        _ broadcasts: [ScenarioBroadcasts.Broadcast], _ options: PlaybackOptions,
        repeats: Bool = false,
        reasons: (ScenarioBroadcasts.Broadcast) -> [DeclaredReason] = \.declaredReasons
    ) {
        tuning = options.live.tuning
        requests = options.profile.policy.requests
        turns = RequestTurns(requests)
        leeway = PaceLeeway(reloadsWhilePaused: tuning.reloadsWhilePaused)
        self.repeats = repeats
        lines = broadcasts.map {
            Line(origin: $0.origin, prefix: $0.prefix, rules: OriginChecks(reasons($0)))
        }
    }

    /// Creates the checks of a scenario's run; `nil` when the run has no broadcasts.
    convenience init?(of scenario: Scenario, _ broadcasts: ScenarioBroadcasts) {
        if broadcasts.all.isEmpty { return nil }
        self.init(broadcasts.all, scenario.worldOptions)
    }

    /// Starts to receive the events and the requests of a run.
    func follow(_ chronicle: Chronicle, _ log: RequestLog) {
        chronicle.observer = { [weak self] in self?.note($0) }
        log.reader = { [weak self] in self?.take($0, $1) }
    }

    /// Checks the remaining requests of a run, including requests without an outcome.
    ///
    /// - Parameters:
    ///   - log: The log of the run's requests, which this object stops following.
    ///   - end: The end of the run.
    /// - Returns: The results of all checks of the run.
    func finish(_ log: RequestLog, at end: Instant) -> Result {
        log.reader = nil
        for request in log.unsettled { take(request) }
        return finish(at: end)
    }

    /// Records an event of the run.
    func note(_ happening: Happening) { leeway.take(happening) }

    /// Records the next request; requests are passed in the order of their starts.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - reading: The content of the response, which the record of the request does not contain;
    ///     `nil` if there is no content.
    func take(_ request: RequestRecord, _ reading: RequestReading? = nil) {
        waiting.append((request, reading))
    }

    /// Checks the recorded requests that started before an instant.
    func advance(to now: Instant) {
        // Usually, no request is due. In this case, the guard returns without copying a request.
        guard !waiting.isEmpty, waiting[0].request.start < now else { return }
        let count = waiting.firstPlace { $0.request.start >= now }
        for place in 0..<count { check(waiting[place].request, waiting[place].reading) }
        waiting.removeFirst(count)
    }

    /// Checks the remaining requests.
    ///
    /// - Parameter end: The end of the run.
    /// - Returns: The results of all checks of the run.
    func finish(at end: Instant) -> Result {
        for (request, reading) in waiting { check(request, reading) }
        waiting = []
        let last = leeway.end(ofRunAt: end)
        for place in lines.indices {
            lines[place].folders.sort { $0.path < $1.path }
            for index in lines[place].folders.indices {
                let (path, uses) = (lines[place].folders[index].path, lines[place].uses)
                lines[place].folders[index].checks.end(
                    at: last,
                    freedom: { [leeway] instant in
                        uses.isFree(path, since: instant)
                            ? .unlimited : leeway.freedom(from: instant, to: last)
                    }, turns, &result.requests)
            }
            // The ledger of a session counts the media of the variant stream, but not the audio or
            // subtitle renditions.
            let streams = lines[place].folders.filter { !Self.isBesideVideo($0.path) }
            result.ends[lines[place].prefix] = streams.compactMap(\.checks.programmeEnd)
            result.origins.append(lines[place].rules)
        }
        return result
    }

    /// Returns whether a folder, named relative to its broadcast, has audio or subtitles.
    private static func isBesideVideo(_ folder: String) -> Bool {
        folder.first == "a" || folder.first == "s"
    }

    // MARK: Requests

    private func check(_ request: RequestRecord, _ reading: RequestReading?) {
        for place in lines.indices
        where !request.isStored && request.url.hasPrefix(lines[place].prefix) {
            check(request, reading, &lines[place])
        }
        // Other requests also wait for a request whose response is stored.
        turns.take(from: request.start, to: request.end)
    }

    private func check(
        _ request: RequestRecord, _ reading: RequestReading?, _ line: inout Line
    ) {
        let deaths = leeway.deaths(by: request.start)
        if deaths != line.deaths {
            line.deaths = deaths
            for index in line.folders.indices { line.folders[index].checks.relaunch() }
            line.uses = FolderUses()
        }
        let (index, name) = folder(of: request.url, in: &line)
        let path = line.folders[index].path
        let (leeway, uses) = (leeway, line.uses)
        line.folders[index].checks.take(
            request, name: name,
            freedom: { instant in
                uses.isFree(path, since: instant)
                    ? .unlimited : leeway.freedom(from: instant, to: request.start)
            },
            isMoved: { instant in
                leeway.isMoved(from: instant, to: request.start)
                    || uses.isSwitched(path, since: instant)
            }, turns, &result.requests)
        line.uses.take(request, path)
        judge(request, name, reading, index, &line)
    }

    /// Checks the response to a request against the rules for origins.
    private func judge(
        _ request: RequestRecord, _ name: Substring, _ reading: RequestReading?, _ index: Int,
        _ line: inout Line
    ) {
        let ordinal = line.folders[index].ordinals[request.kind] ?? 0
        line.folders[index].ordinals[request.kind] = ordinal + 1
        var response = reading
        if repeats {
            let location = line.folders[index].path + request.url[name.startIndex...]
            let question = OriginRequest(location, ordinal: ordinal)
            response = line.origin.answer(question, arrivingAt: request.start)
                .reading(of: request)
        }
        let whole = line.folders[index].checks.whole
        line.rules.take(
            request, name, response, of: &line.folders[index].responses, whole: whole)
    }

    /// Returns whether a byte ends the name of a file or a folder in a location.
    private static func endsName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): true
        default: false
        }
    }

    /// Returns the index of the folder of a resource, and the resource's name within the folder.
    private func folder(of url: String, in line: inout Line) -> (index: Int, name: Substring) {
        for index in line.folders.indices.reversed()
        where url.hasPrefix(line.folders[index].prefix) {
            // The UTF-8 view of a whole string is read faster than the view of a substring.
            let bytes = url.utf8
            let start = bytes.index(bytes.startIndex, offsetBy: line.folders[index].length)
            var end = start
            while end < bytes.endIndex, !Self.endsName(bytes[end]) { end = bytes.index(after: end) }
            let isInFolder = end == bytes.endIndex || bytes[end] != UInt8(ascii: "/")
            if isInFolder { return (index, url[start..<end]) }
        }
        let location = URIReference.withoutQuery(url)
        let path = location.utf8.dropFirst(line.prefix.utf8.count)
        let slash = path.lastIndex(of: UInt8(ascii: "/"))
        let start = slash.map(path.index(after:)) ?? path.startIndex
        let relative = String(Substring(path[..<start]))
        line.folders.append(
            Folder(
                prefix: line.prefix + relative,
                length: (line.prefix + relative).utf8.count, path: relative,
                checks: BroadcastFolder(line.origin, relative, tuning, requests),
                responses: OriginChecks.Line(
                    String(relative.dropLast()),
                    at: line.prefix + relative + "index.m3u8",
                    isText: relative.first == "s")))
        return (line.folders.count - 1, Substring(path[start...]))
    }
}

extension OriginAnswer {
    /// The media playlist in the answer, even if the answer is delayed; `nil` for any other answer.
    var mediaPlaylist: MediaPlaylist? {
        if case .media(let playlist)? = playlist { playlist } else { nil }
    }

    /// Returns the answer as the player received it; `nil` if the player received none.
    fileprivate func reading(
        of request: RequestRecord, heldUntil instant: Instant? = nil
    ) -> RequestReading? {
        switch request.outcome {
        case .received, .failed: break
        case .underWay, .abandoned: return nil
        }
        switch self {
        case .held(let until, let next): return next.reading(of: request, heldUntil: until)
        case .refused(let status):
            let error = TransportError(url: request.url, cause: .status(status))
            return .failure(.transport(error), heldUntil: instant)
        case .ready:
            return mediaPlaylist.map { .playlist($0, heldUntil: instant) }
        }
    }
}
