/// The limit of the renewals of a download's expired location.
///
/// A renewed location may lead to other files, and the download then starts again. Such a download
/// must end at some time. So only progress permits more renewals, and only progress beyond all
/// earlier progress permits more restarts.
struct RenewalLimit {
    private let limit: Int
    /// The number of renewals since ``furthestSinceRestart`` last rose.
    private var renewals = 0
    /// The number of restarts since ``furthest`` last rose.
    private var restarts = 0
    /// Whether all stored media was removed, and no file has been stored since.
    private var isAtStart = false
    /// The largest part of the media that was ever stored, from 0 to 1.
    private var furthest = 0.0
    /// The largest part of the media that was stored since the last restart, from 0 to 1.
    private var furthestSinceRestart = 0.0
    /// The error that led to the last renewal; `nil` before the first one.
    private var error: OfflineError?

    /// Creates the limit of a download that has made no progress.
    ///
    /// - Parameter limit: The maximum number of renewals, and of restarts, without progress.
    init(_ limit: Int) {
        self.limit = limit
    }

    /// Counts a renewal, if the limit permits one.
    ///
    /// - Parameter error: The error that suggests that the location has expired.
    /// - Returns: Whether the location may be renewed.
    mutating func renew(after error: OfflineError) -> Bool {
        guard renewals < limit else { return false }
        renewals += 1
        self.error = error
        return true
    }

    /// Counts a restart, before which all stored media was removed.
    ///
    /// A restart before any file is stored again is not counted. For example, a file may have
    /// changed, and the playlists that are therefore read again may list other files, too.
    ///
    /// - Returns: The error with which the download must fail; `nil` if it may start again.
    mutating func startAgain() -> OfflineError? {
        furthestSinceRestart = 0
        // Without a renewal, the restart is not the effect of an expired location.
        guard let error, !isAtStart else { return nil }
        isAtStart = true
        restarts += 1
        return restarts > limit ? error : nil
    }

    /// Records the stored part of the media.
    mutating func progress(to fraction: Double) {
        isAtStart = false
        if fraction > furthestSinceRestart {
            furthestSinceRestart = fraction
            renewals = 0
        }
        if fraction > furthest {
            furthest = fraction
            restarts = 0
        }
    }
}
