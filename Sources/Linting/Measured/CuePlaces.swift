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
        /// The number of discontinuities in the playlist before the segment.
        let domain: Int
        /// The position on the timeline at which a cue with the time zero is shown.
        let offset: MediaTime
        /// Whether the offset follows from a time map.
        let hasMap: Bool
        /// The interval of the samples on the timeline; `nil` in a WebVTT file.
        ///
        /// In a segment with samples, a cue may be only a part of a longer cue, because samples end
        /// with their segment.
        let samples: Range<MediaTime>?
        let cues: [Cue]
        private let times: Set<[Int64]>

        init(
            _ segment: MeasuredSegment, _ range: Range<MediaTime>, domain: Int,
            offset: MediaTime
        ) {
            index = segment.index
            self.range = range
            self.domain = domain
            self.offset = offset
            hasMap = segment.cueShift != nil
            samples = segment.track(.text).map {
                $0.start + offset..<max($0.start, $0.end) + offset
            }
            cues = segment.cues.map {
                Cue(cue: $0, start: $0.start + offset, end: $0.end + offset)
            }
            times = Set(cues.map { [Self.step($0.start), Self.step($0.end)] })
        }

        /// The number of cues that are shown only within the segment.
        var innerCueCount: Int {
            cues.count { $0.start >= range.lowerBound && $0.end <= range.upperBound }
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
    /// The end of the programme on the timeline of the playlist; `nil` if it is unknown.
    let programmeEnd: MediaTime?

    /// Determines the positions of the cues in segments that were read.
    ///
    /// There are no positions if it is unknown at which time of the programme the playlist starts.
    ///
    /// The times in files without a time map are counted from the timestamp zero, but some players
    /// count them from the start of the programme. The initializer uses the interpretation that
    /// places more cues within their segments. The rule `vtt.no-timestamp-map` reports the missing
    /// map.
    init(_ stream: MeasuredStream, _ media: MediaPlaylist, _ clock: ProgrammeClock) {
        let origin = clock.start(of: media)
        programmeEnd = origin.map { clock.end - $0 }
        guard let origin else { return }
        var starts: [MediaTime] = []
        var domains: [Int] = []
        var start = MediaTime.zero
        for segment in media.segments {
            let isNext = segment.startsDiscontinuity && !domains.isEmpty
            domains.append((domains.last ?? 0) + (isNext ? 1 : 0))
            starts.append(start)
            start += segment.duration
        }
        var plain: [Place] = []
        var fromStart: [Place] = []
        for segment in stream.segments where !segment.isLost {
            let (listed, start) = (media.segments[segment.index], starts[segment.index])
            guard listed.duration > .zero, let time = clock.time(at: origin + start)
            else { continue }
            func place(_ offset: MediaTime) -> Place {
                Place(
                    segment, start..<start + listed.duration, domain: domains[segment.index],
                    offset: offset)
            }
            if let shift = segment.cueShift {
                places.append(place(Self.wrapped(shift - time + start)))
            } else if segment.track(.text) != nil {
                // The times of samples are on the clock of fMP4, which does not restart.
                places.append(place(start - time))
            } else if let first = segment.plainTime {
                // The media clock may have restarted any number of times since the time zero, which
                // may be the start of 1970. Of the possible positions, the nearest to the segment
                // is used.
                let position = start + (first - time).unwrapped(by: Self.wrap)
                plain.append(place(position - first))
                fromStart.append(place(.zero - origin))
            }
        }
        guard !plain.isEmpty else { return }
        let counts = [plain, fromStart].map { $0.reduce(0) { $0 + $1.innerCueCount } }
        places = (places + (counts[0] < counts[1] ? fromStart : plain)).sorted {
            $0.index < $1.index
        }
    }

    private static func wrapped(_ offset: MediaTime) -> MediaTime {
        var offset = offset
        while offset > wrap - .seconds(3600) { offset = offset - wrap }
        while offset < .seconds(3600) - wrap { offset = offset + wrap }
        return offset
    }

    /// The segments with a time map and cues, grouped by the discontinuities between them.
    ///
    /// The relation of the media clock to the timeline may change at a discontinuity, and then the
    /// offset changes with it.
    var mappedDomains: [[Place]] {
        var domains: [[Place]] = []
        for place in places where place.hasMap && !place.cues.isEmpty {
            if domains.last?.last?.domain == place.domain {
                domains[domains.count - 1].append(place)
            } else {
                domains.append([place])
            }
        }
        return domains
    }

    /// Returns the offset shared by at least three quarters of the segments; `nil` if none is.
    static func usualOffset(of places: some Sequence<Place>) -> MediaTime? {
        let sorted = places.map(\.offset).sorted()
        guard !sorted.isEmpty else { return nil }
        let middle = sorted[sorted.count / 2]
        let count = sorted.count { ($0 - middle).magnitude < .milliseconds(100) }
        return count * 4 >= sorted.count * 3 ? middle : nil
    }
}

extension MeasuredSegment {
    /// The time of the first cue of a WebVTT file without a time map; `nil` in other segments.
    fileprivate var plainTime: MediaTime? {
        problems.contains { $0.code == "vtt.malformed-timestamp-map" } ? nil : cues.first?.start
    }
}
