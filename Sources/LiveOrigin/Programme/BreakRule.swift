import VirtualTime

/// A break on one track, which occurs once or repeatedly.
struct BreakRule: Equatable, Sendable {
    /// The longest time by which a break may start before its position.
    ///
    /// A break starts at a segment boundary, and the boundaries of audio and video differ by
    /// fractions of a frame. The tolerance lets a break start at corresponding boundaries of all
    /// tracks, even if one of these boundaries precedes the position.
    static let tolerance = MediaTime.milliseconds(500)

    /// The index of the break in its programme.
    let index: Int
    let position: MediaTime
    let interval: MediaTime?
    let strip: Strip
    let isDiscontinuous: Bool

    /// Creates the rule of a break for one track.
    init(_ adBreak: AdBreak, index: Int, track: Int) {
        self.index = index
        position = adBreak.position
        interval = adBreak.interval
        let length = Strip.length(of: adBreak.source.tracks[0], upTo: adBreak.duration)
        strip = Strip(adBreak.source.tracks[track], length: length)
        isDiscontinuous = adBreak.isDiscontinuous
    }

    /// The number of items in the break.
    var count: Int { strip.starts.count }

    /// Returns the number of the break's occurrences that begin at or before a segment boundary.
    func occurrences(upTo boundary: MediaTime) -> Int {
        let passed = boundary + Self.tolerance - position
        guard passed >= .zero else { return 0 }
        guard let interval else { return 1 }
        return passed.count(of: interval) + 1
    }

    /// Returns how many of the first `count` occurrences begin at a discontinuity of the sources.
    ///
    /// The sources of the programme repeat in a loop. An occurrence begins at the first source
    /// segment that starts no earlier than ``tolerance`` before the position of the occurrence. The
    /// result is computed with divisions, not by iteration.
    func coincidences(of count: Int, with main: MainStrip) -> Int {
        guard let interval else { return 0 }
        let first = position - Self.tolerance
        // An occurrence at the start of the broadcast never begins at a discontinuity, so it is
        // left out.
        let skipped = first <= .zero ? 1 : 0
        guard count > skipped else { return 0 }
        let last = first + interval * (count - 1)
        var total = 0
        for (index, entry) in main.entries.enumerated() where entry.startsDiscontinuity {
            let width =
                index == 0
                ? main.length - (main.entries.last?.start ?? .zero)
                : entry.start - main.entries[index - 1].start
            let offset = (entry.start - last).ticks
            let sum = { (offset: Int64) in
                FloorSum.sum(
                    count: count - skipped, divisor: main.length.ticks, step: interval.ticks,
                    offset: offset)
            }
            total += sum(offset) - sum(offset - width.ticks)
        }
        return total
    }
}
