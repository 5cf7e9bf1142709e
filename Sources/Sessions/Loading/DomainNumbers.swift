import Playlists
import Presentation
import VirtualTime

/// The numbers of the discontinuity domains of a live rendition.
///
/// A discontinuity domain is the media between two discontinuities. Its number is the discontinuity
/// sequence number that the playlist states, if this number is correct. Some servers do not count
/// the discontinuities that have left the window, or count them differently for audio. The number
/// of a segment's domain never changes, so the domains of later segments are counted from the
/// numbers of earlier segments. Audio has the same domain numbers as the variant stream at the same
/// positions.
struct DomainNumbers: Equatable {
    /// The number that is added to the discontinuity sequence numbers of the playlist.
    private(set) var shift = 0

    /// Returns the domain of a segment in the newest version of the playlist.
    func domain(of segment: MediaSegment) -> Int {
        domain(numbered: segment.discontinuitySequence)
    }

    /// Returns the domain for a discontinuity sequence number in the newest playlist version.
    func domain(numbered discontinuitySequence: Int) -> Int { discontinuitySequence &+ shift }

    /// Adopts the domains of the variant stream, unless enough segments already agree with them.
    ///
    /// - Parameters:
    ///   - playlist: The first version of the playlist.
    ///   - start: The position of its first segment.
    ///   - main: The timeline of the variant stream.
    mutating func align(_ playlist: MediaPlaylist, at start: MediaTime, with main: TrackTimeline) {
        var votes: [Int: Int] = [:]
        var position = start
        for segment in playlist.segments {
            let middle = position + MediaTime(ticks: segment.duration.ticks / 2)
            position += segment.duration
            guard let number = main.number(at: middle),
                main.interval(of: number).lowerBound <= middle
            else { continue }
            // On a timeline, the upper 32 bits of a domain are the epoch: the number of times that
            // the segment numbers restarted. These bits are removed here.
            let domain = Int(Int32(truncatingIfNeeded: main.domain(of: number)))
            votes[domain &- segment.discontinuitySequence, default: 0] += 1
        }
        let known = votes[0] ?? 0
        // The numbers are shifted only if more than twice as many segments agree with the variant
        // stream after the shift as before it. If many segments already agree, the other segments
        // differ only because positions are inexact.
        guard let best = votes.max(by: { ($0.value, -$0.key) < ($1.value, -$1.key) }),
            best.value > known * 2
        else { return }
        shift = best.key
    }

    /// Carries the discontinuity domains over to a newer version of the playlist.
    ///
    /// - Parameters:
    ///   - newer: The newer version.
    ///   - older: The previous version.
    ///   - added: The index of the first new segment in the newer version.
    mutating func follow(_ newer: MediaPlaylist, after older: MediaPlaylist, added: Int) {
        guard let last = older.segments.last else { return }
        let known = domain(of: last)
        if added > 0, added <= newer.segments.count {
            shift = known &- newer.segments[added - 1].discontinuitySequence
        } else if added == 0, let first = newer.segments.first, domain(of: first) < known {
            let next = first.startsDiscontinuity ? known &+ 1 : known
            shift = next &- first.discontinuitySequence
        }
    }
}
