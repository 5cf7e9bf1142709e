import VirtualTime

/// Matches the frames of a decoder with the packets sent to it, to find dropped frames.
///
/// A decoder that loses synchronization drops frames without an error.
struct FrameBalance {
    private static let mostPending = 1 << 16
    /// The largest number of pictures that H.264 can show before a picture that precedes them.
    private static let mostLeading = 16

    private struct Entry {
        var sequence: Int
        var time: MediaTime
    }

    private var pending: [Int64: Entry] = [:]
    private var sentCount = 0
    private var matchedCount = 0
    private var strayCount = 0
    /// The timestamp of the first packet that was sent.
    private var firstCount: Int64?
    /// Whether another packet has the timestamp of the first one, which is therefore too early.
    private var startsEarly = false

    /// Whether packets before the first frame may yield no frame.
    ///
    /// The decoder of the codec may need a few packets to start.
    var forgivesStart = false
    /// Whether the timestamp of the first packet may be too early.
    ///
    /// FFmpeg writes the keyframe of an open GOP into fMP4 with the timestamp of the first leading
    /// picture. The leading pictures then seem to follow the keyframe.
    var mayStartEarly = false

    /// Records a packet that was sent to the decoder.
    ///
    /// - Parameters:
    ///   - count: The presentation timestamp, in units of the packet's time base.
    ///   - time: The same presentation time on the container's clock.
    mutating func send(_ count: Int64, _ time: MediaTime) {
        if mayStartEarly, count == firstCount { startsEarly = true }
        guard pending[count] == nil, pending.count < Self.mostPending else { return }
        if sentCount == 0 { firstCount = count }
        pending[count] = Entry(sequence: sentCount, time: time)
        sentCount += 1
    }

    /// Records a frame that the decoder returned.
    mutating func receive(_ count: Int64?) {
        guard let count, let entry = pending.removeValue(forKey: count) else {
            strayCount += 1
            return
        }
        matchedCount += 1
        guard forgivesStart, matchedCount == 1 || matchedCount == 2 && startsEarly else { return }
        let kept = pending.filter { $0.value.time >= entry.time }
        if matchedCount == 1 || pending.count - kept.count <= Self.mostLeading { pending = kept }
    }

    /// The presentation times of packets that yielded no frame, in decode order.
    var dropped: [MediaTime] {
        let left = pending.values.sorted { $0.sequence < $1.sequence }
        // A frame without a timestamp cannot be matched with its packet, but shows that one of the
        // packets was decoded.
        let lost = matchedCount == 0 ? max(0, left.count - strayCount) : left.count
        guard lost > 0, !isSecondFields(left.map(\.sequence)) else { return [] }
        return left.suffix(lost).map(\.time)
    }

    /// Returns whether the packets that yielded no frame are second fields of interlaced pictures.
    ///
    /// In that case, they alternate with packets that yielded a frame, because the two fields of a
    /// picture share one frame.
    private func isSecondFields(_ sequences: [Int]) -> Bool {
        guard let first = sequences.first, sequences.count * 5 >= sentCount * 2, sentCount > 4,
            matchedCount * 5 >= sentCount * 2
        else { return false }
        return sequences.allSatisfy { ($0 - first) % 2 == 0 }
    }
}
