import Dispatch
import Foundation
import PlaybackControl
import Sessions
import Synchronization

/// Plays one session at the verification level `playlist` and counts its progress callbacks.
final class Playback: PlaybackControllerDelegate {
    private let path: String
    private var ticks = 0
    private var hasEnded = false

    init(_ path: String) { self.path = path }

    /// Plays to the end, and returns the number of progress callbacks with a finite position.
    ///
    /// The result is `nil` when the session did not report its end.
    func run() -> Int? {
        let world = PlaybackWorld()
        world.options.verification = .playlist
        let controller = PlaybackController(world: world, provider: BasicSessionProvider())
        controller.delegate = self
        controller.autoPlay = true
        controller.setVideos([Video(url: path)])
        controller.run()
        return hasEnded ? ticks : nil
    }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didProgressTo progress: Double
    ) {
        if progress.isFinite { ticks += 1 }
        if progress == .infinity { hasEnded = true }
    }
}

/// Sessions that several threads play at the same time, each session in a separate simulation.
struct Fleet {
    private let path: String

    init(_ path: String) { self.path = path }

    /// Plays a number of sessions, and returns the total number of their progress callbacks.
    ///
    /// The result is `nil` when one of the sessions did not reach its end.
    func run(_ count: Int, threads: Int) -> Int? {
        let path = path
        let sum = Mutex<Int?>(0)
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            for _ in stride(from: thread, to: count, by: threads) {
                let ticks = Playback(path).run()
                sum.withLock { $0 = $0.flatMap { sum in ticks.map { sum + $0 } } }
            }
        }
        return sum.withLock { $0 }
    }
}
