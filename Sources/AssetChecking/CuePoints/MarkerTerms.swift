import HeadlessPlayback
import Sessions

/// The durations and the event identifiers that the markers of a group state in one stream.
struct MarkerTerms {
    /// The maximum number of different statements of one source that are compared.
    private static let mostTerms = 64

    /// The markers with different statements, by their source.
    private let terms: [String: [Marker]]

    /// Collects the statements of a group in a stream.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - stream: The index of the stream.
    init(_ group: MarkerGroup, of stream: Int) {
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

    /// Returns whether two streams have equal statements for each source that both of them have.
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
