import VirtualTime

/// Finds the holes in a track whose packets say how many frames of a known length they hold.
///
/// Encoders drop single pictures, but never a single frame of audio: one that is absent moves all
/// that follow. Times that go back and forth by as much are jitter.
struct CountedPace {
    private static let mostHoles = 256
    /// Fewer packets show no pace.
    private static let fewestPackets = 6

    private var start: MediaTime?
    private var last: (decodeTime: MediaTime, start: MediaTime, duration: MediaTime)?
    private var counted = MediaTime.zero
    private var frame = MediaTime.zero
    private var gaps: [Range<MediaTime>] = []
    private var packetCount = 0

    /// Takes the next packet.
    ///
    /// - Parameters:
    ///   - start: Its presentation time.
    ///   - decodeTime: Its decode time.
    ///   - sample: The contents.
    mutating func add(_ start: MediaTime, decodedAt decodeTime: MediaTime, _ sample: SampleSummary)
    {
        guard sample.samples > 0, sample.duration > .zero else { return }
        frame = MediaTime(ticks: sample.duration.ticks / Int64(sample.samples))
        packetCount += 1
        if let last {
            counted += last.duration
            let gap = decodeTime - last.decodeTime - last.duration
            if gap > TrackTally.longestSilence {
                // A jump is a finding of its own.
                counted += gap
            } else if isHole(gap), gaps.count < Self.mostHoles {
                gaps.append(last.start + last.duration..<max(start, last.start + last.duration))
            }
        } else {
            self.start = decodeTime
        }
        last = (decodeTime, start, sample.duration)
    }

    /// The spans of a frame or more that no packet covers, in order; none where times only jitter.
    var holes: [Range<MediaTime>] {
        guard let start, let last, packetCount >= Self.fewestPackets else { return [] }
        let deficit = last.decodeTime - start - counted
        let total = gaps.reduce(MediaTime.zero) { $0 + ($1.upperBound - $1.lowerBound) }
        guard isHole(deficit), total.ticks <= deficit.ticks + frame.ticks / 4 else { return [] }
        return gaps.filter { !$0.isEmpty }
    }

    /// Whether a gap is at least a frame, as clocks round.
    private func isHole(_ gap: MediaTime) -> Bool {
        frame > .zero && gap.ticks * 4 >= frame.ticks * 3
    }
}
