import Presentation
import VirtualTime

/// The handling of segments that can be played while they arrive.
extension TrackSet {
    /// Updates the media of segments that are arriving.
    ///
    /// - Parameters:
    ///   - rule: The segments that can be played before they have arrived as a whole.
    ///   - share: Returns the number of received bytes and the total number of bytes of a
    ///     track's segment.
    /// - Returns: Whether any segment to which the rule applies is arriving.
    mutating func followArrivals(
        _ rule: PlaybackPolicy.Arrivals,
        _ share: (Track.Number) -> (received: Int64, of: Int64)?
    ) -> Bool {
        var isAny = false
        for number in numbers {
            guard let track = self[number], track.isBusy, track.role.blocksPlayhead,
                rule == .all || !track.hasFragments || audio != nil,
                let listed = track.requestedNext
            else { continue }
            isAny = true
            let length = track.media.interval(of: listed).length
            let arriving = share(number).map {
                MediaTime(ticks: Int64(Int128(length.ticks) * Int128($0.received) / Int128($0.of)))
            }
            if track.arriving != arriving ?? .zero {
                update(number) { $0.arriving = arriving ?? .zero }
            }
        }
        return isAny
    }
}
