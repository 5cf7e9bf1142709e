import Formats
import HeadlessPlayback
import Sessions

/// The durations and the event identifiers that the markers of a group state in one stream.
struct MarkerTerms {
    /// The statement of one marker.
    private struct Term: Hashable {
        let duration: MediaTime?
        let eventID: UInt32?

        func agrees(with other: Term, within tolerance: MediaTime) -> Bool {
            guard eventID == other.eventID else { return false }
            guard let duration, let length = other.duration else {
                return duration == other.duration
            }
            return max(duration - length, length - duration) <= tolerance
        }

        var words: String {
            let length = duration.map { "\($0) s" } ?? "no duration"
            return length + (eventID.map { ", event \($0)" } ?? "")
        }
    }

    /// The different statements, by the source of their markers.
    private let terms: [String: [Term]]

    /// Collects the statements of a group in a stream.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - stream: The index of the stream.
    init(_ group: MarkerGroup, of stream: Int) {
        var terms: [String: [Term]] = [:]
        for member in group.members where member.streams.contains(stream) {
            let marker = member.marker
            let term = Term(duration: marker.duration, eventID: marker.eventID)
            let source = Self.source(of: marker)
            if terms[source]?.contains(term) != true { terms[source, default: []].append(term) }
        }
        self.terms = terms
    }

    /// Returns whether two streams state the same for each source that both of them have.
    func agree(with other: MarkerTerms, within tolerance: MediaTime) -> Bool {
        difference(from: other, within: tolerance) == nil
    }

    /// Returns the first difference from another stream, in words; `nil` if the streams agree.
    ///
    /// - Parameters:
    ///   - other: The statements of the other stream.
    ///   - tolerance: The maximum difference of durations that count as equal.
    /// - Returns: The statements of this stream and of the other one.
    func difference(
        from other: MarkerTerms, within tolerance: MediaTime
    ) -> (own: String, other: String)? {
        for source in terms.keys.sorted() {
            guard let own = terms[source], let others = other.terms[source] else { continue }
            func has(_ list: [Term], all terms: [Term]) -> Bool {
                terms.allSatisfy { term in
                    list.contains { $0.agrees(with: term, within: tolerance) }
                }
            }
            guard has(own, all: others), has(others, all: own) else {
                return (Self.words(own), Self.words(others))
            }
        }
        return nil
    }

    private static func words(_ terms: [Term]) -> String {
        terms.map(\.words).joined(separator: " and ")
    }

    /// The source of a marker, without the packet identifier, which may differ between streams.
    private static func source(of marker: Marker) -> String {
        let identifier = marker.source.firstRange(of: " in PID ")
        return identifier.map { String(marker.source[..<$0.lowerBound]) } ?? marker.source
    }
}
