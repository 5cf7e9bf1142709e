import VirtualTime

/// What the timeline needs to know of one packet.
struct SampleSummary {
    var track: Int
    var pts: MediaTime?
    var dts: MediaTime?
    /// How long all of its samples are presented; zero when it has to be inferred.
    var duration = MediaTime.zero
    /// Whether the duration was counted frame by frame, not inferred from the next decode time.
    var countsFrames = false
    /// How many samples the packet begins.
    var samples = 1
    var size: Int
    var isKey = false
    var isCorrupt = false
    /// Whether the packet serves decoding only and is not presented.
    var isDiscarded = false
}
