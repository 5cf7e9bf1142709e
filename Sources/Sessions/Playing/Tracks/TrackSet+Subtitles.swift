package import VirtualTime

/// Subtitles that have no track yet, or that arrive late.
extension TrackSet {
    /// The state of subtitles that have no track.
    package enum AbsentSubtitles: Equatable {
        /// No subtitles are selected, or the selected subtitles have a track.
        case none
        /// The playlist of the subtitles has been requested.
        case requested
        /// The subtitles cannot be obtained, and playback continues without them.
        case lost

        var readiness: TrackReadiness.Subtitles {
            switch self {
            case .none: .none
            case .requested: .awaited
            case .lost: .shown
            }
        }
    }

    /// Returns the part of an interval for which the selected subtitles have not arrived yet.
    ///
    /// - Parameter interval: The interval.
    /// - Returns: The part, up to the end of the interval; `nil` when all of the subtitles have
    ///   arrived, or no subtitles are read.
    package func lateSubtitles(in interval: Range<MediaTime>) -> Range<MediaTime>? {
        for place in tracks.indices where tracks[place].role == .subtitles {
            guard tracks[place].isMissed, !tracks[place].isAtEnd else { continue }
            let start = max(tracks[place].resolvedEnd, interval.lowerBound)
            if start < interval.upperBound { return start..<interval.upperBound }
        }
        return nil
    }
}
