import Formats
import HeadlessPlayback
package import RunResults
package import Sessions

extension StreamSurvey {
    /// The segments and the discontinuities of the stream, as the HTML page of results shows them.
    package var marks: [SessionHistory.Mark] {
        let order = segments.sorted {
            ($0.interval.lowerBound, $0.number) < ($1.interval.lowerBound, $1.number)
        }
        var marks = zip(zip(boundaries, boundaries.dropFirst()), order).map { span, segment in
            SessionHistory.Mark(
                .segment, "segment \(segment.number)", from: span.0, to: max(span.0, span.1))
        }
        marks += discontinuities.map {
            SessionHistory.Mark(.discontinuity, "EXT-X-DISCONTINUITY", from: $0)
        }
        marks += undeclaredJumps.map {
            SessionHistory.Mark(.discontinuity, "not declared", from: $0, isRight: false)
        }
        return marks
    }
}

extension MarkerGroup {
    /// Returns the mark that the HTML page of results shows for the group of markers.
    ///
    /// - Parameter isRight: Whether the markers were expected; `nil` when this was not
    ///   determined.
    /// - Returns: The mark.
    package func mark(isRight: Bool? = nil) -> SessionHistory.Mark {
        let name = name.map { " \($0)" } ?? ""
        return SessionHistory.Mark(
            .marker, SafeText.quoted("\(kind.rawValue)\(name)"), from: place,
            to: place + (duration ?? .zero), isRight: kind == .unreadable ? false : isRight)
    }
}
