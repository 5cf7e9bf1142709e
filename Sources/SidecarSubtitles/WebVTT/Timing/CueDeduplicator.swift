package import VirtualTime

/// Tells cues that several segments carry only once.
///
/// A cue that lasts beyond its segment is repeated in the ones that follow, so that a player that
/// starts there shows it. Cues are the same when everything about them is: identifier, times in the
/// presentation, settings and text.
///
/// Reference: rfc8216bis, section 3.1.4 (WebVTT).
package struct CueDeduplicator: Equatable, Sendable {
    private var told: Set<WebVTTCue> = []

    /// Creates a deduplicator that has told nothing.
    package init() {}

    /// How many cues are remembered.
    package var count: Int { told.count }

    /// Takes note of a cue.
    ///
    /// - Parameter cue: A cue with its times in the presentation.
    /// - Returns: Whether the cue is new.
    package mutating func insert(_ cue: WebVTTCue) -> Bool {
        told.insert(cue).inserted
    }

    /// Takes note of cues.
    ///
    /// - Parameter cues: Cues with their times in the presentation.
    /// - Returns: Those that are new, in their order.
    package mutating func insert(contentsOf cues: [WebVTTCue]) -> [WebVTTCue] {
        cues.filter { insert($0) }
    }

    /// Forgets the cues that no further segment can repeat, as a live presentation needs it.
    ///
    /// - Parameter time: The start of the segments to come; cues that end before are forgotten.
    package mutating func forget(before time: MediaTime) {
        told = told.filter { max($0.start, $0.end) >= time }
    }
}
