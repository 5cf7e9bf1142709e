import VirtualTime

/// Finds holes in a track whose packets have a known number of frames of known duration.
///
/// Audio has no pauses between frames, so the number of earlier frames predicts the time of each
/// frame. If an audio frame is lost, all later frames start after their predicted times. If times
/// vary but later frames return to their predicted times, the variation is jitter and not a hole.
struct CountedPace {
    private static let mostHoles = 256
    /// The minimum number of packets that are needed to find missing frames.
    private static let fewestPackets = 6
    /// The largest rounding error of media clocks.
    private static let rounding = MediaTime.milliseconds(5)

    private var start: MediaTime?
    private var last:
        (decodeTime: MediaTime, start: MediaTime, duration: MediaTime, frame: MediaTime)?
    private var counted = MediaTime.zero
    private var frame = MediaTime.zero
    private var gaps: [Range<MediaTime>] = []
    private var packetCount = 0
    /// Whether a packet has a known number of samples of unknown duration.
    private var hasUnknown = false

    /// Records the next packet.
    ///
    /// - Parameters:
    ///   - start: Its presentation time.
    ///   - decodeTime: Its decode time.
    ///   - sample: The number and the total duration of the samples in the packet.
    mutating func add(_ start: MediaTime, decodedAt decodeTime: MediaTime, _ sample: SampleSummary)
    {
        guard sample.samples > 0 else { return }
        guard sample.duration > .zero else {
            hasUnknown = true
            return
        }
        packetCount += 1
        let own = MediaTime(ticks: sample.duration.ticks / Int64(sample.samples))
        // The last frame of a track may be shorter than the others.
        frame = max(last?.frame ?? own, own)
        if let last {
            counted += last.duration
            let gap = decodeTime - last.decodeTime - last.duration
            if gap > TrackTally.longestSilence {
                // A long jump is reported as a separate problem. The skipped time counts as media,
                // so that the jump is not also reported as missing frames.
                counted += gap
            } else if isHole(gap), gaps.count < Self.mostHoles {
                gaps.append(last.start + last.duration..<max(start, last.start + last.duration))
            }
        } else {
            self.start = decodeTime
        }
        last = (decodeTime, start, sample.duration, own)
    }

    /// The gaps of at least one frame between packets, in order; gaps due to jitter are omitted.
    var holes: [Range<MediaTime>] {
        guard !hasUnknown, let start, let last, packetCount >= Self.fewestPackets else {
            return []
        }
        let deficit = last.decodeTime - start - counted
        let total = gaps.reduce(MediaTime.zero) { $0 + ($1.upperBound - $1.lowerBound) }
        let tolerance = MediaTime(ticks: frame.ticks / 4)
        guard isHole(deficit), total <= deficit + tolerance else { return [] }
        return gaps.filter { !$0.isEmpty }
    }

    /// Returns whether a gap is at least as long as a frame, allowing for rounding of the clock.
    private func isHole(_ gap: MediaTime) -> Bool {
        frame > .zero && gap >= Self.rounding && gap * 4 >= frame * 3
    }
}
