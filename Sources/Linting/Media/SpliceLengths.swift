import Containers
import VirtualTime

/// The durations that the SCTE 35 messages at one position state for the break that starts there.
///
/// Reference: ANSI/SCTE 35 2023, sections 9.8.2 (break_duration) and 10.3.3
/// (segmentation_descriptor).
struct SpliceLengths {
    /// The segmentation types whose segment is a whole break, not a single advertisement of it.
    private static let breaks: Set<UInt8> = [0x22, 0x34, 0x36, 0x44, 0x46]
    private static let tolerance = MediaTime.seconds(1)

    /// The durations of whole breaks.
    private var whole: [MediaTime] = []
    /// The durations of segments that may be a part of the break, or more than the break.
    private var others: [MediaTime] = []

    /// Adds the durations of a message, unless it cannot be read.
    mutating func add(_ message: SpliceInformation?) {
        guard let message else { return }
        if case .insert(let insert) = message.command, let event = insert.event, event.isOut,
            let length = event.breakDuration?.duration
        {
            add(length, isWhole: event.availsExpected < 2)
        }
        for event in message.segmentations.lazy.compactMap(\.event) {
            guard let ticks = event.duration else { continue }
            let isWhole = Self.breaks.contains(event.type.id) && event.segmentsExpected < 2
            add(MediaTime(ticks, timescale: 90_000), isWhole: isWhole)
        }
    }

    private mutating func add(_ length: MediaTime, isWhole: Bool) {
        guard length > .zero else { return }
        if isWhole { whole.append(length) } else { others.append(length) }
    }

    /// Returns a stated duration of the break if all of them differ from another duration.
    ///
    /// - Parameter duration: The duration that another notation states; zero if it is unknown.
    /// - Returns: The first duration of a whole break; `nil` if there is none, or if any duration
    ///   is within a second of `duration`.
    func contradiction(to duration: MediaTime) -> MediaTime? {
        guard duration > .zero else { return nil }
        let agrees = (whole + others).contains { ($0 - duration).magnitude <= Self.tolerance }
        return agrees ? nil : whole.first
    }
}
