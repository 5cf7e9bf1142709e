import Presentation

extension SessionRecord {
    /// Records a broadcast marker that makes no cue point, or makes one too late.
    ///
    /// A cue point is too late if the playhead has already passed its position.
    mutating func note(_ marker: MarkerNews) {
        switch marker {
        case .listed: break
        case .late(let point):
            remarks.add(.livePlaylist, "a cue point was listed too late: \(point.words)")
        case .unusable(let trouble): remarks.add(.livePlaylist, trouble.reason)
        }
    }
}
