import Playlists
import VirtualTime

/// The segments of a subtitle playlist, with their cues on the timeline of the programme.
struct CuePlaces {
    /// A cue with its times on the timeline of the playlist.
    struct Cue: Equatable {
        let cue: MeasuredCue
        let start: MediaTime
        let end: MediaTime
    }

    /// A segment with its cues.
    struct Place {
        let index: Int
        let range: Range<MediaTime>
        let startsDiscontinuity: Bool
        /// The position on the timeline at which a cue with the time zero is shown.
        let offset: MediaTime
        let cues: [Cue]
        private let times: Set<[Int64]>

        init(
            index: Int, range: Range<MediaTime>, startsDiscontinuity: Bool, offset: MediaTime,
            cues: [Cue]
        ) {
            self.index = index
            self.range = range
            self.startsDiscontinuity = startsDiscontinuity
            self.offset = offset
            self.cues = cues
            times = Set(cues.map { [Self.step($0.start), Self.step($0.end)] })
        }

        /// Returns whether the segment has a cue with nearly the same start and end as a given cue.
        ///
        /// The tolerance is a few hundredths of a second.
        func contains(_ cue: Cue) -> Bool {
            let (start, end) = (Self.step(cue.start), Self.step(cue.end))
            for one in start - 1...start + 1 {
                for other in end - 1...end + 1 where times.contains([one, other]) { return true }
            }
            return false
        }

        private static func step(_ time: MediaTime) -> Int64 { time.value(timescale: 50) }
    }

    /// The period after which the MPEG-TS clock, to which time maps refer, restarts at zero.
    private static let wrap = MediaTime.transportWrap

    private(set) var places: [Place] = []

    /// Determines the positions of the cues in segments that were read and have a time map.
    init(_ stream: MeasuredStream, _ media: MediaPlaylist, _ clock: ProgrammeClock) {
        var starts: [MediaTime] = []
        var start = MediaTime.zero
        for segment in media.segments {
            starts.append(start)
            start += segment.duration
        }
        for segment in stream.segments where !segment.isLost {
            let (listed, start) = (media.segments[segment.index], starts[segment.index])
            guard let shift = segment.cueShift, listed.duration > .zero,
                let time = clock.time(at: start)
            else { continue }
            var offset = shift - time + start
            while offset > Self.wrap - .seconds(3600) { offset = offset - Self.wrap }
            while offset < .seconds(3600) - Self.wrap { offset = offset + Self.wrap }
            places.append(
                Place(
                    index: segment.index, range: start..<start + listed.duration,
                    startsDiscontinuity: listed.startsDiscontinuity, offset: offset,
                    cues: segment.cues.map {
                        Cue(cue: $0, start: $0.start + offset, end: $0.end + offset)
                    }))
        }
    }

    /// The offset shared by at least three quarters of the segments; `nil` when there is none.
    var usualOffset: MediaTime? {
        let sorted = places.filter { !$0.cues.isEmpty }.map(\.offset).sorted()
        guard !sorted.isEmpty else { return nil }
        let middle = sorted[sorted.count / 2]
        let count = sorted.count { max($0 - middle, middle - $0) < .milliseconds(100) }
        return count * 4 >= sorted.count * 3 ? middle : nil
    }
}
