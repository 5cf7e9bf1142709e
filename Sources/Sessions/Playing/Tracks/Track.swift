package import Containers
import Playlists
package import Presentation
package import VirtualTime

/// One track of a session: the stretch that is ready for the playhead, and what comes next.
///
/// A track is fetched one segment after another, from where the playhead was put. The stretch that
/// is ready has no holes: segments that are declared absent, or that playback continues without,
/// belong to it.
package struct Track {
    /// The name of a track in its session; no two tracks of a session have the same.
    package typealias Number = Int

    /// The tracks that a session fetches on their own.
    package enum Role: String, Sendable {
        /// The variant stream: video, and audio where that is not a rendition of its own.
        case main
        /// An audio rendition.
        case audio
        /// A subtitles rendition.
        case subtitles

        /// Whether the playhead waits for it.
        package var blocksPlayhead: Bool { self != .subtitles }
    }

    package let number: Number
    package let role: Role
    package private(set) var media: RenditionMedia
    /// The number from which the next segment is taken.
    package private(set) var next: SegmentNumber
    /// Whether it waits for something to arrive.
    package private(set) var isBusy = false
    /// The reason nothing more can be obtained; `nil` while something can.
    package private(set) var failure: SessionError?
    /// The position at which another track takes over; `nil` when none does.
    package private(set) var end: MediaTime?
    private var start = MediaTime.zero
    private var last: KeptSegment?
    /// The segment that was requested once more when the playhead had come to it.
    private var lastTry: SegmentNumber?
    private var hasAbandonedWork = false

    package init(number: Number, role: Role, media: RenditionMedia) {
        self.number = number
        self.role = role
        self.media = media
        next = media.timeline.first
    }

    // MARK: Questions

    /// Whether everything up to the end of the track is ready.
    package var isAtEnd: Bool {
        if isBusy { return false }
        if let end, resolvedEnd >= end - TrackTimeline.tolerance { return true }
        return next >= media.bounds.next && !media.mayGrow
    }

    /// Whether the next segment cannot be requested before the playlist changes or the playhead is put
    /// elsewhere: it is not listed yet, it has left a live playlist, or that is too old.
    ///
    /// The playhead does not wait for subtitles, so they continue with what is listed.
    package var awaitsPlaylist: Bool {
        if media.isOutdated { return true }
        return next >= media.bounds.next
            ? media.mayGrow
            : role.blocksPlayhead && media.hasExpired(next)
                && hole.interval.length > TrackTimeline.tolerance
    }

    /// Whether the next segment should be requested.
    package var wantsMore: Bool { !isBusy && failure == nil && !isAtEnd && !awaitsPlaylist }

    /// Whether something has been resolved since the playhead was put here.
    package var hasResolved: Bool { last != nil || isAtEnd }

    /// Whether a viewer misses what the track does not have ready.
    ///
    /// A text track that was just selected counts from its first text on, because a player shows it when
    /// it is there. A broadcast that has not listed the text yet makes the viewer wait.
    package var isMissed: Bool {
        hasResolved || !isBusy && media.isFollowed && awaitsPlaylist
    }

    /// The position up to which the track is ready.
    package var resolvedEnd: MediaTime {
        guard let last else { return start }
        return max(start, last.interval.upperBound)
    }

    /// Whether another request for what could not be obtained has not been made yet.
    var mayBeAskedAgain: Bool { lastTry != next }

    /// Whether a position is in the stretch that is ready.
    package func holds(_ position: MediaTime) -> Bool {
        last != nil && start <= position && (position < resolvedEnd || isAtEnd)
    }

    /// Returns the distance of the track from the promise of its playlist, at a position.
    func shift(at position: MediaTime) -> MediaTime {
        let timeline = media.timeline
        guard let number = timeline.number(at: position) else { return timeline.shift }
        return timeline.interval(of: number).lowerBound
            - timeline.promisedInterval(of: number).lowerBound
    }

    // MARK: Requests

    /// Waits for a request, for media or for what media needs first.
    package mutating func begin() { isBusy = true }

    /// Ends the wait for a request.
    package mutating func receive() { isBusy = false }

    /// Abandons what is under way, and what has arrived and was never placed.
    package mutating func release() {
        isBusy = false
        hasAbandonedWork = true
    }

    /// Returns whether work was abandoned since the last call.
    mutating func takeAbandonment() -> Bool {
        defer { hasAbandonedWork = false }
        return hasAbandonedWork
    }

    /// Ends the track where it is ready to, because nothing more can be obtained.
    ///
    /// The playhead still plays the ready part to its end, as in other players.
    package mutating func fail(_ error: SessionError) {
        release()
        failure = error
    }

    /// Requests once more what could not be obtained.
    package mutating func askAgain() {
        failure = nil
        lastTry = next
    }

    // MARK: Places

    /// Goes to a position, and forgets what was ready unless the position is in it.
    package mutating func seek(to position: MediaTime) {
        if holds(position) { return }
        release()
        failure = nil
        lastTry = nil
        last = nil
        // The start of the media is its first segment, even where its playlist promises nothing.
        let timeline = media.timeline
        next = position <= .zero ? timeline.first : timeline.number(at: position) ?? timeline.next
        // The segments of a hole are never obtained.
        if media.isFollowed, next < timeline.next {
            next = timeline.segment(from: next) ?? timeline.next
        }
        start =
            next < timeline.next ? min(position, timeline.interval(of: next).lowerBound) : position
    }

    /// Takes over from another track at a position, and has nothing before it.
    package mutating func start(at position: MediaTime) {
        seek(to: position)
        start = position
    }

    /// Lets another track take over at a position; `nil` lets none.
    mutating func end(at position: MediaTime?) { end = position }

    /// Goes back when the first segment after a seek, or of another rendition, turns out to start
    /// after the place where it is needed.
    ///
    /// Until then that place was looked for where the playlist promised it. Later segments start where
    /// the one before them ends.
    ///
    /// - Parameter position: The place sought.
    /// - Returns: Whether another segment is to be fetched first.
    package mutating func goesBack(for position: MediaTime) -> Bool {
        let timeline = media.timeline
        let place = last == nil ? max(position, start) : resolvedEnd
        guard role.blocksPlayhead, let previous = timeline.segment(before: next),
            timeline.domain(of: next) == timeline.domain(of: previous),
            timeline.interval(of: next).lowerBound > place + TrackTimeline.tolerance
        else { return false }
        release()
        next = min(timeline.number(at: place) ?? timeline.first, previous)
        return true
    }

    /// Adds the next segment to the stretch that is ready, or the hole in its place.
    package mutating func resolveNext() {
        isBusy = false
        last = KeptSegment(next, of: media)
        let timeline = media.timeline
        next =
            timeline.contains(next)
            ? next.advanced(by: 1) : timeline.segment(from: next) ?? timeline.next
    }

    /// Continues with another rendition of the track from where this one ends.
    package mutating func adopt(_ other: RenditionMedia) {
        let time: MediaTime
        if let last, other.isFollowed {
            // A live rendition is placed by its dates or numbers.
            time = last.interval.upperBound
        } else if let last {
            time = last.promise.upperBound
            other.timeline.shift = last.interval.upperBound - time
        } else {
            time = start
        }
        let timeline = other.timeline
        // A boundary that is off by a rounding still counts as the same boundary, and where more
        // was promised here than there, the last segment is looked at.
        next =
            isAtEnd
            ? timeline.next
            : min(
                timeline.promisedNumber(at: time + TrackTimeline.tolerance),
                other.mayGrow ? timeline.next : timeline.last ?? timeline.first)
        release()
        media = other
    }
}

