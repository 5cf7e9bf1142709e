import Presentation
import VirtualTime

/// The WebVTT segments whose timestamp map moves their cues.
///
/// The maps of most packagers relate all cue times to one clock, so they are equal up to the next
/// discontinuity. A segment with another map is shown too early or too late if its cues would be
/// within the segment with the map of the other segments. Packagers that count cue times from the
/// start of each segment have a different map for each segment, and these maps are not compared.
///
/// The lint rule `vtt.timestamp-map-off` compares maps, too, and also reports smaller differences.
struct MappedCues {
    /// The relation of cue times to the clock of MPEG-2 TS.
    struct Map {
        /// The time that is added to cue times; equal maps may differ by a restart of the clock.
        let offset: MediaTime
        /// The discontinuity domain of the segment.
        let domain: Int
    }

    private struct Segment {
        /// The intervals of the visible cues, in the order of the segment; at least one.
        let cues: [Range<MediaTime>]
        let interval: Range<MediaTime>
        let offset: MediaTime
        let url: String

        /// Returns whether all cues overlap the segment if they are shown earlier by an amount.
        func fits(movedBack error: MediaTime) -> Bool {
            let own =
                interval.lowerBound - MisplacedCues.tolerance..<interval.upperBound
                + MisplacedCues.tolerance
            return cues.allSatisfy { own.overlaps($0.lowerBound - error..<$0.upperBound - error) }
        }
    }

    /// The number of segments that show the usual map of a domain.
    private static let fewestSegments = 4
    /// The number of segments with late cues that show that an earlier segment is missing.
    private static let fewestLateSegments = 2
    /// The greatest difference between equal maps, which are rounded.
    private static let rounding = MediaTime.milliseconds(100)
    /// The maximum number of stored cues; the segments after them are ignored.
    private static let mostCues = 10_000

    private var domains: [Int: [MediaTime: Segment]] = [:]
    private var cueCount = 0

    /// Records a segment with cues.
    ///
    /// - Parameters:
    ///   - cues: The intervals of the visible cues, in the order of the segment.
    ///   - map: The timestamp map of the segment.
    ///   - interval: The interval of the segment.
    ///   - url: The location of the segment.
    mutating func add(
        _ cues: [Range<MediaTime>], _ map: Map, in interval: Range<MediaTime>, url: String
    ) {
        guard !cues.isEmpty, cueCount + cues.count <= Self.mostCues else { return }
        cueCount += cues.count
        domains[map.domain, default: [:]][interval.lowerBound] =
            Segment(cues: cues, interval: interval, offset: map.offset, url: url)
    }

    /// Returns the cues that are at a wrong position, from the segments that the playhead passed.
    ///
    /// - Parameter passed: The intervals that the playhead passed while subtitles were selected.
    /// - Returns: The cues, grouped into at most one loss for each segment.
    func losses(passed: IntervalSet) -> [MisplacedCues.Loss] {
        sortedDomains.flatMap { segments in
            losses(of: segments).filter { passed.overlaps($0.interval) }.map(\.loss)
        }
    }

    /// The segments of each domain, in the order of their intervals.
    private var sortedDomains: [[Segment]] {
        domains.keys.sorted().map { domain in
            (domains[domain] ?? [:]).values.sorted {
                $0.interval.lowerBound < $1.interval.lowerBound
            }
        }
    }

