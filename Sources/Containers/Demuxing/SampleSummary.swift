import VirtualTime

/// The properties of one packet that are needed for the timeline.
struct SampleSummary {
    var track: Int
    var pts: MediaTime?
    var dts: MediaTime?
    /// The duration of all samples of the packet; zero when it must be inferred.
    var duration = MediaTime.zero
    /// The duration of the coded frames in an audio sample of an ISO file; zero when it is unknown.
    var codedDuration = MediaTime.zero
    /// Whether the duration is calculated from the number of frames, not from the next decode time.
    var countsFrames = false
    /// The number of samples that begin in the packet.
    var samples = 1
    var size: Int
    var isKey = false
    /// Whether a sample that is not a keyframe may be decoded without earlier ones.
    ///
    /// The value is also `true` where the sample cannot be examined. It matters only for the first
    /// sample of a track.
    var mayStandAlone = true
    /// Whether pictures after the keyframe may refer to pictures before it, as in an open GOP.
    var isOpen = false
    var isCorrupt = false
    /// The times of earlier packets of the track that this one shows to be corrupt.
    var corruptBefore: [MediaTime?] = []
    /// Whether the packet is only decoded and not presented.
    var isDiscarded = false
}