// MARK: - The next segment

extension Track {
    /// The way in which the next segment of a track is obtained.
    package enum Supply: Equatable {
        /// The playlist declares it absent.
        case gap
        /// The playlist is believed, and nothing is read.
        case promise
        /// It is requested.
        case request(ListedSegment)
        /// It is not listed: a hole of the timeline is in its place.
        case hole
        /// It cannot be obtained.
        case refusal(SessionError)
    }

    /// Decides how the next segment is obtained.
    ///
    /// - Parameters:
    ///   - level: The depth of reading.
    ///   - readsSubtitlesAlone: Whether the playlists of all other tracks are believed.
    ///   - decrypts: Whether something may decrypt a segment with keys.
    /// - Returns: The action to perform.
    package func supply(
        at level: VerificationLevel, readsSubtitlesAlone: Bool, decrypts: Bool
    ) -> Supply {
        guard let listed = media.listed(next) else { return .hole }
        let segment = listed.segment
        if segment.isGap { return .gap }
        // Pieces of a single file are there where its index did not keep its promises.
        if level == .playlist, media.chunks == nil { return .promise }
        if readsSubtitlesAlone, role != .subtitles { return .promise }
        if !decrypts, let key = segment.keys.first {
            return .refusal(
                .encrypted(method: key.method.rawValue, url: media.location(of: segment)))
        }
        return .request(listed)
    }
}
