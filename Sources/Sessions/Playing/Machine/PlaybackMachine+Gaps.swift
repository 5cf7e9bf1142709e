import Presentation
import VirtualTime

/// Holes in the buffer, and the jumps over them.
extension PlaybackMachine {
    /// Returns the next jump over a hole at or after a position; `nil` if there is no such hole.
    func nextJump(from position: MediaTime) -> GapRules.Jump? {
        rules.gaps?.jump(from: position, over: tracks.holes, readyUpTo: tracks.readyEnd)
    }

    /// Returns the jump over a hole that the playhead makes at a position; `nil` if it makes none.
    func jump(at position: MediaTime) -> GapRules.Jump? {
        nextJump(from: position).flatMap { $0.start <= position ? $0 : nil }
    }

    /// Jumps over the hole in the buffer that the playhead has reached, or waits before the hole.
    mutating func enterHole(_ jump: GapRules.Jump, at now: Instant) {
        let isReady = tracks.readyEnd > jump.holeEnd || tracks.isReadyToEnd
        guard isReady, rules.gaps?.delay == .zero else { return stall(at: now) }
        leaveHole(at: now)
    }

    /// Moves the playhead over the hole in the buffer that it has reached, if there is one.
    ///
    /// The media between the two positions of the playhead is not played, and counts as missing.
    mutating func leaveHole(at now: Instant) {
        let position = playhead.position(at: now)
        guard let jump = jump(at: position) else { return }
        playhead.jump(to: jump.target, at: now)
        played.jump(over: position..<jump.target)
        boundaries.jump(to: jump.target)
        nextTick = jump.target.nextMultiple(of: rules.progressInterval)
    }
}
