import Formats
import OfflineDownloads
import Playlists
package import Transport
package import VirtualTime

/// A recording, indexed by requests and by the instants of its responses.
package struct Recording: Sendable {
    /// The contents of the first line.
    package let header: RecordedHeader
    /// The contents of the last line.
    package let end: RecordedEnd
    /// The responses, in the order in which they were complete.
    package let responses: [RecordedResponse]
    /// The indices of the responses for each location, in the order of the requests.
    private let byLocation: [String: [Int]]
    /// The indices of the successful playlist responses, by location without delivery directives.
    ///
    /// The indices of a location are in the order in which the playlists became available.
    private let byPlaylist: [String: [Int]]
    /// The locations in `byLocation` and `byPlaylist`, by the last component of their path.
    private let byName: [Substring: [String]]

    /// Reads a recording.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``RecordingError`` with the line at fault.
    package init(_ text: [UInt8]) throws(RecordingError) {
        (header, responses, end) = try RecordingText.read(text)
        var byLocation: [String: [Int]] = [:]
        var byPlaylist: [String: [Int]] = [:]
        for (place, response) in responses.enumerated() {
            byLocation[response.location, default: []].append(place)
            if response.kind.isPlaylist, case .response = response.outcome {
                let plain = DirectiveQuery(response.location).plain
                byPlaylist[plain, default: []].append(place)
            }
        }
        byName = Dictionary(
            grouping: Set(byLocation.keys).union(byPlaylist.keys), by: HiddenPath.name(of:))
        let responses = responses
        self.byLocation = byLocation.mapValues { places in
            places.sorted { (responses[$0].start, $0) < (responses[$1].start, $1) }
        }
        self.byPlaylist = byPlaylist.mapValues { places in
            places.sorted {
                (responses[$0].availability, $0) < (responses[$1].availability, $1)
            }
        }
    }

    /// The newest response at an instant, or the reason why there is none.
    package enum Finding: Equatable {
        /// A response, and the instant at which it became available.
        case response(RecordedResponse, from: Instant)
        /// No response, for the reason given.
        case nothing(String)
    }

    /// Returns the response to a request.
    ///
    /// - Parameters:
    ///   - location: The location.
    ///   - byteRange: The requested bytes; `nil` means all.
    ///   - kind: The purpose of the resource.
    ///   - instant: The instant of the request, from the start of the recording.
    ///   - text: Returns the text of a recorded playlist; `nil` when it is damaged.
    /// - Returns: The response, or the reason why none was recorded.
    package func finding(
        _ location: String, _ byteRange: Range<Int64>? = nil, kind: ResourceKind,
        at instant: Instant, text: (RecordedResponse) -> [UInt8]?
    ) -> Finding {
        let location = revealed(location, among: byLocation)
        guard kind.isPlaylist else { return media(location, byteRange, at: instant) }
        var directives = DirectiveQuery(location)
        directives.plain = revealed(directives.plain, among: byPlaylist)
        if directives.isPlain { return plain(directives.plain, at: instant, text: text) }
        let own = byLocation[location] ?? []
        if let place = own.last(where: { responses[$0].start <= instant }) ?? own.first {
            let response = responses[place]
            return .response(response, from: directives.isBlocking ? response.end : response.start)
        }
        return substitute(for: directives, at: instant, text: text)
    }

    /// Returns the location under which a resource of a recorded playlist was recorded.
    ///
    /// - Parameter location: The location, as the recorded playlist states it.
    /// - Returns: The location without secrets; it may not have been recorded.
    package func location(of location: String) -> String {
        let playlist = revealed(RecordingMask.location(location), among: byPlaylist)
        return revealed(playlist, among: byLocation)
    }

    /// Returns the recorded location of a resource whose path contains hidden query values.
    ///
    /// A variable of a playlist may have the value of a query parameter. The recorded query has
    /// only the digest of the value, so the path of a resource contains the digest when the
    /// recording is played. In the recorded location of the resource, the path contains the value
    /// itself.
    private func revealed(_ location: String, among known: [String: [Int]]) -> String {
        guard known[location] == nil, HiddenPath.isHidden(location) else { return location }
        let path = HiddenPath(location)
        let name = HiddenPath.name(of: location)
        // All locations are compared only if the last component contains a digest, too.
        let others = HiddenPath.isHidden(name) ? Array(known.keys) : byName[name, default: []]
        return others.filter { known[$0] != nil && path.stands(for: $0) }.min() ?? location
    }

    /// Returns the newest version of a playlist at an instant; the first one if all are later.
    private func plain(
        _ location: String, at instant: Instant, text: (RecordedResponse) -> [UInt8]?
    ) -> Finding {
        let versions = byPlaylist[location] ?? []
        let failures = (byLocation[location] ?? []).filter {
            if case .response = responses[$0].outcome { false } else { true }
        }
        let all = (versions + failures).sorted {
            (responses[$0].availability, $0) < (responses[$1].availability, $1)
        }
        guard let first = all.first else { return .nothing("this playlist was never recorded") }
        let place = all.last { responses[$0].availability <= instant } ?? first
        let response = responses[place]
        if case .response = response.outcome, DirectiveQuery(response.location).mayBeDelta,
            let bytes = text(response), Self.isDelta(bytes)
        {
            return .nothing("only a delta update of this playlist was recorded then")
        }
        if instant > end.instant, !hasEnded(response, text) {
            return .nothing("the recording ended at \(end.instant) s")
        }
        return .response(response, from: response.availability)
    }

    private func hasEnded(
        _ response: RecordedResponse, _ text: (RecordedResponse) -> [UInt8]?
    ) -> Bool {
        guard case .response = response.outcome, let bytes = text(response) else { return false }
        switch Self.parsed(bytes) {
        case .media(let playlist): return playlist.hasEndList
        // A multivariant playlist has no end tag. It is assumed not to change after the end of the
        // recording.
        case .multivariant: return true
        case nil: return false
        }
    }

    /// Returns the recorded version that answers a blocking request which was not recorded.
    ///
    /// A blocking request waits for the first complete version that has the awaited segment or
    /// part, or that has ended. If that version became available after the instant of the request,
    /// it is the result. Otherwise the request does not wait, and the result is the newest version
    /// at that instant.
    private func substitute(
        for directives: DirectiveQuery, at instant: Instant, text: (RecordedResponse) -> [UInt8]?
    ) -> Finding {
        guard let sequence = directives.sequence else {
            return plain(directives.plain, at: instant, text: text)
        }
        for place in byPlaylist[directives.plain] ?? [] {
            let response = responses[place]
            guard let bytes = text(response),
                case .media(let list)? = Self.parsed(bytes),
                list.skipped == nil
            else { continue }
            let next = list.mediaSequence + list.segments.count
            let hasPart =
                directives.part.map { sequence == next && $0 < list.tail?.parts.count ?? 0 }
                ?? false
            guard sequence < next || hasPart || list.hasEndList else { continue }
            let newest = plain(directives.plain, at: instant, text: text)
            if response.availability <= instant { return newest }
            return .response(response, from: response.availability)
        }
        return .nothing("no version with this segment or part was recorded")
    }

    private func media(
        _ location: String, _ byteRange: Range<Int64>?, at instant: Instant
    ) -> Finding {
        let all = byLocation[location] ?? []
        let own = all.filter {
            responses[$0].byteRange == byteRange || responses[$0].byteRange == nil
        }
        guard let first = own.first else {
            return .nothing(
                all.isEmpty
                    ? "this resource was never recorded" : "these bytes were never recorded")
        }
        let place = own.last { responses[$0].start <= instant } ?? first
        return .response(responses[place], from: .start)
    }

    /// Returns whether a recorded playlist is a delta update.
    package static func isDelta(_ bytes: [UInt8]) -> Bool {
        guard case .media(let list)? = parsed(bytes) else { return false }
        return list.skipped != nil
    }

    /// Parses a recorded playlist; `nil` if it is damaged.
    ///
    /// The values of imported variables are not known here, so the locations in the result may be
    /// wrong.
    private static func parsed(_ bytes: [UInt8]) -> Playlist? {
        if let playlist = try? Playlist(parsing: bytes) { return playlist }
        let definition = /#EXT-X-DEFINE:(?:IMPORT|QUERYPARAM)="([^"\n]+)"/
        let text = String(decoding: bytes, as: UTF8.self)
        let names = text.matches(of: definition).map { String($0.1) }
        guard !names.isEmpty else { return nil }
        let options = ParsingOptions(
            importedVariables: Dictionary(names.map { ($0, "0") }) { first, _ in first },
            uri: "?" + names.map { "\($0)=0" }.joined(separator: "&"))
        return try? Playlist(parsing: bytes, options: options)
    }
}

