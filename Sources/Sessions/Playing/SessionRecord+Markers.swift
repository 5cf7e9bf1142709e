import Presentation

extension SessionRecord {
    /// Records a mark of a broadcast that makes no cue point, or makes it too late.
    mutating func note(_ marker: MarkerNews) {
        switch marker {
        case .listed: break
        case .late(let point):
            remarks.add(.livePlaylist, "a cue point was listed too late: \(point.words)")
        case .unusable(let reason): remarks.add(.livePlaylist, reason)
        }
    }
}
