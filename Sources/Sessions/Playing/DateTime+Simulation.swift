package import Playlists

extension DateTime {
    /// The date at which the virtual clock starts by default: the beginning of 2026 in UTC.
    package static let simulationStart = DateTime(millisecondsSince1970: 1_767_225_600_000)
}
