import HeadlessPlayback

extension StreamSurvey {
    /// The segments and the discontinuities of the stream, as a page shows them.
    var marks: [SessionHistory.Mark] {
        var marks = zip(boundaries, boundaries.dropFirst()).enumerated().map {
            SessionHistory.Mark(.segment, "segment \($0)", from: $1.0, to: max($1.0, $1.1))
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
    /// The markers, as a page shows them.
    ///
    /// - Parameter isRight: Whether they were expected; `nil` when nothing was.
    /// - Returns: The mark.
    func mark(isRight: Bool? = nil) -> SessionHistory.Mark {
        let name = name.map { " \($0)" } ?? ""
        return SessionHistory.Mark(
            .marker, inline("\(kind.rawValue)\(name)"), from: place,
            to: place + (duration ?? .zero), isRight: kind == .unreadable ? false : isRight)
    }
}
