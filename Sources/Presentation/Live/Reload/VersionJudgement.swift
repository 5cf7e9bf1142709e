import Playlists

/// Judges a version of a playlist against the known one.
struct VersionJudgement {
    /// The relation of a version to the known one.
    enum Verdict: Equatable {
        /// Nothing that counts has changed.
        case same
        /// The version is newer, and segments between the two were never listed.
        case newer(missing: Int)
        /// The version is older.
        case older
        /// The version is older and has ended, so the known one has ended too.
        case ended
        /// The numbers seem to start again.
        case suspect
        /// The numbers start again.
        case restart
    }

    let tuning: LiveTuning
    let known: MediaPlaylist
    /// The version before this one, if its numbers seemed to start again.
    let suspect: MediaPlaylist?
    /// The last version before the newest restart.
    let retired: MediaPlaylist?
    /// Whether no version was accepted for so long that a lagging server does not explain it.
    let isStandingStill: Bool

    /// Returns the verdict on a version without skipped segments.
    ///
    /// Servers of unlike counters look like a restart at every other load. Without dates, a second
    /// version that continues the first one confirms a restart.
    func verdict(on newer: MediaPlaylist) -> Verdict {
        if isRetired(newer) { return .older }
        switch known.succession(of: newer) {
        case .continues(let missing):
            if hasFewerParts(newer) { return .older }
            return isChanged(newer) ? .newer(missing: missing) : .same
        case .older:
            if newer.hasEndList, !known.hasEndList { return .ended }
            // A clock that was set back makes the dates of all later segments look old.
            guard isStandingStill, tuning.restart != .ignore, isDisjoint(newer), let suspect,
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

    /// Returns whether a version has no number of the known one.
    func isDisjoint(_ newer: MediaPlaylist) -> Bool {
        newer.sequenceNumbers.clamped(to: known.sequenceNumbers).isEmpty
    }

    /// Returns whether a version is from before the newest restart, as a lagging server lists it.
    private func isRetired(_ newer: MediaPlaylist) -> Bool {
        guard let retired, newer.sequenceNumbers.lowerBound >= known.sequenceNumbers.upperBound
        else { return false }
        let (old, given) = (retired.sequenceNumbers, newer.sequenceNumbers)
        let common = old.clamped(to: given)
        guard let number = common.first else { return false }
        let locations = [
            retired.segments[number - old.lowerBound], newer.segments[number - given.lowerBound],
        ].map { URIReference($0.uri).path }
        return locations[0] == locations[1]
    }

    /// Returns whether a version with the same segments lacks known parts.
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
