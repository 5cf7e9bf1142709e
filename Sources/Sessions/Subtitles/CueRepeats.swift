import VirtualTime

/// Detects cues that several segments repeat.
///
/// A cue that lasts beyond its WebVTT segment is repeated in the following segments. A player that
/// starts at a later segment then shows the cue, too. Repeated cues are equal in every property.
/// In MP4, the cue is instead split into one piece for each sample. The pieces are adjacent, and
/// equal except for their times.
///
/// Reference: rfc8216bis, section 3.1.4 (WebVTT); ISO/IEC 14496-30, section 7.
struct CueRepeats {
    /// The classification of a cue.
    enum Finding {
        case new
        /// The cue was recorded before.
        case known
        /// The cue is a piece that lengthens the known cue with the given number.
        case longer(Int)
    }

    /// The largest gap between adjacent pieces; a gap occurs because sample times are rounded.
    private static let tolerance = MediaTime.milliseconds(1)

    private var known: Set<SubtitleCue> = []
    /// The numbers of the known cues in MP4; each key is a cue with its times set to zero.
    ///
    /// Cues that differ only in their times share a key; their numbers are sorted by start time.
    private var pieces: [SubtitleCue: [Int]] = [:]

    /// Records a complete cue, and returns whether it is new or was recorded before.
    mutating func add(_ cue: SubtitleCue, _ number: Int) -> Finding {
        known.insert(cue).inserted ? .new : .known
    }

    /// Returns whether a cue, or a cue of which it is a piece, is already known.
    ///
    /// - Parameters:
    ///   - cue: The cue.
    ///   - isPiece: Whether the cue may be a piece of another cue.
    ///   - cues: The known cues.
    /// - Returns: Whether it is known.
    func knows(_ cue: SubtitleCue, isPiece: Bool, among cues: CueList) -> Bool {
        guard isPiece else { return known.contains(cue) }
        let alike = pieces[cue.withoutTimes] ?? []
        let next = alike.firstPlace { cues.start($0) > cue.start }
        return next > 0 && cue.start <= cues.end(alike[next - 1]) + Self.tolerance
            || next < alike.count && cues.start(alike[next]) <= cue.end + Self.tolerance
    }

    /// Records a cue that may be a piece of a known cue.
    ///
    /// - Parameters:
    ///   - piece: The piece.
    ///   - cues: The known cues; one of them may become longer.
    /// - Returns: The classification of the piece.
    mutating func join(_ piece: SubtitleCue, to cues: inout CueList) -> Finding {
        let common = piece.withoutTimes
        var alike = pieces[common] ?? []
        let next = alike.firstPlace { cues.start($0) > piece.start }
        if next > 0, piece.start <= cues.end(alike[next - 1]) + Self.tolerance {
            let number = alike[next - 1]
            guard piece.end > cues.end(number) else { return .known }
            cues.move(number, to: cues.start(number)..<piece.end)
            return .longer(number)
        }
        if next < alike.count, cues.start(alike[next]) <= piece.end + Self.tolerance {
            let number = alike[next]
            cues.move(number, to: piece.start..<max(piece.end, cues.end(number)))
            return .longer(number)
        }
        alike.insert(cues.count, at: next)
        pieces[common] = alike
        return .new
    }
}

extension SubtitleCue {
    /// The cue with its times set to zero: the properties that the pieces of one cue share.
    fileprivate var withoutTimes: SubtitleCue {
        var cue = self
        cue.start = .zero
        cue.end = .zero
        return cue
    }
}
