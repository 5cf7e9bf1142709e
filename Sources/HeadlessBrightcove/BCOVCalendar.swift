import Foundation
import HeadlessPlayback
import Playlists
import VirtualTime

/// Converts dates of the app to instants of the virtual clock.
struct BCOVCalendar {
    /// The date at which the virtual clock starts.
    let epoch: DateTime

    /// Returns the instant of the virtual clock at a date.
    ///
    /// For a date before the start of the clock, the result is the start of the clock.
    func instant(of date: Foundation.Date) -> Instant {
        let start = Double(epoch.millisecondsSince1970) / 1000
        return .seconds(max(0, date.timeIntervalSince1970 - start))
    }
}
