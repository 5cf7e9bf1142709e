package import Containers
import Playlists
package import Presentation
package import VirtualTime

/// One track of a session: the media that is ready for the playhead, and the next segment.
///
/// A track is fetched segment by segment from the position of the playhead. The ready media is
/// continuous: segments that are declared absent and segments that playback skips also count as
/// ready.
package struct Track {
    /// The number that identifies a track; each track of a session has a different number.
    package typealias Number = Int

    /// The kinds of tracks that a session fetches separately.
    package enum Role: String, Sendable {
        /// The variant stream: video, and audio unless it is a separate rendition.
        case main
        /// An audio rendition.
        case audio
        /// A subtitles rendition.
        case subtitles

        /// Whether the playhead waits for the media of a track with this role.
        package var blocksPlayhead: Bool { self != .subtitles }
    }

    package let number: Number
    package let role: Role
    package private(set) var media: RenditionMedia
    /// The number of the next segment, or of the first missing segment if a hole comes next.
    package private(set) var next: SegmentNumber
    /// Whether the track waits for the result of a request, or for the delay before a request.
    package private(set) var isBusy = false
    /// The reason why nothing more can be obtained; `nil` while more can be obtained.
    package private(set) var failure: SessionError?
    /// The position at which another track replaces this track; `nil` when no track does.
    package private(set) var end: MediaTime?
    /// The number of leading parts of the next segment that were obtained or skipped.
    package private(set) var part = 0
    /// The number of segments obtained or skipped so far, including segments before a seek.
    package private(set) var arrived = 0
    /// The duration of the arrived part of the next segment, if that part can already be played.
    package var arriving = MediaTime.zero
    /// The segment or part that was requested last; `nil` before the first request.
    private(set) var requested: ListedSegment?
    /// The end of the obtained or skipped parts of the next segment; `nil` if there are none.
    private var partEnd: MediaTime?
    /// The total listed duration of the obtained or skipped parts of the next segment.
    private var partSum = MediaTime.zero
    private var start = MediaTime.zero
    private var last: KeptSegment?
    /// The segment for which the latest extra request was permitted.
    ///
    /// If a segment could not be obtained, a second request follows when the playhead reaches it.
    /// The value is `nil` if no extra request was permitted since a seek.
    private var lastTry: SegmentNumber?
    private var hasAbandonedWork = false

    package init(number: Number, role: Role, media: RenditionMedia) {
        self.number = number
        self.role = role
        self.media = media
        next = media.timeline.first
    }

    // MARK: State

    /// Whether the track needs no further media up to its end.
    package var isAtEnd: Bool {
        if isBusy { return false }
        if let end, resolvedEnd >= end - TrackTimeline.tolerance { return true }
        if next == media.open, !media.mayGrow, part >= media.parts(of: next).count { return true }
        return next >= media.bounds.next && !media.mayGrow
    }

    /// Whether the next segment cannot be requested yet.
    ///
    /// The reason is that the segment is not listed yet or has left a live playlist, or that the
    /// playlist is too old. The playlist must then change first, or the playhead must move.
    /// Subtitles whose next segment has left the playlist continue with the listed segments,
    /// because the playhead does not wait for them.
    package var awaitsPlaylist: Bool {
        if media.isOutdated { return true }
        if next == media.open { return media.mayGrow && part >= media.parts(of: next).count }
        return next >= media.bounds.next
            ? media.mayGrow
            : role.blocksPlayhead && media.hasExpired(next)
                && hole.interval.length > TrackTimeline.tolerance
    }

    /// Whether the next segment should be requested.
    package var wantsMore: Bool { !isBusy && failure == nil && !isAtEnd && !awaitsPlaylist }

    /// Whether the track has obtained or skipped media since the last seek, or is at its end.
    package var hasResolved: Bool { last != nil || partEnd != nil || isAtEnd }

    /// Whether a viewer notices when the track has no more media for the playhead.
    ///
    /// For subtitles that were just selected, the value is `false` until their first text arrives:
    /// a player shows that text as soon as it arrives. The value is `true`, however, if the
    /// playlist of a broadcast does not list the text yet, because the viewer then has to wait for
    /// the text.
    package var isMissed: Bool {
        hasResolved || !isBusy && media.isFollowed && awaitsPlaylist
    }

    /// The position before which the track needs no further media.
    package var resolvedEnd: MediaTime {
        if let partEnd { return max(start, partEnd) }
        guard let last else { return start }
        return max(start, last.interval.upperBound)
    }

    /// The interval of the media that the track holds, including segments that playback skips.
    var stretch: Range<MediaTime> { min(start, resolvedEnd)..<resolvedEnd }

    /// The start of the segment that was added last; `nil` if none was added since a seek.
    var lastStart: MediaTime? { last?.interval.lowerBound }

    /// Whether one more request for the media that could not be obtained is permitted.
    var mayBeAskedAgain: Bool { lastTry != next }

    /// Returns the position up to which the playhead may move in the track's media.
    ///
    /// - Parameter rule: The amount of media at the end that cannot be played until the next
    ///   segment arrives.
    /// - Returns: The position. It is after ``resolvedEnd`` only if the arrived part of the next
    ///   segment can already be played.
    func playableEnd(_ rule: WithheldEnd) -> MediaTime {
        if failure != nil || isAtEnd { return resolvedEnd }
        return max(start, resolvedEnd + arriving - rule.length(inFragments: hasFragments))
    }

    /// Whether the track has an initialization section, so that its segments are movie fragments.
    var hasFragments: Bool { media.playlist.segments.first?.initializationSection != nil }

    /// Continues another track's count of segments if that count is higher.
    mutating func continueCount(of other: Track) { arrived = max(arrived, other.arrived) }

    /// Returns whether the obtained or skipped media of the track contains a position.
    package func holds(_ position: MediaTime) -> Bool {
        (last != nil || partEnd != nil) && start <= position
            && (position < resolvedEnd || isAtEnd)
    }

    /// Returns the shift of the media at a position, relative to the durations in the playlist.
    func shift(at position: MediaTime) -> MediaTime {
        let timeline = media.timeline
        guard let number = timeline.number(at: position) else { return timeline.shift }
        return timeline.interval(of: number).lowerBound
            - timeline.promisedInterval(of: number).lowerBound
    }

    // MARK: Requests

    /// Marks the track as waiting for media, or for a resource that the media needs first.
    package mutating func begin() { isBusy = true }

    /// Marks the track as waiting for a segment or part, or for a resource that is needed first.
    mutating func begin(_ listed: ListedSegment) {
        isBusy = true
        requested = listed
    }

    /// Starts the wait that precedes a further request for a segment that could not be obtained.
    ///
    /// - Parameters:
    ///   - repetition: The request.
    ///   - error: The error with which playback fails if it needs the segment before the request is
    ///     made.
    mutating func wait(for repetition: RecoveryPolicy.Repetition, after error: SessionError) {
        if repetition.needsMedia { fail(error) } else { isBusy = true }
    }

    /// Ends the wait for the result of a request.
    package mutating func receive() {
        isBusy = false
        arriving = .zero
    }

    /// Abandons the requests in progress, and received media that was not yet added to the track.
    package mutating func release() {
        isBusy = false
        arriving = .zero
        hasAbandonedWork = true
    }

    /// Returns whether requests or received media were abandoned since the last call.
    mutating func takeAbandonment() -> Bool {
        defer { hasAbandonedWork = false }
        return hasAbandonedWork
    }

    /// Ends the track after the media that it has, because nothing more can be obtained.
    ///
    /// The playhead still plays this media to its end, as in other players.
    package mutating func fail(_ error: SessionError) {
        release()
        failure = error
    }

    /// Permits one more request for the media that could not be obtained.
    package mutating func askAgain() {
        failure = nil
        lastTry = next
    }

    // MARK: Positions

    /// Removes the track's media before a position.
    mutating func removeMedia(before position: MediaTime) {
        start = max(start, min(position, resolvedEnd))
    }

    /// Moves to a position, and removes the track's media unless it contains the position.
    package mutating func seek(to position: MediaTime) {
        if holds(position) { return }
        release()
        failure = nil
        lastTry = nil
        last = nil
        partEnd = nil
        partSum = .zero
        // For the start of the presentation, the first segment is used even if the playlist
        // declares a duration of zero for it.
        let timeline = media.timeline
        next = position <= .zero ? timeline.first : timeline.number(at: position) ?? timeline.next
        // Segments in a hole can never be obtained, so the next listed segment is used.
        if media.isFollowed, next < timeline.next {
            next = timeline.segment(from: next) ?? timeline.next
        }
        goToPart(at: position)
        start =
            next < timeline.next
            ? min(position, timeline.interval(of: next).lowerBound + partOffset) : position
    }

    /// The position of the next segment or part.
    var nextStart: MediaTime { media.timeline.interval(of: next).lowerBound + partOffset }

    /// The offset of the next part in the next segment: the total duration of the parts before it.
    ///
    /// The playlist states the durations.
    private var partOffset: MediaTime {
        part == 0 ? .zero : media.parts(of: next).prefix(part).reduce(.zero) { $0 + $1.duration }
    }

    /// Chooses the part of the next segment from which playback at a position can begin.
    private mutating func goToPart(at position: MediaTime) {
        part = 0
        guard media.loadsParts else { return }
        // A position at the end of the last listed part belongs to the segment that is still
        // growing.
        if let open = media.open, next > open { next = open }
        part = media.firstPart(at: position, of: next)
    }

    /// Starts the track at a position, where it replaces another track.
    package mutating func start(at position: MediaTime) {
        seek(to: position)
        start = position
    }

    /// Sets the position at which another track replaces this track; `nil` when no track does.
    mutating func end(at position: MediaTime?) { end = position }

    /// Moves back to an earlier segment if the next segment starts after the required position.
    ///
    /// The first segment after a seek may start too late, and so may the first segment of another
    /// rendition, because both are chosen by the durations that the playlist states. Each later
    /// segment starts at the end of the previous segment.
    ///
    /// - Parameter position: The required position.
    /// - Returns: Whether the track moved back, so that an earlier segment is fetched first.
    package mutating func goesBack(for position: MediaTime) -> Bool {
        let timeline = media.timeline
        let place = last == nil ? max(position, start) : resolvedEnd
        guard role.blocksPlayhead, part == 0, let previous = timeline.segment(before: next),
            timeline.domain(of: next) == timeline.domain(of: previous),
            timeline.interval(of: next).lowerBound > place + TrackTimeline.tolerance
        else { return false }
        release()
        next = min(timeline.number(at: place) ?? timeline.first, previous)
        return true
    }

    /// Adds the next segment, or the hole in its place, to the media ready for the playhead.
    package mutating func resolveNext() {
        isBusy = false
        arriving = .zero
        arrived += 1
        part = 0
        partEnd = nil
        partSum = .zero
        last = KeptSegment(next, of: media)
        next = media.inspectTimeline { [next] in
            $0.contains(next) ? next.advanced(by: 1) : $0.segment(from: next) ?? $0.next
        }
    }

    /// Adds the next segment, or its next part, to the media that is ready for the playhead.
    ///
    /// - Parameter listed: The part that was obtained, or that playback skips; `nil` for the whole
    ///   segment.
    mutating func resolve(_ listed: ListedSegment?) {
        guard let listed, let place = listed.part, listed.number == next else {
            return resolveNext()
        }
        isBusy = false
        part = place.index + 1
        partEnd = max(resolvedEnd, media.interval(of: listed).upperBound)
        partSum = place.offset + listed.segment.duration
        if isSegmentComplete { resolveNext() }
    }

    /// Adds the media of the latest request to the media that is ready for the playhead.
    mutating func resolveRequested() {
        resolve(requestedNext)
    }

    /// The segment or part of the latest request, if the track needs it next; `nil` otherwise.
    var requestedNext: ListedSegment? {
        guard let requested, requested.number == next else { return nil }
        return (requested.part?.index ?? 0) == part || requested.part == nil ? requested : nil
    }

    /// The interval of `requestedNext`, or of the whole next segment if `requestedNext` is `nil`.
    var requestedInterval: Range<MediaTime> {
        requestedNext.map(media.interval(of:)) ?? media.timeline.interval(of: next)
    }

    /// Returns the part that the playlist announces, if the track waits for it; `nil` otherwise.
    ///
    /// - Parameter goal: The position up to which the track should have media.
    /// - Returns: The part.
    func hint(below goal: MediaTime) -> ListedSegment? {
        guard !isBusy, failure == nil, !isAtEnd, awaitsPlaylist, !media.isOutdated,
            resolvedEnd < goal
        else { return nil }
        return media.hint(part, of: next)
    }

    /// Whether the track has all parts of the next segment, and the segment is listed as a whole.
    ///
    /// While the playlist lists the parts, their number is compared with the number of parts that
    /// the track has. Afterwards, the total duration of the track's parts is compared with the
    /// duration of the segment.
    private var isSegmentComplete: Bool {
        guard part > 0, next != media.open, let segment = media.segment(next) else { return false }
        guard segment.parts.isEmpty else { return part >= segment.parts.count }
        // The parts are counted as the whole segment only if no part is missing. The last part may
        // be short, and fetching the segment twice is better than losing its end.
        return partSum >= segment.duration - .milliseconds(1)
    }

    /// Continues the track with another rendition, from the end of the media that the track has.
    package mutating func adopt(_ other: RenditionMedia) {
        let time: MediaTime
        if let partEnd, other.isFollowed {
            time = partEnd
        } else if let last, other.isFollowed {
            // The timeline of a live rendition needs no shift, because dates or media sequence
            // numbers determine its position.
            time = last.interval.upperBound
        } else if let last {
            time = last.promise.upperBound
            let shift = last.interval.upperBound - time
            other.changeTimeline { $0.shift = shift }
        } else {
            time = start
        }
        let timeline = other.timeline
        // Boundaries that differ only by rounding count as equal. If the new rendition is shorter
        // than the current one according to their playlists, the track continues with the last
        // segment of the new rendition.
        next =
            isAtEnd
            ? timeline.next
            : min(
                timeline.promisedNumber(at: time + TrackTimeline.tolerance),
                other.mayGrow ? timeline.next : timeline.last ?? timeline.first)
        release()
        media = other
        goToPart(at: time + TrackTimeline.tolerance)
    }
}

