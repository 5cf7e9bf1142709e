/// The number of a media segment within its rendition.
///
/// The number stays the same while a playlist adds segments at its end and removes them at its
/// start; an index into the playlist does not. Numbers of different renditions are not comparable.
///
/// Reference: rfc8216bis, sections 3 and 4.4.3.2 (EXT-X-MEDIA-SEQUENCE).
package struct SegmentNumber: Hashable, Sendable {
    /// The number of the first segment in a playlist without `EXT-X-MEDIA-SEQUENCE`.
    package static let zero = SegmentNumber(0)

    /// The number of times that the rendition restarted its numbering before this segment.
    package let epoch: Int
    /// The media sequence number.
    package let sequence: Int

    package init(_ sequence: Int, epoch: Int = 0) {
        self.epoch = epoch
        self.sequence = sequence
    }

    /// Returns the number of a later segment, clamped to the range of `Int`.
    ///
    /// - Parameter distance: The distance, in segments.
    /// - Returns: The number, in the same epoch.
    package func advanced(by distance: Int) -> SegmentNumber {
        let (sum, overflow) = sequence.addingReportingOverflow(distance)
        return SegmentNumber(overflow ? (distance < 0 ? .min : .max) : sum, epoch: epoch)
    }
}

extension SegmentNumber: Comparable {
    /// Returns whether a segment precedes another one of the same rendition.
    package static func < (left: SegmentNumber, right: SegmentNumber) -> Bool {
        left.epoch == right.epoch ? left.sequence < right.sequence : left.epoch < right.epoch
    }
}

extension SegmentNumber: CustomStringConvertible {
    /// The number as text: `7`, or `7#2` for the second segment with that number.
    package var description: String {
        epoch == 0 ? "\(sequence)" : "\(sequence)#\(epoch + 1)"
    }
}
