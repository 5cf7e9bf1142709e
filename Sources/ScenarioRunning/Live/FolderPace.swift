import HeadlessPlayback
import Playlists
import Presentation
import VirtualTime

/// Checks the instants at which the playlist of a rendition is loaded.
struct FolderPace {
    /// The tolerated deviation, due to the order of events in a turn.
    private static let slack = Duration.milliseconds(1)

    /// The last completed load.
    private struct Load {
        let start: Instant
        let end: Instant
        let playlist: MediaPlaylist
        let isChanged: Bool
    }

    private let tuning: LiveTuning
    private var last: Load?

    init(_ tuning: LiveTuning) { self.tuning = tuning }

    /// Removes the last load, so that the next one may begin at any instant.
    mutating func forget() { last = nil }

    /// Records the answer of a load.
    ///
    /// - Parameters:
    ///   - start: The start of the load.
    ///   - end: The end of the load.
    ///   - playlist: The newest version after it.
    ///   - isChanged: Whether the load returned this version.
    mutating func receive(
        from start: Instant, to end: Instant, _ playlist: MediaPlaylist, isChanged: Bool
    ) {
        last = Load(start: start, end: end, playlist: playlist, isChanged: isChanged)
    }

    /// Returns the defect of the next load; `nil` without one.
    ///
    /// - Parameters:
    ///   - instant: Its start.
    ///   - isFree: Returns whether a load is justified by another reason than time, from an instant
    ///     on.
    /// - Returns: The expectation and the finding.
    func defect(
        at instant: Instant, isFree: (Instant) -> Bool
    ) -> (expected: String, found: String)? {
        guard let last, last.end <= instant, !last.playlist.hasEndList, !isFree(last.start)
        else { return nil }
        let range = range(after: last)
        if instant < range.lowerBound.advanced(by: .zero - Self.slack) {
            return ("the next load at \(range.lowerBound)", "one at \(instant)")
        }
        guard !isBlocking(last.playlist), instant > range.upperBound.advanced(by: Self.slack)
        else { return nil }
        return ("the next load by \(range.upperBound)", "one at \(instant)")
    }

    /// Returns the defect of a playlist that was not loaded any more before an instant.
    func defect(
        without instant: Instant, isFree: (Instant) -> Bool
    ) -> (expected: String, found: String)? {
        guard let last, !last.playlist.hasEndList, !isFree(last.start) else { return nil }
        let latest = range(after: last).upperBound.advanced(by: .seconds(1))
        let hold = Duration(playing: ReloadPace.target(of: last.playlist) * 3, at: .normal)
        let limit = isBlocking(last.playlist) ? latest.advanced(by: hold) : latest
        guard instant > limit else { return nil }
        return ("the next load by \(limit)", "none before \(instant)")
    }

    private func isBlocking(_ playlist: MediaPlaylist) -> Bool {
        tuning.usesLowLatency && playlist.serverControl?.canBlockReload == true
    }

    /// Returns the earliest and the latest instant of the load after one.
    private func range(after load: Load) -> ClosedRange<Instant> {
        let pace = ReloadPace(tuning)
        let waits = [nil, MediaTime.zero].map {
            pace.wait(after: load.playlist, isChanged: load.isChanged, distance: $0)
        }
        let earliest = load.start.advanced(by: waits.min() ?? .zero)
        let latest = load.start.advanced(by: waits.max() ?? .zero)
        return max(earliest, load.end)...max(latest, load.end)
    }
}