// MARK: - The next segment

extension Track {
    /// The way in which the next segment of a track is obtained.
    package enum Supply: Equatable {
        /// The playlist declares the segment absent.
        case gap(ListedSegment)
        /// The durations in the playlist are used, and no media is read.
        ///
        /// `part` is `nil` for a whole segment, so that the playlist entry of the segment is not
        /// copied.
        case promise(SegmentNumber, part: ListedSegment?)
        /// The segment is requested.
        case request(ListedSegment)
        /// The track has all parts of the segment.
        case complete
        /// The segment is not listed: a hole in the timeline takes its place.
        case hole
        /// The segment cannot be obtained.
        case refusal(SessionError)
    }

    /// Decides how the next segment is obtained.
    ///
    /// - Parameters:
    ///   - level: The depth of reading.
    ///   - isForSubtitles: Whether only subtitles are read. For any other track, the durations in
    ///     the playlist are then used, and no media is read.
    ///   - decrypts: Whether encrypted segments can be requested, because a transform may decrypt
    ///     them.
    /// - Returns: The action to perform.
    package func supply(
        at level: VerificationLevel, isForSubtitles: Bool, decrypts: Bool
    ) -> Supply {
        if isSegmentComplete { return .complete }
        // A single file is read completely before it is divided into pieces. Its pieces are
        // therefore used even at the level `playlist`.
        let isTrusted =
            level == .playlist && media.chunks == nil || isForSubtitles && role != .subtitles
        if isTrusted, part == 0, next != media.open, media.isGap(next) == false {
            return .promise(next, part: nil)
        }
        guard let listed = nextListed else { return .hole }
        let segment = listed.segment
        if segment.isGap { return .gap(listed) }
        if isTrusted { return .promise(next, part: listed) }
        if !decrypts, let key = segment.keys.first {
            return .refusal(
                .encrypted(method: key.method.rawValue, url: media.location(of: segment)))
        }
        return .request(listed)
    }

    /// The next segment or part; `nil` if it is not listed.
    ///
    /// A segment that is listed completely is requested as a whole, unless the track already has
    /// some of its parts. A segment whose parts are no longer listed is also requested as a whole:
    /// loading media twice is better than losing it.
    private var nextListed: ListedSegment? {
        if next == media.open || part > 0, let listed = media.part(part, of: next) { return listed }
        return media.listed(next)
    }
}
