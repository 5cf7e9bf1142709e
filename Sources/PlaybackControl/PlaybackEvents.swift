public import Sessions
import VirtualTime

/// What a controller tells, as a sequence that lets time pass while it is iterated.
///
/// Asking for the next event runs the world until there is one, and no further. The sequence ends
/// when nothing is left to happen. It can be iterated once at a time, by the thread that the world
/// belongs to.
public struct PlaybackEvents: AsyncSequence {
    /// What the sequence consists of.
    public typealias Element = PlaybackEvent
    /// Iterating cannot fail.
    public typealias Failure = Never

    let controller: PlaybackController

    /// Starts to listen; events told before are not in the sequence.
    ///
    /// - Returns: The iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(controller: controller)
    }

    /// Hands out events one by one.
    public final class Iterator: AsyncIteratorProtocol {
        private let controller: PlaybackController
        private var waiting: [PlaybackEvent] = []
        private var head = 0
        private var token: ObserverToken?

        init(controller: PlaybackController) {
            self.controller = controller
            token = controller.observe { [weak self] in self?.waiting.append($0) }
        }

        /// Runs the world until something is told.
        ///
        /// - Returns: What was told, or `nil` when nothing is left to happen.
        public func next() async -> PlaybackEvent? {
            while head == waiting.count {
                waiting.removeAll(keepingCapacity: true)
                head = 0
                guard controller.world.loop.runNext() else { return nil }
            }
            defer { head += 1 }
            return waiting[head]
        }
    }
}

/// The hold on an observation: releasing it ends it.
public final class ObserverToken {
    fileprivate weak var controller: PlaybackController?
    fileprivate let number: Int

    init(controller: PlaybackController, number: Int) {
        self.controller = controller
        self.number = number
    }

    deinit { controller?.endObservation(number) }
}

extension PlaybackController {
    /// Everything that is told from now on; iterating it lets time pass.
    public var events: PlaybackEvents { PlaybackEvents(controller: self) }

    /// Calls a closure with everything that is told, after the delegate and the consumers.
    ///
    /// - Parameter observer: What to call.
    /// - Returns: The hold on the observation.
    public func observe(_ observer: @escaping (PlaybackEvent) -> Void) -> ObserverToken {
        ObserverToken(controller: self, number: addObserver(observer))
    }
}
