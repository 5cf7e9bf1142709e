import Presentation

extension SessionRecord {
    /// Records a marker of a broadcast from which no cue point is made, or one that is too late.
    mutating func note(_ marker: MarkerNews) {
        switch marker {
        case .listed: break
        case .late(let point):
            remarks.add(.livePlaylist, "a cue point was listed too late: \(point.words)")
        case .unusable(let reason): remarks.add(.livePlaylist, reason)
        }
    }
}
