import HeadlessPlayback
import Sessions
import VirtualTime

/// The sources of the markers of a group in one stream, with their durations and events.
struct MarkerTerms {
    /// The media of a stream, which can carry messages.
    private struct Media: Equatable {
        let hasVideo: Bool
        let videoCodec: String?
        let isFragmented: Bool
    }

    /// The maximum number of different statements of one source that are compared.
    private static let mostTerms = 64

    /// The markers with different statements, by their source.
    private let terms: [String: [Marker]]
    /// The media of the stream; `nil` if the message may be in a segment that was removed.
    private let media: Media?
    /// Whether further markers of the group may be in unread segments, or may be unreadable.
    private let isIncomplete: Bool

    /// Collects the statements of a group in a stream.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - stream: The index of the stream.
    ///   - survey: The stream.
    ///   - isIncomplete: Whether the stream has unreadable markers that may belong to the group.
    init(
        _ group: MarkerGroup, of stream: Int, in survey: StreamSurvey, isIncomplete: Bool
    ) {
        let earliest = group.place - MarkerGroup.longestNotice
        let next = survey.unread.firstPlace { $0.upperBound > earliest }
        self.isIncomplete =
            isIncomplete
            || next < survey.unread.count && survey.unread[next].lowerBound <= group.place
        media =
            survey.mayLackMessage(at: group.place)
            ? nil
            : Media(
                hasVideo: survey.hasVideo, videoCodec: survey.videoCodec,
                isFragmented: survey.firstMap != nil)
        var terms: [String: [Marker]] = [:]
        for member in group.members where member.streams.contains(stream) {
            let marker = member.marker
            let source = Self.source(of: marker)
            let known = terms[source] ?? []
            guard known.count < Self.mostTerms,
                !known.contains(where: { $0.states(asMuchAs: marker, within: .zero) })
            else { continue }
            terms[source, default: []].append(marker)
        }
        self.terms = terms
    }

    /// The number of sources.
    var sourceCount: Int { terms.count }

    /// Returns whether two streams have the same sources, and equal statements for each of them.
    func agree(with other: MarkerTerms, within tolerance: MediaTime) -> Bool {
        difference(from: other, within: tolerance) == nil
    }

    /// Returns the first difference from another stream, in words; `nil` if the streams agree.
    ///
    /// Messages in media are expected only in media of the same kind. For example, audio-only
    /// streams often have none, and an encoder of another codec may write none.
    ///
    /// - Parameters:
    ///   - other: The statements of the other stream.
    ///   - tolerance: The maximum difference of durations that count as equal.
    /// - Returns: The statements of this stream and of the other one.
    func difference(
        from other: MarkerTerms, within tolerance: MediaTime
    ) -> (own: String, other: String)? {
        for source in Set(terms.keys).union(other.terms.keys).sorted() {
            guard let own = terms[source], let others = other.terms[source] else {
                let isLacking = terms[source] == nil
                guard isLacking ? !isIncomplete : !other.isIncomplete,
                    source.hasPrefix("EXT-") || media != nil && media == other.media
                else { continue }
                let name = Self.names[source] ?? source
                return isLacking ? ("no \(name)", name) : (name, "no \(name)")
            }
            func has(_ list: [Marker], all terms: [Marker]) -> Bool {
                terms.allSatisfy { term in
                    list.contains { $0.states(asMuchAs: term, within: tolerance) }
                }
            }
            guard has(own, all: others), has(others, all: own) else {
                return (Self.words(own), Self.words(others))
            }
        }
        return nil
    }

    /// The names of the markers of sources that are not tags or schemes.
    private static let names = ["SCTE 35": "SCTE 35 message", "ID3": "ID3 tag"]

    private static func words(_ terms: [Marker]) -> String {
        terms.map { marker in
            let length = marker.duration.map { "\($0) s" } ?? "no duration"
            return length + (marker.eventID.map { ", event \($0)" } ?? "")
        }.joined(separator: " and ")
    }

    /// Returns the source of a marker without the packet identifier, which may differ by stream.
    private static func source(of marker: Marker) -> String {
        let identifier = marker.source.firstRange(of: " in PID ")
        return identifier.map { String(marker.source[..<$0.lowerBound]) } ?? marker.source
    }
}
