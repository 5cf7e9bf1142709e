import Containers
import Presentation
package import VirtualTime

/// The tracks of a session: the current tracks with their ready media, and their replacements.
///
/// The set is a value that has no clock and makes no requests. Every change of a track goes through
/// the set, so that the readiness of the tracks is computed once for each change, and not for each
/// query.
package struct TrackSet {
    /// The tracks that are played: the variant stream, audio, subtitles.
    package private(set) var tracks: [Track] = []
    /// The audio that will replace the playing audio; `nil` when there is none.
    ///
    /// The new audio is played as soon as enough of it is ready.
    package var joining: Track? { waitingAudio.first }
    /// The audio that will replace the playing audio, in a list of at most one track.
    ///
    /// An optional track in place of the list would make each copy of the set large.
    private var waitingAudio: [Track] = []
    /// The subtitles that were deselected last; `nil` when there are none.
    ///
    /// The ledger still counts these subtitles.
    package private(set) var retiredSubtitles: Track?
    /// The state of the selected subtitles while they have no track.
    package private(set) var absentSubtitles = AbsentSubtitles.none
    /// Whether media that cannot be obtained now may become available later.
    ///
    /// It may become available when a download progresses or when a network returns.
    private let mayComeElsewhere: Bool
    /// The length of the media at a segment's end that is withheld until the next segment arrives.
    private let withheld: WithheldEnd
    /// Whether renditions request no media beyond the end of the variant stream's obtained media.
    private let keepsPace: Bool
    private var count = 0
    private var abandoned: [Track.Number] = []
    private var summary = Summary()
    private var isReadinessTaken = false

    /// The values that follow from the states of all tracks.
    fileprivate struct Summary {
        var readiness = TrackReadiness()
        /// The states of the tracks that play.
        var standings: [TrackStanding] = []
        /// The state of the audio that will replace the playing audio; `nil` when there is none.
        var joining: TrackStanding?
        /// For each track that needs a request, the end position of its ready media; ascending.
        var wanting: [MediaTime] = []
        /// For each track that can obtain no more media, the end position of its ready media.
        var dead: [MediaTime] = []
        /// The revision of the playlists when the summary was made; `nil` once a track has changed.
        var revision: Int?
    }

    /// Creates a set without tracks.
    ///
    /// - Parameters:
    ///   - mayComeElsewhere: Whether unavailable media may become available later, when a download
    ///     progresses or when a network returns.
    ///   - policy: The policy, of which the set uses ``PlaybackPolicy/withheld`` and
    ///     ``RequestRules/keepsPace``.
    package init(mayComeElsewhere: Bool = false, policy: PlaybackPolicy = PlaybackPolicy()) {
        self.mayComeElsewhere = mayComeElsewhere
        withheld = policy.withheld
        keepsPace = policy.requests.keepsPace
    }

    // MARK: Tracks

    /// The track of the variant stream; `nil` before the asset is loaded.
    package var main: Track? { tracks.first }

    /// The number of the variant stream's track; `nil` before the asset is loaded.
    package var mainNumber: Track.Number? { tracks.isEmpty ? nil : tracks[0].number }

    /// The audio rendition that plays; `nil` when the variant stream itself has the audio.
    package var audio: Track? { tracks.first { $0.role == .audio } }

    package var isEmpty: Bool { tracks.isEmpty }

    /// The numbers of all tracks, including audio that will replace the current audio.
    package var numbers: [Track.Number] {
        tracks.map(\.number) + waitingAudio.map(\.number)
    }

    /// The renditions of all tracks, the variant stream first.
    var media: [RenditionMedia] {
        // The closure gets an index, since a track that is passed to a closure is copied.
        let waiting = waitingAudio.indices.map { waitingAudio[$0].media }
        return tracks.indices.map { tracks[$0].media } + waiting
    }

    /// Returns whether a track is the audio that will replace the playing audio.
    func isJoining(_ number: Track.Number) -> Bool {
        waitingAudio.contains { $0.number == number }
    }

    /// The track with a number; `nil` after the track was removed.
    package subscript(number: Track.Number) -> Track? {
        tracks.first { $0.number == number } ?? waitingAudio.first { $0.number == number }
    }

    /// Changes a track.
    ///
    /// - Returns: The result of the change; `nil` when the track no longer exists.
    @discardableResult
    package mutating func update<Answer>(
        _ number: Track.Number, _ change: (inout Track) -> Answer
    ) -> Answer? {
        summary.revision = nil
        if let place = tracks.firstIndex(where: { $0.number == number }) {
            let answer = change(&tracks[place])
            if tracks[place].takeAbandonment() { abandoned.append(number) }
            return answer
        }
        guard let place = waitingAudio.firstIndex(where: { $0.number == number }) else {
            return nil
        }
        let answer = change(&waitingAudio[place])
        if waitingAudio[place].takeAbandonment() { abandoned.append(number) }
        return answer
    }

    /// Returns the tracks whose work was abandoned since the last call, including removed tracks.
    package mutating func takeAbandoned() -> [Track.Number] {
        var taken: [Track.Number] = []
        swap(&taken, &abandoned)
        return taken
    }

    /// Removes all tracks, because the source is loaded again.
    package mutating func removeAll() {
        abandoned += numbers
        tracks = []
        waitingAudio = []
        absentSubtitles = .none
        summary.revision = nil
    }

    /// Creates the tracks of an asset that was loaded.
    package mutating func load(
        main: RenditionMedia, audio: RenditionMedia?, subtitles: RenditionMedia?
    ) {
        tracks = [make(.main, main)]
        if let audio { tracks.append(make(.audio, audio)) }
        if let subtitles { tracks.append(make(.subtitles, subtitles)) }
        summary.revision = nil
    }

    /// Permits one more request for media that could not be obtained for a track.
    ///
    /// - Parameter place: The index of the track.
    mutating func askAgain(trackAt place: Int) {
        update(tracks[place].number) { $0.askAgain() }
    }

    /// Moves every track to a position, as a seek does.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - former: The position of the playhead before the seek.
    ///   - rules: The rules for the media that stays in the buffer.
    mutating func seek(to position: MediaTime, from former: MediaTime, _ rules: SeekRules) {
        if let backBuffer = rules.backBuffer {
            for number in numbers { update(number) { $0.removeMedia(before: former - backBuffer) } }
        }
        seek(to: position)
    }

    /// Moves every track to a position.
    package mutating func seek(to position: MediaTime) {
        dropReplacedAudio(at: position)
        for number in numbers { update(number) { $0.seek(to: position) } }
    }

    /// Abandons the requests of every track, and received media that was not yet added to a track.
    package mutating func release() {
        for number in numbers { update(number) { $0.release() } }
    }

    /// Inserts a track: audio after the variant stream, subtitles at the end.
    mutating func insert(_ track: Track) {
        var track = track
        if track.role.blocksPlayhead, let main { track.continueCount(of: main) }
        tracks.insert(track, at: track.role == .audio ? min(1, tracks.count) : tracks.count)
        summary.revision = nil
    }

    /// Removes the playing tracks with a role.
    mutating func remove(_ role: Track.Role) {
        for track in tracks where track.role == role { abandoned.append(track.number) }
        tracks.removeAll { $0.role == role }
        summary.revision = nil
    }

    /// Prepares audio that will replace the playing audio; `nil` abandons the prepared audio.
    mutating func prepare(_ track: Track?) {
        abandoned += waitingAudio.map(\.number)
        waitingAudio = track.map { [$0] } ?? []
        summary.revision = nil
    }

    /// Removes and returns the audio that will replace the playing audio, for insertion.
    mutating func takeJoining() -> Track? { waitingAudio.popLast() }

    /// Creates a track without media.
    mutating func make(_ role: Track.Role, _ media: RenditionMedia) -> Track {
        defer { count += 1 }
        return Track(number: count, role: role, media: media)
    }

    /// Returns the segments of a rendition that are ready or being loaded.
    ///
    /// Segments before the segment at the position are not included.
    ///
    /// - Returns: The segments; `nil` when no track plays the rendition, or there are no such
    ///   segments.
    func readySegments(of media: RenditionMedia, from position: MediaTime) -> Range<SegmentNumber>?
    {
        // Only the track that is found is copied.
        let place = tracks.indices.first { tracks[$0].media === media }
        guard let track = place.map({ tracks[$0] }) ?? joining, track.media === media,
            let first = media.timeline.number(at: position)
        else { return nil }
        // The result includes the segment that is being loaded.
        let end = track.isBusy || track.part > 0 ? track.next.advanced(by: 1) : track.next
        return first < end ? first..<end : nil
    }

    // MARK: Subtitles

    /// Removes the playing subtitles, because other subtitles or none are selected.
    ///
    /// - Parameter absent: The state of the newly selected subtitles.
    package mutating func retireSubtitles(_ absent: AbsentSubtitles) {
        if let old = tracks.first(where: { $0.role == .subtitles }) { retiredSubtitles = old }
        absentSubtitles = absent
        remove(.subtitles)
    }

    /// Plays subtitles from a position.
    package mutating func addSubtitles(_ media: RenditionMedia, at position: MediaTime) {
        var track = make(.subtitles, media)
        track.seek(to: position)
        _ = track.takeAbandonment()
        retiredSubtitles = nil
        absentSubtitles = .none
        insert(track)
    }

    // MARK: Readiness

    /// The tracks whose complete media the ledger expects.
    ///
    /// They include the subtitles that were deselected last, but no audio that the variant stream
    /// will replace.
    package var lasting: [Track] {
        (tracks + (retiredSubtitles.map { [$0] } ?? [])).filter { $0.end == nil }
    }

    /// The presently known end of the presentation.
    package var presentationEnd: MediaTime { standings.presentationEnd }

    /// The position up to which media is ready in every track for which the playhead waits.
    package var resolvedEnd: MediaTime { standings.resolvedEnd }

    /// Returns the position before which a track needs no further media; `nil` if it was removed.
    package mutating func resolvedEnd(of number: Track.Number) -> MediaTime? {
        summarize()
        return summary.standings.first { $0.number == number }?.resolvedEnd
            ?? (summary.joining?.number == number ? summary.joining?.resolvedEnd : nil)
    }

    private var standings: [TrackStanding] {
        tracks.map { track in
            var track = track
            return TrackStanding(of: &track, withheld)
        }
    }

    /// Whether another rendition or the variant stream will replace the playing audio.
    var mayChangeAudio: Bool {
        !waitingAudio.isEmpty || tracks.indices.contains { tracks[$0].end != nil }
    }

    /// Whether the segments of the variant stream are movie fragments.
    var hasFragments: Bool { tracks.first?.hasFragments ?? false }

    /// Returns the smallest lead among the tracks for which the playhead waits.
    ///
    /// The lead is the duration of the ready media after a position. It determines whether requests
    /// pause, and for how long. Tracks that are ready up to their ends are ignored. If no track
    /// remains, the result is `nil`. The result is also `nil` if one of the remaining tracks has
    /// failed, is not ready up to the goal, or waits for media or for a change of its playlist.
    ///
    /// - Parameters:
    ///   - goal: The position up to which tracks should be ready.
    ///   - playhead: The position of the playhead.
    ///   - ahead: The position up to which decoders would have read if they had not waited for
    ///     media.
    ///   - rules: The rules for the lead. They determine the position from which the lead is
    ///     measured, and the amount of media at the end of a segment that the lead excludes.
    /// - Returns: The lead; `nil` in the cases above.
    package func restingLead(
        below goal: MediaTime, from playhead: MediaTime, ahead: MediaTime, rules: RefillRules
    ) -> MediaTime? {
        var least: MediaTime?
        for place in tracks.indices where tracks[place].role.blocksPlayhead {
            if tracks[place].isAtEnd { continue }
            guard !tracks[place].isBusy, tracks[place].failure == nil,
                !tracks[place].awaitsPlaylist, tracks[place].resolvedEnd >= goal
            else { return nil }
            let end =
                tracks[place].resolvedEnd
                - rules.uncounted.length(inFragments: tracks[place].hasFragments)
            let position = rules.restingPosition(
                playhead: playhead, ahead: ahead, lastStart: tracks[place].lastStart)
            least = least.map { min($0, end - position) } ?? end - position
        }
        return least
    }

    /// The duration according to the playlists; zero before they are loaded.
    package var promisedDuration: MediaTime {
        tracks.lazy.filter(\.role.blocksPlayhead).map(\.media.timeline.promisedDuration).max()
            ?? .zero
    }

    /// Whether subtitles are selected and the session no longer waits for their first text.
    ///
    /// The wait ends once the text has arrived, is late or cannot be obtained.
    package var readsSubtitles: Bool {
        absentSubtitles == .lost
            || tracks.indices.contains { tracks[$0].role == .subtitles && tracks[$0].isMissed }
    }

    /// Returns the readiness of the tracks; `nil` when nothing has changed since the last call.
    package mutating func takeReadiness() -> TrackReadiness? {
        if isReadinessTaken, isSummaryCurrent { return nil }
        summarize()
        isReadinessTaken = true
        return summary.readiness
    }

    /// Returns the track to request media for: the first whose ready media ends before a goal.
    ///
    /// - Parameters:
    ///   - goal: The position up to which tracks should be ready.
    ///   - order: The order of the tracks; audio that will replace the current audio comes last.
    ///   - waiting: The tracks that cannot request media now.
    ///   - leavesMain: Whether the main track changes to another rendition before its next segment.
    /// - Returns: The track; `nil` when there is none.
    package mutating func next(
        below goal: MediaTime, in order: [Track.Role], besides waiting: [Track.Number] = [],
        leavesMain: Bool = false
    ) -> Track.Number? {
        summarize()
        if leavesMain, let main = summary.standings.stuckMain(besides: waiting) { return main }
        guard let lowest = summary.wanting.first, lowest < goal else { return nil }
        let pace = summary.standings.pace(isKept: keepsPace)
        func wants(_ track: TrackStanding) -> Bool {
            track.wantsMore && track.resolvedEnd < goal && track.resolvedEnd <= pace
                && !waiting.contains(track.number)
        }
        for role in order {
            for track in summary.standings where track.role == role && wants(track) {
                return track.number
            }
        }
        return summary.joining.flatMap { wants($0) ? $0.number : nil }
    }

    /// Returns the action that obtains the next segment of a track, without copying the track.
    ///
    /// - Returns: The action, and the role and the rendition of the track; `nil` when the track has
    ///   been removed, or does not need a segment.
    mutating func supply(
        of number: Track.Number, at level: VerificationLevel, isForSubtitles: Bool,
        decrypts: Bool
    ) -> (supply: Track.Supply, role: Track.Role, media: RenditionMedia)? {
        // The track is passed as `inout` although nothing changes it: as a value, it would be
        // copied.
        func supply(
            _ track: inout Track
        ) -> (supply: Track.Supply, role: Track.Role, media: RenditionMedia)? {
            guard track.wantsMore else { return nil }
            let supply = track.supply(
                at: level, isForSubtitles: isForSubtitles, decrypts: decrypts)
            return (supply, track.role, track.media)
        }
        if let place = tracks.firstIndex(where: { $0.number == number }) {
            return supply(&tracks[place])
        }
        guard let place = waitingAudio.firstIndex(where: { $0.number == number }) else {
            return nil
        }
        return supply(&waitingAudio[place])
    }

    /// Adds the needs of the tracks to the plan, which determines when the session next acts.
    package mutating func add(to plan: inout WakePlan) {
        summarize()
        for end in summary.wanting { plan.add(.media, readyUpTo: end) }
        for end in summary.dead { plan.add(.playhead, readyUpTo: end) }
    }

    /// Whether a track is about to be replaced or has failed.
    ///
    /// The session must then check the tracks even at times at which it usually only reports
    /// progress.
    package var isUnsettled: Bool {
        !waitingAudio.isEmpty
            || tracks.indices.contains { tracks[$0].end != nil || tracks[$0].failure != nil }
    }

    /// Whether the summary reflects all changes of the tracks and of their playlists.
    private var isSummaryCurrent: Bool { summary.revision.map { $0 == revision } ?? false }

    /// The sum of the revisions of all playlists; it never decreases while the tracks are the same.
    private var revision: Int {
        var sum = 0
        for place in waitingAudio.indices { sum += waitingAudio[place].media.revision }
        for place in tracks.indices { sum += tracks[place].media.revision }
        return sum
    }

    /// Brings the summary up to date.
    private mutating func summarize() {
        if isSummaryCurrent { return }
        isReadinessTaken = false
        summary.revision = revision
        summary.wanting.clear()
        summary.dead.clear()
        summary.standings.clear()
        for place in tracks.indices {
            summary.standings.append(TrackStanding(of: &tracks[place], withheld))
        }
        summary.joining = nil
        for place in waitingAudio.indices {
            summary.joining = TrackStanding(of: &waitingAudio[place], withheld)
        }
        let pace = summary.standings.pace(isKept: keepsPace)
        for track in summary.standings { summary.add(track, pace: pace) }
        if let joining = summary.joining { summary.add(joining, pace: pace) }
        summary.wanting.sort()
        summary.readiness = readiness
    }

    /// The readiness that follows from the states of the tracks.
    private var readiness: TrackReadiness {
        var readiness = TrackReadiness()
        readiness.isLoaded = !tracks.isEmpty
        readiness.hasStart = !tracks.isEmpty
        readiness.presentationEnd = summary.standings.presentationEnd
        readiness.readyEnd = summary.standings.playableEnd
        readiness.arrived = summary.standings.arrived
        readiness.subtitles = absentSubtitles.readiness
        readiness.averageSegment = summary.standings.first?.averageSegment ?? .zero
        for (place, track) in summary.standings.enumerated() {
            if track.hasFailed, let end = deadEnd(ofTrackAt: place) {
                readiness.deadEnds.append(end)
            }
            guard track.role.blocksPlayhead else {
                readiness.subtitles = max(
                    readiness.subtitles, track.isMissed ? .shown : .awaited)
                continue
            }
            if !track.isAtEnd { readiness.isReadyToEnd = false }
            if !track.hasStart { readiness.hasStart = false }
            if !track.isEndMeasured { readiness.isEndMeasured = false }
        }
        return readiness
    }

    private func deadEnd(ofTrackAt place: Int) -> TrackReadiness.DeadEnd? {
        let track = tracks[place]
        guard let error = track.failure else { return nil }
        return TrackReadiness.DeadEnd(
            position: track.resolvedEnd, track: place, error: error,
            mayBeAskedAgain: mayComeElsewhere && error.mayPass && track.mayBeAskedAgain)
    }
}

extension TrackSet.Summary {
    /// Adds the end of a track's ready media to `wanting` or `dead`.
    ///
    /// The end is added to `wanting` if the track needs a request, and to `dead` if the track has
    /// failed, so that no request is possible.
    fileprivate mutating func add(_ track: TrackStanding, pace: MediaTime) {
        if track.hasFailed {
            if !track.isBusy && !track.isAtEnd && !track.awaitsPlaylist {
                dead.append(track.resolvedEnd)
            }
        } else if track.wantsMore, track.resolvedEnd <= pace {
            wanting.append(track.resolvedEnd)
        }
    }
}
