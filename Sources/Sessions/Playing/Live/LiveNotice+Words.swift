import Playlists
import Presentation
import VirtualTime

extension LiveNotice {
    /// The text of the remark about the notice; `nil` for a notice that requires no remark.
    fileprivate var remark: String? {
        switch self {
        case .failure(let status?, let count):
            "reload \(count) in a row failed with status \(status)"
        case .failure(nil, let count): "reload \(count) in a row failed"
        case .older: "an older version of the playlist was ignored"
        case .suspectedRestart: nil
        case .restart: "the media sequence numbers started again"
        case .unmergedDelta:
            "found a delta update that skips unknown segments, expected one of the known version"
        case .unchangedAnswer: "a blocking reload was answered without a change"
        case .stale(let span): "the playlist had not changed for \(Instant(sinceStart: span)) s"
        case .unchangedLoads(let count): "the playlist had not changed in \(count) reloads"
        case .empty: "the playlist lists no segment"
        case .breach(let breach):
            "found \(breach.words.found), expected \(breach.words.expected)"
        }
    }
}

extension LiveLine.Step {
    /// Returns the remarks about a load as text, with the location of the playlist.
    func remarks(on arrival: PlaylistFollower.Arrival) -> [String] {
        notices.compactMap { $0.remark.map { "\($0): \(arrival.place)" } }
    }
}
