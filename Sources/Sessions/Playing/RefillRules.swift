package import VirtualTime

/// The rules for the times at which media is requested, beside the size of the buffer.
package struct RefillRules: Equatable, Sendable {
    /// The lead at which requests resume after the buffer was full; `nil` resumes below the goal.
    ///
    /// The time until then is computed once, when the buffer is full.
    package var askAgainAt: MediaTime?
    /// The distance that decoders read ahead of the playhead while media plays; the lead counts
    /// from there.
    package var readAhead = MediaTime.zero
    /// The distance before the start of the segment that arrived last at which decoders have stopped,
    /// because there was nothing further to read; `nil` ignores the start of that segment.
    ///
    /// It is used only for the lead at the start of a rest, which is computed when a segment has
    /// arrived.
    package var readAheadStops: MediaTime?
    /// The end of the last segment that does not count as buffered.
    package var uncounted = WithheldEnd()

    /// Creates rules by which requests follow the lead.
    package init() {}

    /// Returns the position that the lead at the start of a rest counts from.
    ///
    /// - Parameters:
    ///   - playhead: The position of the playhead.
    ///   - ahead: The position of decoders that read ahead of it.
    ///   - lastStart: The start of the segment that arrived last; `nil` without one.
    /// - Returns: The position.
    package func restingPosition(
        playhead: MediaTime, ahead: MediaTime, lastStart: MediaTime?
    ) -> MediaTime {
        guard let readAheadStops, let lastStart else { return ahead }
        return min(ahead, max(playhead, lastStart - readAheadStops))
    }
}

/// The rest from requests while the buffer is full.
package struct RefillRest: Equatable, Sendable {
    private let rules: RefillRules
    /// The end of the rest; `nil` without one.
    package private(set) var end: Instant?

    /// Creates a state without a rest.
    package init(_ rules: RefillRules) {
        self.rules = rules
    }

    /// Returns whether requests rest at an instant.
    package mutating func rests(at now: Instant) -> Bool {
        guard let end, now < end else {
            end = nil
            return false
        }
        return true
    }

    /// Stops requests for some time, because the buffer is full.
    ///
    /// - Parameters:
    ///   - lead: The lead.
    ///   - rate: The speed of the playhead.
    ///   - now: The time of the world.
    package mutating func begin(with lead: MediaTime, at rate: PlaybackRate, _ now: Instant) {
        guard let askAgainAt = rules.askAgainAt, lead > askAgainAt else { return }
        end = now.advanced(by: Duration(playing: lead - askAgainAt, at: rate))
    }

    /// Permits requests again, because playback continues at another position.
    package mutating func stop() { end = nil }
}

/// The rules for the order of requests over all tracks and connections of a session.
package struct RequestRules: Equatable, Sendable {
    /// The maximum number of concurrent requests; `nil` sets no limit.
    ///
    /// Requests that a server may hold do not count.
    package var limit: Int?
    /// The time from the end of a request to the next one.
    package var interval = Duration.zero
    /// The time from the end of the very first request to the next one; `nil` means the usual one.
    package var firstInterval: Duration?
    /// The time between the requests of an initialization section and of the first segment; `nil`
    /// means that the segment waits for the section.
    package var besideSection: Duration?
    /// The looks at renditions before playback, if audio is separate; `nil` requests all playlists at
    /// once.
    package var look: Look?
    /// Whether a rendition requests no media beyond the position up to which the variant stream is
    /// ready.
    package var keepsPace = true

    /// A request for the start of a rendition, before the playlist of the next one is requested.
    ///
    /// A look requests the initialization section and the first segment.
    package enum Look: Equatable, Sendable {
        /// Each rendition is looked at. The request for the segment is cancelled after a number of
        /// bytes, which are kept as ``RequestRules/reuse`` says.
        case cancelled(after: Int64)
        /// The variant stream is looked at, if playback starts with its first segment. The playlist of
        /// the audio is requested after a number of bytes of the segment, which continues to arrive.
        case continued(after: Int64)

        /// The number of bytes of the segment.
        var byteCount: Int64 {
            switch self {
            case .cancelled(let count), .continued(let count): count
            }
        }

        /// Whether the request for the segment continues after these bytes.
        var continues: Bool {
            if case .continued = self { true } else { false }
        }

        /// Returns whether a rendition is looked at.
        func concerns(_ role: Track.Role) -> Bool {
            continues ? role == .main : role.blocksPlayhead
        }
    }

    /// The received bytes that serve later requests for the same media.
    package var reuse = Reuse.none

    /// The received bytes that serve later requests for the same resource.
    package enum Reuse: Equatable, Sendable {
        /// None.
        case none
        /// Those of responses that name their version, as in an HTTP cache.
        ///
        /// A request receives only the bytes that are not there, and takes no time without any. Such a
        /// response counts as fresh; its `Cache-Control` is not read.
        case versions
        /// Those of all segments, which stay in the buffer.
        case segments
    }

    /// Creates rules without a limit.
    package init() {}
}
