import HeadlessPlayback
import LiveOrigin
import Scenarios
import Transport
import VirtualTime

/// Determines whether an incident of a broadcast changed an answer that the player received.
///
/// If an incident changes no answer, the scenario tests less than it seems to. After the run, all
/// answers are produced again, with and without the incident, so that nothing has to be recorded
/// during the run.
struct ChangedAnswers {
    /// A folder and a kind of resource; a server numbers the requests for each combination.
    private struct Folder: Hashable {
        let path: Substring
        let kind: ResourceKind
    }

    private let requests: FoldedList<RequestRecord>
    /// The location of the broadcast, with a slash at its end.
    private let root: String
    private let origin: LiveOrigin

    /// Creates a comparison.
    ///
    /// - Parameters:
    ///   - requests: The requests of the run.
    ///   - broadcast: The broadcast.
    init(_ requests: FoldedList<RequestRecord>, of broadcast: ScenarioBroadcasts.Broadcast) {
        self.requests = requests
        root = broadcast.asset.root + "/"
        origin = broadcast.origin
    }

    /// Returns whether any received answer would have been different without an incident.
    ///
    /// - Parameters:
    ///   - incident: The incident that would not have happened.
    ///   - start: The instant before which the incident changes no answer.
    /// - Returns: Whether any answer differs; also `true` if the broadcast is impossible without
    ///   the incident.
    func differ(without incident: LiveOrigin.Incident, from start: Instant = .start) -> Bool {
        guard let other = origin.without(incident) else { return true }
        var counts: [Folder: Int] = [:]
        for request in requests where !request.isStored && request.url.hasPrefix(root) {
            let path = request.url.prefix { $0 != "?" && $0 != "#" }
            let end = path.lastIndex(of: "/") ?? path.startIndex
            let folder = Folder(path: path[..<end], kind: request.kind)
            let ordinal = counts[folder, default: 0]
            counts[folder] = ordinal + 1
            guard request.start >= start, isAnswered(request) else { continue }
            let question = OriginRequest(
                String(request.url.dropFirst(root.count)), ordinal: ordinal)
            let answers = [origin, other].map { $0.answer(question, arrivingAt: request.start) }
            if answers[0] != answers[1] { return true }
        }
        return false
    }

    /// Returns whether the player received the origin's answer unchanged.
    private func isAnswered(_ request: RequestRecord) -> Bool {
        switch request.fault {
        case nil, .delay, .slowBody: break
        case .status, .reset, .hang, .truncation, .truncationToShare, .zeroedBytes, .stale,
            .wrongKey:
            return false
        }
        return switch request.outcome {
        case .received, .failed: true
        case .underWay, .abandoned: false
        }
    }
}
