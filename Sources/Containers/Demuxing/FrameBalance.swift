import VirtualTime

/// Matches the frames of a decoder with the packets sent to it, to find dropped frames.
///
/// A decoder that loses synchronization drops frames without an error.
struct FrameBalance {
    private static let mostPending = 1 << 16

    private struct Entry {
        var sequence: Int
        var time: MediaTime
    }

    private var pending: [Int64: Entry] = [:]
    private var sentCount = 0
    private var matchedCount = 0
    private var strayCount = 0
    private var hasStarted = false

    /// Whether packets before the first frame may yield no frame.
    ///
    /// The decoder of the codec may need a few packets to start.
    var forgivesStart = false

    /// Records a packet that was sent to the decoder.
    ///
    /// - Parameters:
    ///   - count: The presentation timestamp, in units of the packet's time base.
    ///   - time: The same presentation time on the container's clock.
    mutating func send(_ count: Int64, _ time: MediaTime) {
        guard pending[count] == nil, pending.count < Self.mostPending else { return }
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
        guard !hasStarted else { return }
        hasStarted = true
        if forgivesStart { pending = pending.filter { $0.value.time >= entry.time } }
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
