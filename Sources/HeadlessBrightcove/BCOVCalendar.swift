import Foundation
import HeadlessPlayback
import Playlists
import VirtualTime

/// Dates of the app, and the instants of the world that they are.
struct BCOVCalendar {
    /// The default date of a world's start: the start of 2001.
    static let start = DateTime(millisecondsSince1970: 978_307_200_000)

    /// The date at which the world starts.
    let epoch: DateTime

    /// Returns the instant of a date.
    func instant(of date: Foundation.Date) -> Instant {
        let start = Double(epoch.millisecondsSince1970) / 1000
        return .seconds(max(0, date.timeIntervalSince1970 - start))
    }
}
