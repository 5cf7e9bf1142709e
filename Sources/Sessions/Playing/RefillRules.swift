package import VirtualTime

/// The rules for request times that apply in addition to the size of the buffer.
package struct RefillRules: Equatable, Sendable {
    /// The amount of media after the playhead (the lead) at which paused requests resume.
    ///
    /// Requests pause when the buffer is full. The instant at which the lead will have fallen to
    /// this value is computed once, when the buffer is full. `nil` resumes requests as soon as the
    /// lead is below the goal of the buffer.
    package var askAgainAt: MediaTime?
    /// The distance that decoders read ahead of the playhead while media plays.
    ///
    /// The lead is measured from the position up to which the decoders have read.
    package var readAhead = MediaTime.zero
    /// The distance before the start of the next segment at which decoders wait for that segment.
    ///
    /// Until a segment arrives, decoders read the earlier media only up to this distance before the
    /// start of the segment. `nil` means that the lead does not depend on the newest segment. The
    /// distance affects only the lead at the start of a pause in requests, because requests pause
    /// when a segment has arrived.
    package var readAheadStops: MediaTime?
    /// The amount of media at the end of the last obtained segment that does not count as buffered.
    package var uncounted = WithheldEnd()

    /// Creates rules by which only the amount of media after the playhead determines request times.
    package init() {}

    /// Returns the position from which the buffered media is measured when requests pause.
    ///
    /// - Parameters:
    ///   - playhead: The position of the playhead.
    ///   - ahead: The position up to which decoders would have read if they had not waited for
    ///     media.
    ///   - lastStart: The start of the segment that arrived last; `nil` when there is none.
    /// - Returns: The position.
    package func restingPosition(
        playhead: MediaTime, ahead: MediaTime, lastStart: MediaTime?
    ) -> MediaTime {
        guard let readAheadStops, let lastStart else { return ahead }
        return min(ahead, max(playhead, lastStart - readAheadStops))
    }
}

/// A rest: a pause in the requests for media, which begins when the buffer is full.
package struct RefillRest: Equatable, Sendable {
    private let rules: RefillRules
    /// The instant at which the pause in requests ends; `nil` while requests are not paused.
    package private(set) var end: Instant?

    /// Creates a state in which requests are not paused.
    package init(_ rules: RefillRules) {
        self.rules = rules
    }

    /// Returns whether requests are paused at an instant.
    package mutating func rests(at now: Instant) -> Bool {
        guard let end, now < end else {
            end = nil
            return false
        }
        return true
    }

    /// Begins a pause in requests, because the buffer is full.
    ///
    /// - Parameters:
    ///   - lead: The current duration of the playable media after the playhead.
    ///   - rate: The speed of the playhead.
    ///   - now: The time of the virtual clock.
    package mutating func begin(with lead: MediaTime, at rate: PlaybackRate, _ now: Instant) {
        guard let askAgainAt = rules.askAgainAt, lead > askAgainAt else { return }
        end = now.advanced(by: Duration(playing: lead - askAgainAt, at: rate))
    }

    /// Ends the pause in requests, because playback continues at another position.
    package mutating func stop() { end = nil }
}

/// The rules for the order of requests over all tracks and connections of a session.
package struct RequestRules: Equatable, Sendable {
    /// The maximum number of concurrent requests; `nil` sets no limit.
    ///
    /// Requests that a server may hold, such as blocking playlist reloads, do not count.
    package var limit: Int?
    /// The minimum time from the end of a request to the start of the next request.
    package var interval = Duration.zero
    /// The minimum time from the first request to the second; `nil` uses ``interval``.
    ///
    /// The time is measured from the end of the first request to the start of the second.
    package var firstInterval: Duration?
    /// The time between the requests for an initialization section and for the first segment.
    ///
    /// `nil` means that the segment is not requested before the section has arrived.
    package var besideSection: Duration?
    /// The kind of look, an early request by which a player samples a rendition before playback.
    ///
    /// Looks are used only if audio is in a separate rendition. If the value is `nil`, the player
    /// makes no looks, and requests all playlists immediately.
    package var look: Look?
    /// Whether renditions request media only up to the end of the variant stream's obtained media.
    package var keepsPace = true

    /// A look: a request for the start of a rendition, made before the next playlist is requested.
    ///
    /// A look requests the initialization section and the first segment.
    package enum Look: Equatable, Sendable {
        /// Each rendition that is needed to start playback gets a look: a request for its start.
        ///
        /// The request for the segment is cancelled after the given number of bytes.
        /// ``RequestRules/reuse`` decides whether these bytes are kept.
        case cancelled(after: Int64)
        /// Only the variant stream gets a look, if playback starts with the stream's first segment.
        ///
        /// The playlist of the audio is requested once the given number of bytes of the segment has
        /// arrived. The rest of the segment continues to arrive.
        case continued(after: Int64)

        /// The number of bytes of a rendition's first segment that must arrive to complete a look.
        var byteCount: Int64 {
            switch self {
            case .cancelled(let count), .continued(let count): count
            }
        }

        /// Whether the request for the first segment continues after ``byteCount`` bytes.
        var continues: Bool {
            if case .continued = self { true } else { false }
        }

        /// Returns whether the player samples a rendition with the given role before playback.
        func concerns(_ role: Track.Role) -> Bool {
            continues ? role == .main : role.blocksPlayhead
        }
    }

    /// The rule that decides which received bytes are reused for later requests for the same media.
    package var reuse = Reuse.none

    /// A rule that decides which received bytes are reused for later requests for a resource.
    package enum Reuse: Equatable, Sendable {
        /// Received bytes are never used for later requests.
        case none
        /// Bytes are reused if their response states the resource's version, as in an HTTP cache.
        ///
        /// A later request transfers only the bytes that are not stored, and takes no time if all
        /// bytes are stored. A stored response counts as fresh; its `Cache-Control` is not read.
        case versions
        /// The received bytes of all segments are reused, because the buffer keeps them.
        case segments
    }

    /// Creates rules that do not limit the number of concurrent requests.
    package init() {}
}
