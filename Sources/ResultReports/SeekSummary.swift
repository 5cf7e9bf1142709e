import HeadlessPlayback
package import RunResults

/// A summary of a sweep that seeks to many positions of a video.
///
/// It names the streams from whose segments and keyframes the targets were chosen. It also states
/// the distances between the targets and the positions that the playhead reached.
package struct SeekSummary: Sendable {
    private(set) var seeks: [SweptSeek]

    /// Creates the summary from the results that are seeks in a sweep; other results are ignored.
    package init(_ results: some Sequence<ScenarioResult>) {
        seeks = results.compactMap { result in
            guard case .seek(let seek) = result.swept else { return nil }
            return seek
        }
    }

    /// The lines of the summary, each with a term and its text.
    var lines: [(term: String, text: String)] {
        guard !seeks.isEmpty else { return [] }
        return streams.map { ("compared", "with \($0)") }
            + [("places", places), ("landed", landings)]
    }

    /// The summary as text; empty if there were no seeks.
    package var text: String {
        lines.map { "  \($0.term.padded(to: 10))\($0.text)\n" }.joined()
    }

    /// The names of the streams from which targets were chosen, in the order of the seeks.
    private var streams: [String] {
        var seen: Set<String> = []
        return seeks.map(\.stream).filter { seen.insert($0).inserted }
    }

    /// The number of distinct seek targets of each kind, and the number of all seeks, as text.
    private var places: String {
        struct Place: Hashable {
            let stream: String
            let name: String
        }
        var seen: Set<Place> = []
        var counts: [SweptSeek.Kind: Int] = [:]
        for seek in seeks where seen.insert(Place(stream: seek.stream, name: seek.place)).inserted {
            for kind in seek.kinds { counts[kind, default: 0] += 1 }
        }
        let kinds = SweptSeek.Kind.allCases.compactMap { kind in
            counts[kind].map { count in
                kind == .end && count == 1
                    ? "the end" : "\(count) \(count == 1 ? kind.words.one : kind.words.many)"
            }
        }
        let all = "\(seeks.count) seek\(seeks.count == 1 ? "" : "s")"
        return kinds.joined(separator: ", ") + ", and the adjacent frames: \(all)"
    }

    /// For each precision, the greatest distance between a target and the position reached.
    private var landings: String {
        let parts = SweptSeek.Precision.allCases.compactMap { precision -> String? in
            let distances = seeks.filter { $0.precision == precision }.map(\.distance)
            guard !distances.isEmpty else { return nil }
            let nowhere = distances.count { $0 == nil }
            let greatest = distances.compactMap(\.self).max().map {
                "at most \($0) s from the target"
            }
            let lost = nowhere == 0 ? nil : "\(nowhere) nowhere"
            return "\(precision.words): "
                + [greatest, lost].compactMap(\.self).joined(separator: ", ")
        }
        return parts.joined(separator: "; ")
    }
}

extension SweptSeek.Kind {
    /// The singular and the plural noun for seek targets of this kind.
    fileprivate var words: (one: String, many: String) {
        switch self {
        case .discontinuity: ("discontinuity", "discontinuities")
        case .segment: ("segment edge", "segment edges")
        case .keyframe: ("keyframe", "keyframes")
        case .end: ("end", "ends")
        }
    }
}

extension SweptSeek.Precision {
    fileprivate var words: String {
        switch self {
        case .exact: "exact seeks"
        case .near: "seeks to a keyframe nearby"
        }
    }
}
