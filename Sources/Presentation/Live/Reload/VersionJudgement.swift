import Playlists

/// Judges a new version of a playlist by comparison with the known version.
struct VersionJudgement {
    /// The relation of a new version of a playlist to the known version.
    enum Verdict: Equatable {
        /// None of the properties that the player compares has changed.
        case same
        /// The version is newer than the known one.
        ///
        /// `missing` is the number of segments in between that were never listed.
        case newer(missing: Int)
        /// The version is older than the known version.
        case older
        /// The version is older than the known one but has ended, so the broadcast has ended.
        case ended
        /// The media sequence numbers seem to restart.
        case suspect
        /// The media sequence numbers restart.
        case restart
    }

    let tuning: LiveTuning
    let known: MediaPlaylist
    /// The previous version, if it was ignored but may show a restart; otherwise `nil`.
    let suspect: MediaPlaylist?
    /// The last version before the newest restart; `nil` if there is none.
    ///
    /// It is also `nil` once the media sequence numbers have reached the first number of that
    /// version.
    let retired: MediaPlaylist?
    /// Whether the playlist has not changed for longer than a lagging server can explain.
    let isStandingStill: Bool
    /// Whether the server seems to have lost the known segments.
    ///
    /// No new version has been accepted for a long time (``isStandingStill``), and no response in
    /// that time listed a segment of the last accepted version.
    let isLost: Bool

    /// Returns the verdict on a version without skipped segments.
    ///
    /// A broadcast can have several servers whose media sequence numbers differ. When these servers
    /// respond alternately, every other load looks like a restart. Therefore a restart in a
    /// playlist without dates is confirmed only by a second version that continues the restarted
    /// playlist.
    func verdict(on newer: MediaPlaylist) -> Verdict {
        if isRetired(newer) { return .older }
        switch known.succession(of: newer) {
        case .continues(let missing):
            if hasFewerParts(newer) { return .older }
            return isChanged(newer) ? .newer(missing: missing) : .same
        case .older:
            if newer.hasEndList, !known.hasEndList { return verdict(onEnded: newer) }
            // After the clock of an encoder was set back, the dates of all later segments seem old.
            // A version with such dates is accepted as a restart only if the playlist has not
            // changed for a long time and the version continues an earlier version with such dates.
            guard isStandingStill, tuning.restart != .ignore, isForeign(newer), let suspect,
                suspect != newer, case .continues = suspect.succession(of: newer)
            else { return .older }
            return .restart
        case .restarted:
            if tuning.restart == .ignore { return .older }
            if isDated(known), isDated(newer) { return .restart }
            guard let suspect, case .continues = suspect.succession(of: newer) else {
                return .suspect
            }
            return .restart
        }
    }

    /// Returns the verdict on an older version that has ended.
    ///
    /// A version that has no segments in common with the known version may be from before a
    /// restart. Then only the media before the restart has ended, not the broadcast. Such a version
    /// is ignored as old, unless the server seems to have lost the known segments (``isLost``).
    private func verdict(onEnded newer: MediaPlaylist) -> Verdict {
        guard isForeign(newer) else { return .ended }
        guard isLost else { return .older }
        let missing = newer.sequenceNumbers.lowerBound - known.sequenceNumbers.upperBound
        return missing >= 0 ? .newer(missing: missing) : .ended
    }

    /// Returns whether a version has segments, but none in common with the known version.
    func isForeign(_ newer: MediaPlaylist) -> Bool {
        !newer.segments.isEmpty && !known.shares(segmentsOf: newer)
    }

    /// Returns whether a version is from before the newest restart, sent by a lagging server.
    private func isRetired(_ newer: MediaPlaylist) -> Bool {
        guard let retired, newer.sequenceNumbers.lowerBound >= known.sequenceNumbers.upperBound
        else { return false }
        return retired.shares(segmentsOf: newer)
    }

    /// Returns whether a version lists the known segments, but fewer parts after the last segment.
    private func hasFewerParts(_ newer: MediaPlaylist) -> Bool {
        !newer.hasEndList && newer.sequenceNumbers == known.sequenceNumbers
            && newer.trailingParts.count < known.trailingParts.count
    }

    private func isChanged(_ newer: MediaPlaylist) -> Bool {
        if newer.hasEndList != known.hasEndList { return true }
        switch tuning.difference {
        case .everything: return newer != known
        case .counts:
            return newer.sequenceNumbers != known.sequenceNumbers
                || newer.trailingParts.count != known.trailingParts.count
        case .end:
            return newer.sequenceNumbers.upperBound != known.sequenceNumbers.upperBound
                || newer.trailingParts.count != known.trailingParts.count
        }
    }

    private func isDated(_ playlist: MediaPlaylist) -> Bool {
        playlist.segments.contains { $0.programDateTime != nil }
    }
}