extension RecordedResponse {
    /// The instant at which the server was first able to send this response.
    ///
    /// It is the instant of the request or, for a response that the server delayed, the instant at
    /// which the response was complete.
    fileprivate var availability: Instant {
        kind.isPlaylist && DirectiveQuery(location).isBlocking ? end : start
    }
}

/// The delivery directives in the query of a location.
///
/// Reference: rfc8216bis, section 6.2.5 (Delivery Directives Interface).
struct DirectiveQuery {
    /// The location without directives.
    fileprivate(set) var plain: String
    /// The media sequence number that the server awaits before it responds; `nil` if none.
    private(set) var sequence: Int?
    /// The index of the part that the server awaits before it responds; `nil` if none.
    private(set) var part: Int?
    /// Whether the request accepts a delta update.
    private(set) var mayBeDelta = false

    /// Whether the location has no delivery directives.
    var isPlain: Bool { sequence == nil && part == nil && !mayBeDelta }
    /// Whether the server delays the response until the awaited media is available.
    var isBlocking: Bool { sequence != nil }

    init(_ location: String) {
        guard let mark = location.firstIndex(of: "?") else {
            plain = location
            return
        }
        var kept: [Substring] = []
        let query = location[mark...].dropFirst().prefix { $0 != "#" }
        for piece in query.split(separator: "&", omittingEmptySubsequences: false) {
            let words = piece.split(separator: "=", maxSplits: 1)
            switch words.first {
            case "_HLS_msn": sequence = words.last.flatMap { Int($0) }
            case "_HLS_part": part = words.last.flatMap { Int($0) }
            case "_HLS_skip": mayBeDelta = true
            default: kept.append(piece)
            }
        }
        let rest = location[query.endIndex...]
        plain =
            location[..<mark] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&")) + rest
    }
}
