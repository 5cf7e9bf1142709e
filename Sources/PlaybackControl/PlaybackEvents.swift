public import Sessions
public import VirtualTime

/// The events of a controller, as a sequence whose iteration advances the virtual clock.
///
/// A request for the next event runs the event loop until that event occurs, and not further. The
/// sequence ends when no events are left, when a limit of ``PlaybackController/run()`` is reached,
/// or when the task that iterates is cancelled; the clock then stays at the last event. Only one
/// iteration at a time is possible, on the thread that uses the controller.
public struct PlaybackEvents: AsyncSequence {
    /// The elements of the sequence.
    public typealias Element = PlaybackEvent
    /// The error type of the iteration, which never fails.
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
        private let keeper: TimeKeeper
        private var standstill: StandstillGuard
        private var hasStopped = false

        init(controller: PlaybackController) {
            self.controller = controller
            let now = controller.world.loop.now.sinceStart
            keeper = TimeKeeper(controller, TimeBound(planned: now))
            standstill = StandstillGuard(controller.world.loop)
            controller.timeTrouble = nil
            if let session = controller.currentSession { keeper.follow(session) }
            token = controller.observe { [weak self] in self?.waiting.append($0) }
        }

        /// Runs the event loop until the next event occurs.
        ///
        /// - Returns: The event; `nil` when no events are left, a limit is reached, or the task is
        ///   cancelled.
        public func next() async -> PlaybackEvent? {
            guard !Task.isCancelled else { return nil }
            while head == waiting.count {
                waiting.removeAll(keepingCapacity: true)
                head = 0
                guard !hasStopped else { return nil }
                guard keeper.runNext() else {
                    controller.timeTrouble = keeper.trouble
                    return nil
                }
                hasStopped = standstill.isStandstill()
            }
            defer { head += 1 }
            return waiting[head]
        }
    }
}

extension PlaybackController {
    /// The events that occur after an iteration starts; iterating advances the virtual clock.
    public var events: PlaybackEvents { PlaybackEvents(controller: self) }

    /// Calls a closure with every event, before the delegate and the session consumers receive it.
    ///
    /// - Parameter observer: The closure.
    /// - Returns: A `Hold` on the observation; releasing it ends the observation.
    public func observe(_ observer: @escaping (PlaybackEvent) -> Void) -> Hold {
        let number = addObserver(observer)
        return .onRelease { [weak self] in self?.endObservation(number) }
    }
}
