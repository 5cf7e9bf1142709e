package import VirtualTime

/// The reaction when the live window has moved past the playhead.
package enum BehindWindow: Equatable, Sendable {
    /// Playback jumps to a position.
    case jump(to: MediaTime)
    /// Playback fails.
    case fail
}

extension LiveWindow {
    /// Returns the reaction to a playhead before the window; `nil` while none is necessary.
    ///
    /// Buffered media continues to play, even if its segments are no longer listed. Only a player
    /// that reacts with a failure does not wait: it fails as soon as the next segment has left the
    /// playlist.
    ///
    /// - Parameters:
    ///   - position: The playhead.
    ///   - wanted: The next segment to request.
    ///   - isStarved: Whether no buffered media is left at the playhead.
    ///   - threshold: The shortest seekable length of a DVR stream.
    /// - Returns: The reaction of the modelled player.
    package func reaction(
        toPlayheadAt position: MediaTime, wanting wanted: SegmentNumber, isStarved: Bool,
        dvrFrom threshold: MediaTime = .seconds(180)
    ) -> BehindWindow? {
        if tuning.behind == .fail { return wanted < first ? .fail : nil }
        guard isStarved, isBehind(position) || wanted < first else { return nil }
        return reaction(dvrFrom: threshold)
    }

    /// Returns the reaction to a playhead that is before the window.
    ///
    /// Even if the playhead was in the window of another rendition before, a jump leads to a
    /// position in this window.
    ///
    /// - Parameter threshold: The shortest seekable length of a DVR stream.
    /// - Returns: The reaction of the modelled player.
    package func reaction(dvrFrom threshold: MediaTime) -> BehindWindow {
        switch tuning.behind {
        case .fail: return .fail
        case .join: return .jump(to: join().position)
        case .live: return .jump(to: seekable.upperBound)
        case .windowStart(let offset):
            return .jump(to: min(seekable.lowerBound + offset, seekable.upperBound))
        case .byKind:
            return .jump(to: isDVR(from: threshold) ? seekable.lowerBound : seekable.upperBound)
        }
    }

    /// Returns whether a position is before the seekable range by more than the tolerance.
    ///
    /// The result is `false` for an empty range, and for a range that starts at the start of the
    /// timeline.
    package func isBehind(_ position: MediaTime) -> Bool {
        guard !seekable.isEmpty, seekable.lowerBound > .zero else { return false }
        return position < seekable.lowerBound - tuning.behindTolerance
    }
}
