package import VirtualTime

/// Turns times of a WebVTT segment into times of the presentation.
///
/// The header of the segment leads from its own times to the clock of MPEG-2 TS, and an origin
/// leads from there to the presentation. The clock has 33 bits; of the times that are a wrap apart
/// the one nearest to where the playlist expects the cue is meant.
///
/// Reference: rfc8216bis, section 3.1.4 (WebVTT).
package struct CuePlacement: Equatable, Sendable {
    /// After how much time the clock starts anew: 2³³ counts of 90 kHz.
    package static let wrap = MediaTime(1 << 33, timescale: 90_000)

    /// Where the presentation and the clock meet; for each discontinuity domain there is another.
    package struct Origin: Equatable, Sendable {
        /// A time of the clock, whether or not it has wrapped.
        package var timestamp: MediaTime
        /// Where that time lies in the presentation.
        package var presentation: MediaTime

        /// Creates an origin from a time of the clock.
        package init(timestamp: MediaTime, presentation: MediaTime) {
            self.timestamp = timestamp
            self.presentation = presentation
        }

        /// Creates an origin from a count of the 90 kHz clock.
        package init(mpegTimestamp: Int64, presentation: MediaTime) {
            self.init(
                timestamp: MediaTime(mpegTimestamp, timescale: 90_000), presentation: presentation)
        }
    }

    /// What is added to a time of the segment, but for whole wraps.
    private let offset: MediaTime

    /// Creates the placement of one segment.
    ///
    /// - Parameters:
    ///   - map: What the header of the segment says; `nil` means that it says nothing.
    ///   - origin: The origin of the segment's discontinuity domain.
    package init(map: WebVTTTimestampMap?, origin: Origin) {
        let map = map ?? .identity
        // Whole wraps do not matter, and without them no count is too large to be exact.
        let clock = MediaTime(map.mpegTimestamp % (1 << 33), timescale: 90_000)
        offset = clock - map.local - origin.timestamp + origin.presentation
    }

    /// What to add to the times of a cue.
    ///
    /// The same holds for the end of the cue and for the times within its text.
    ///
    /// - Parameters:
    ///   - start: When the cue starts, in the segment's own time.
    ///   - expected: Where the playlist expects it, to less than half a wrap (13 hours).
    /// - Returns: The span, which may be negative.
    package func offset(ofCueAt start: MediaTime, near expected: MediaTime) -> MediaTime {
        let wrap = Int128(Self.wrap.ticks)
        let away = Int128(expected.ticks) - Int128(start.ticks) - Int128(offset.ticks)
        // Rounded to the nearest, halves upwards.
        let turns = (2 * away + wrap).dividedRoundingDown(by: 2 * wrap)
        return MediaTime(ticks: Int64(clamping: Int128(offset.ticks) + turns * wrap))
    }

    /// The cue with its times in the presentation.
    ///
    /// - Parameters:
    ///   - cue: A cue of the segment. Times within its text stay as they are.
    ///   - expected: Where the playlist expects it, to less than half a wrap (13 hours).
    /// - Returns: The cue at its place.
    package func placed(_ cue: WebVTTCue, near expected: MediaTime) -> WebVTTCue {
        let offset = offset(ofCueAt: cue.start, near: expected)
        var cue = cue
        cue.start = cue.start + offset
        cue.end = cue.end + offset
        return cue
    }
}

extension Int128 {
    fileprivate func dividedRoundingDown(by divisor: Int128) -> Int128 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