    /// Returns the segments of a broadcast from which on all cues are late by one segment.
    ///
    /// The segment before it was never listed, so all later segments are listed too early. The
    /// lateness of an encoder does not look like this: it makes the segments later, not their cues.
    ///
    /// - Parameter passed: The intervals that the playhead passed while subtitles were selected.
    /// - Returns: The cues of the segments, at most one segment for each domain.
    func lossesOfUnlistedSegments(passed: IntervalSet) -> [MisplacedCues.Loss] {
        sortedDomains.compactMap { segments in
            let isInPlace = segments.map { $0.fits(movedBack: .zero) }
            guard let place = isInPlace.firstIndex(of: false), place >= Self.fewestSegments,
                isInPlace.count(where: { !$0 }) >= Self.fewestSegments,
                passed.overlaps(segments[place].interval), let cue = segments[place].cues.first
            else { return nil }
            let (former, first) = (segments[place - 1], segments[place])
            let gap = first.interval.lowerBound - former.interval.upperBound
            let change = first.offset - former.offset
            let lengths = segments.map { $0.interval.upperBound - $0.interval.lowerBound }.sorted()
            let time = lengths[lengths.count / 2]
            let isLate = segments.map { $0.fits(movedBack: time) }
            // After a jump of the playhead, or with another clock, the segments are not comparable.
            guard max(gap, -gap) <= Self.rounding, max(change, -change) <= Self.rounding,
                time > MisplacedCues.tolerance, isLate[place...].allSatisfy({ $0 }),
                isLate[..<place].count(where: { !$0 }) >= Self.fewestSegments
            else { return nil }
            return MisplacedCues.Loss(
                count: first.cues.count, first: cue,
                reason: "is \(time) s after its segment, as are all later cues, so a segment before"
                    + " it was not listed", url: first.url, areShown: true)
        }
    }

    /// Returns the first segment from which on all cues are late, because a segment is missing.
    ///
    /// Such a playlist is too short. All cues from the missing segment on are then later than their
    /// segments by the missing time, and all earlier cues are within their segments.
    ///
    /// - Parameter time: The time by which the playlist of the subtitles is too short.
    /// - Returns: The cues of the segment; `nil` if no segment is missing.
    func loss(ofSegmentsLasting time: MediaTime) -> MisplacedCues.Loss? {
        guard time > MisplacedCues.tolerance, domains.count == 1, let segments = sortedDomains.first
        else { return nil }
        let isInPlace = segments.map { $0.fits(movedBack: .zero) }
        let isLate = segments.map { $0.fits(movedBack: time) }
        guard let place = isInPlace.firstIndex(of: false), let cue = segments[place].cues.first,
            isLate[..<place].contains(false), isLate[place...].allSatisfy({ $0 }),
            isInPlace.count(where: { !$0 }) >= Self.fewestLateSegments
        else { return nil }
        return MisplacedCues.Loss(
            count: segments[place].cues.count, first: cue,
            reason: "is \(time) s after its segment, as are all later cues, and the playlist of the"
                + " subtitles lacks \(time) s", url: segments[place].url, areShown: true)
    }

    private func losses(
        of segments: [Segment]
    ) -> [(interval: Range<MediaTime>, loss: MisplacedCues.Loss)] {
        guard segments.count >= Self.fewestSegments, let first = segments.first else { return [] }
        let distances = segments.map {
            ($0.offset - first.offset).unwrapped(by: SegmentPlacer.transportWrap)
        }
        let usual = distances.sorted()[distances.count / 2]
        let errors = distances.map { $0 - usual }
        let isUsual = errors.map { max($0, -$0) <= Self.rounding }
        guard isUsual.count(where: { $0 }) * 4 >= segments.count * 3,
            let last = isUsual.lastIndex(of: true)
        else { return [] }
        // The clock may have changed permanently if several segments at the end have other maps.
        let end = last + 2 == segments.count ? segments.count : last
        return zip(segments, errors).prefix(end).compactMap { segment, error in
            let distance = max(error, -error)
            guard distance > MisplacedCues.tolerance, let cue = segment.cues.first,
                segment.fits(movedBack: error)
            else { return nil }
            let words = "\(distance) s \(error > .zero ? "later" : "earlier")"
            let loss = MisplacedCues.Loss(
                count: segment.cues.count, first: cue,
                reason: "is \(words) than with the X-TIMESTAMP-MAP of the other segments",
                url: segment.url, areShown: true)
            return (segment.interval, loss)
        }
    }
}
