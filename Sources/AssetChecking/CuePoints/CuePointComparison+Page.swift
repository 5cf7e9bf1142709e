import Formats
import HeadlessPlayback
import RunResults
import Sessions

/// The session histories for the HTML page of results.
extension CuePointComparison {
    /// A session history for each playback of a variant stream, with its events and timeline marks.
    var histories: [SessionHistory] {
        plays.enumerated().map { place, play in
            var history = play.history
            history.number = place + 1
            guard let stream = stream(of: place) else { return history }
            if asset.survey.variants.count > 1 {
                history.title += ", \(asset.survey.streams[stream].name)"
            }
            for passage in play.passages {
                let names = passage.passage.cuePoints.map { $0.name ?? $0.type }
                history.occurrences.append(
                    SessionHistory.Occurrence(
                        .cuePoint, SafeText.quoted(names.joined(separator: ", ")),
                        at: passage.instant,
                        position: passage.passage.current.time ?? history.duration))
            }
            history.occurrences.sort { $0.instant < $1.instant }
            history.marks = marks(of: stream, end: history.duration)
            return history
        }
    }

    private func marks(of stream: Int, end: MediaTime) -> [SessionHistory.Mark] {
        let survey = asset.survey.streams[stream]
        var marks = survey.marks
        marks += survey.unread.map {
            SessionHistory.Mark(
                .finding, "not read", from: $0.lowerBound, to: $0.upperBound, isRight: false)
        }
        marks += groups.enumerated().compactMap { mark($1, $0, in: stream) }
        for finding in findings {
            let place =
                switch finding.cuePoint.position {
                case .before: MediaTime.zero
                case .time(let time): time
                case .after: end
                }
            let name = finding.cuePoint.name ?? finding.cuePoint.type
            // If the media of this stream is lost at the position of the cue point, or if the
            // marker there is unreadable, it is unknown whether the cue point is right.
            let isUnknown = finding.unknown.contains(stream) || finding.isMarkerUnreadable
            let isRight = isUnknown ? nil : isRight(finding, in: stream)
            var mark = SessionHistory.Mark(
                .cuePoint, SafeText.quoted(name), from: place, isRight: isRight)
            mark.surroundings = surroundings(of: finding, in: stream)
            marks.append(mark)
        }
        let order = marks.indices.sorted { (marks[$0].start, $0) < (marks[$1].start, $1) }
        return order.map { marks[$0] }
    }

    /// Returns the mark of a marker group on the timeline of one variant stream.
    ///
    /// - Returns: The mark; `nil` if the group has markers in other variant streams but not in this
    ///   one.
    private func mark(
        _ group: MarkerGroup, _ index: Int, in stream: Int
    ) -> SessionHistory.Mark? {
        let variants = asset.survey.variants
        let holders = group.streams.filter(variants.contains)
        guard holders.isEmpty || holders.contains(stream) else { return nil }
        if unexpected.contains(index) { return group.mark(isRight: false) }
        return group.mark(isRight: agreed.contains(index) ? true : nil)
    }
}

extension CuePointPassage.Place {
    /// The position as a time; `nil` if it is before the start or after the end of the media.
    fileprivate var time: MediaTime? {
        guard case .at(let time) = self else { return nil }
        return time
    }
}
