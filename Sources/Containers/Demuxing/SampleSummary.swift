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

extension SampleSummary {
    /// Records the findings from the start of an access unit.
    ///
    /// No sample begins in a packet without a timestamp that continues a picture of several slices.
    ///
    /// - Returns: Whether the packet has a timestamp and no start code.
    mutating func take(_ glance: AccessUnitGlance, of payload: Span<UInt8>) -> Bool {
        isKey = glance.isKey
        isOpen = glance.isOpen
        mayStandAlone = glance.mayStandAlone
        samples = glance.hasPicture && !(pts == nil && glance.continuesPicture) ? 1 : 0
        return !glance.hasPicture && pts != nil && !AccessUnitGlance.hasUnit(in: payload)
    }

    /// Adds the frames of audio that begin in the packet.
    mutating func take(_ count: AudioFrameCount) {
        samples = count.frames
        duration = count.duration
        countsFrames = true
    }

    /// Marks a transport stream packet as overwritten if it has a time but no frame starts in it.
    ///
    /// The time of a packet belongs to the first frame that begins in the packet (ISO/IEC 13818-1,
    /// section 2.4.3.7, PTS). So its bytes cannot be the end of an earlier frame.
    mutating func requireFrame(_ count: AudioFrameCount) {
        isCorrupt = isCorrupt || pts != nil && count.frames == 0 && count.leadingBytes > 0
    }
}
