public import Sessions
public import VirtualTime

/// The events of a controller, as a sequence that advances time during iteration.
///
/// Requesting the next event runs the world until there is one, and no further. The sequence ends
/// when no events are left. Only one iteration at a time is possible, on the thread of the world.
public struct PlaybackEvents: AsyncSequence {
    /// The elements of the sequence.
    public typealias Element = PlaybackEvent
    /// The iteration cannot fail.
    public typealias Failure = Never

    let controller: PlaybackController

    /// Starts an iteration; earlier events are not part of it.
    ///
    /// - Returns: The iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(controller: controller)
    }

    /// The iterator, which returns events one by one.
    public final class Iterator: AsyncIteratorProtocol {
        private let controller: PlaybackController
        private var waiting: [PlaybackEvent] = []
        private var head = 0
        private var token: Hold?

        init(controller: PlaybackController) {
            self.controller = controller
            token = controller.observe { [weak self] in self?.waiting.append($0) }
        }

        /// Runs the world until the next event.
        ///
        /// - Returns: The event, or `nil` when none is left.
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

extension PlaybackController {
    /// The events from now on; iterating over them advances time.
    public var events: PlaybackEvents { PlaybackEvents(controller: self) }

    /// Calls a closure with every event, after the delegate and the consumers.
    ///
    /// - Parameter observer: The closure.
    /// - Returns: The hold on the observation.
    public func observe(_ observer: @escaping (PlaybackEvent) -> Void) -> Hold {
        let number = addObserver(observer)
        return .onRelease { [weak self] in self?.endObservation(number) }
    }
}
