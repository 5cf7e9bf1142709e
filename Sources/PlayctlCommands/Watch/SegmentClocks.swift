import Containers
import Formats
import Playlists
import VirtualTime

/// Compares the times of the segments of a broadcast with the durations in its playlists.
///
/// In a playlist without dates, only the times of the media show that a packager lost some of it.
struct SegmentClocks {
    /// The times at the start of a segment.
    private struct Reading {
        let number: Int
        let segment: MediaSegment
        let times: SegmentStart.Times
        /// The location and the bytes of the initialization section; `nil` if there is none.
        let section: ProbedResource.Section?
    }

    /// The difference between the times of two segments, if it contradicts the playlist.
    struct Jump {
        /// The sum of the durations from the earlier segment to the later one.
        let expected: MediaTime
        /// The difference between the times at the starts of the two segments.
        let found: MediaTime
        /// The media sequence number of the earlier segment.
        let number: Int
    }

    /// The error that rounding and the order of pictures may cause.
    private static let tolerance = MediaTime.milliseconds(500)
    /// The maximum number of stored initialization sections.
    private static let most = 1024

    private var timescales: [ProbedResource.Section: [Int: Int64]] = [:]
    private var readings: [String: Reading] = [:]

    /// Stores the clocks of an initialization section.
    mutating func take(_ clocks: [Int: Int64], of section: ProbedResource.Section) {
        if timescales.count >= Self.most { timescales = [:] }
        timescales[section] = clocks
    }

    /// Compares the times of the newest segment with the times of the segment read before it.
    ///
    /// - Parameters:
    ///   - times: The times at the start of the newest segment.
    ///   - playlist: The playlist, which lists the segment last.
    ///   - name: The name of the playlist.
    ///   - section: The initialization section of the segment.
    /// - Returns: Whether times were compared, and the contradiction if there is one.
    mutating func take(
        _ times: SegmentStart.Times, of playlist: MediaPlaylist, named name: String,
        _ section: ProbedResource.Section?
    ) -> (isCompared: Bool, jump: Jump?) {
        guard let segment = playlist.segments.last else { return (false, nil) }
        let numbers = playlist.sequenceNumbers
        let reading = Reading(
            number: numbers.upperBound - 1, segment: segment, times: times, section: section)
        defer { readings[name] = reading }
        guard let known = readings[name], known.number < reading.number,
            numbers.contains(known.number)
        else { return (false, nil) }
        let between = playlist.segments[(known.number - numbers.lowerBound)...]
        // After a restart of the numbers, the known number belongs to another segment.
        guard let first = between.first, SigningParameter.areEqual(first.uri, known.segment.uri),
            between.dropFirst().allSatisfy({ !$0.startsDiscontinuity })
        else { return (false, nil) }
        let expected = between.dropLast().reduce(MediaTime.zero) { $0 + $1.duration }
        func error(_ found: MediaTime) -> MediaTime { max(found - expected, expected - found) }
        // A packager may lose media of one track only.
        let found = distances(from: known, to: reading).max { error($0) < error($1) }
        guard let found else { return (false, nil) }
        let count = between.count - 1
        // Durations are whole seconds below version 3, and may be whole seconds from version 3 on.
        // Then, the tolerance already contains the rounding of one segment.
        let isWhole = between.dropLast().allSatisfy {
            $0.duration.ticks % MediaTime.ticksPerSecond == 0
        }
        let rounded = playlist.version < 3 ? count : isWhole ? count - 1 : 0
        let rounding = MediaTime.wholeSecondError * rounded
        guard error(found) > Self.tolerance + rounding else { return (true, nil) }
        return (true, Jump(expected: expected, found: found, number: known.number))
    }

    /// Returns the time between two segments by the clock of each track that both have.
    private func distances(from known: Reading, to newer: Reading) -> [MediaTime] {
        guard known.times.wrap == newer.times.wrap else { return [] }
        return newer.times.ticks.keys.sorted().compactMap { track in
            guard let end = newer.times.ticks[track], let start = known.times.ticks[track],
                let scale = timescale(of: track, in: newer),
                scale == timescale(of: track, in: known)
            else { return nil }
            var ticks = end - start
            if let wrap = newer.times.wrap {
                ticks &= wrap - 1
                if ticks >= wrap / 2 { ticks -= wrap }
            }
            return MediaTime(ticks, timescale: scale)
        }
    }

    private func timescale(of track: Int, in reading: Reading) -> Int64? {
        reading.times.timescale ?? reading.section.flatMap { timescales[$0]?[track] }
    }
}
