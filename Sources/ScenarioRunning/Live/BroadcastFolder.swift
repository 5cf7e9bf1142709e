import Formats
import HeadlessPlayback
import LiveOrigin
import Playlists
import Transport

/// The knowledge of a player about one rendition of a broadcast, derived from its requests.
///
/// The origin gives the answer to each playlist request again, so that nothing is recorded during the
/// run.
struct BroadcastFolder {
    /// The most requests for a playlist in a target duration; a player that selects a rendition again
    /// has one more than a reload permits.
    private static let mostRequests = 4

    /// A playlist that a player has received.
    private struct Version {
        let end: Instant
        let key: (generation: Int, sequence: Int)
        let names: Set<Substring>
        let targetDuration: MediaTime

        init?(_ playlist: MediaPlaylist, at end: Instant) {
            guard let last = playlist.segments.last else { return nil }
            self.end = end
            key = Self.key(of: last.uri[...])
            names = Set(playlist.segments.lazy.filter { !$0.isGap }.map { $0.uri[...] })
            targetDuration = playlist.targetDuration ?? .zero
        }

        /// The order of a name: the number of resets before it, and its number.
        private static func key(of name: Substring) -> (generation: Int, sequence: Int) {
            let pieces = name.prefix { $0 != "." }.split(separator: "-")
            let generation = pieces.first { $0.hasPrefix("g") }.flatMap { Int($0.dropFirst()) }
            return (generation ?? 0, pieces.first.flatMap { Int($0.dropFirst()) } ?? 0)
        }
    }

    private let origin: LiveOrigin
    /// The versions that arrive later, in the order of their requests.
    private var pending: [Version] = []
    private var newest: Version?
    /// The newest version before that of the same instant.
    private var previous: Version?
    private var ordinal = 0
    private var starts: [Instant] = []
    /// Whether a fault has changed a playlist, so that its content is not known.
    private var isUnknown = false

    init(_ origin: LiveOrigin) { self.origin = origin }

    /// Takes the next request.
    mutating func take(
        _ request: RequestRecord, location: String, name: Substring,
        _ defects: inout RequestDefects
    ) {
        switch request.kind {
        case .mediaPlaylist: takePlaylist(request, location, &defects)
        case .segment where request.attempt == 1: takeSegment(request, name, &defects)
        default: break
        }
    }

    private mutating func takePlaylist(
        _ request: RequestRecord, _ location: String, _ defects: inout RequestDefects
    ) {
        let question = OriginRequest(location, ordinal: ordinal)
        ordinal += 1
        if request.fault != nil { isUnknown = true }
        starts.append(request.start)
        if starts.count > Self.mostRequests { starts.removeFirst() }
        if starts.count == Self.mostRequests, let newest, let first = starts.first {
            let span = Duration(playing: max(newest.targetDuration, .seconds(1)), at: .normal)
            if first.duration(to: request.start) < span {
                defects.storms.append(
                    RequestDefects.Found(
                        expected: "less than \(Self.mostRequests) requests for"
                            + " \(PlaceText.lastPart(of: request.url)) in \(newest.targetDuration) s",
                        found: "\(Self.mostRequests) from \(first) to \(request.start)",
                        instant: request.start))
            }
        }
        guard case .received = request.outcome, let end = request.end,
            let version = Self.playlist(origin.answer(question, arrivingAt: request.start))
                .flatMap({ Version($0, at: end) })
        else { return }
        pending.append(version)
    }

    private mutating func takeSegment(
        _ request: RequestRecord, _ name: Substring, _ defects: inout RequestDefects
    ) {
        receive(until: request.start)
        guard !isUnknown else { return }
        let isListed = newest?.names.contains(name) ?? false
        // Of two inputs of an instant, the request may be the first.
        let wasListed =
            newest?.end == request.start && previous?.names.contains(name) ?? false
        guard !isListed, !wasListed else { return }
        defects.unlisted.append(
            RequestDefects.Found(
                expected: "requests for segments in the newest playlist",
                found: PlaceText.lastPart(of: request.url), instant: request.start))
    }

    private mutating func receive(until instant: Instant) {
        while let next = pending.first, next.end <= instant {
            pending.removeFirst()
            if let newest, next.key < newest.key { continue }
            if newest?.end != next.end { previous = newest }
            newest = next
        }
    }

    private static func playlist(_ answer: OriginAnswer) -> MediaPlaylist? {
        switch answer {
        case .held(_, let next): playlist(next)
        case .refused: nil
        case .ready(let response):
            if case .playlist(.media(let playlist)) = response.content { playlist } else { nil }
        }
    }
}
