import Sessions
import VirtualTime

extension PlaybackController {
    /// Delivers everything that was added to the outbox.
    func deliverAll() {
        // A delivery may add further deliveries. They are delivered after all earlier ones; if
        // there are too many, they are delivered in a later turn.
        while let delivery = outbox.take() {
            switch consume delivery {
            case .event(let event, let number): deliver(event, number: number)
            case .replay(let event, let listener): listener(self, event)
            case .call(let closure): closure()
            }
            guard world.loop.mayContinueTurn() else { return world.loop.atEndOfTurn(flush) }
        }
    }

    /// Delivers an event to the observers, the delegate and the session consumers.
    ///
    /// Observers receive the event first, so that they record it before the commands with which an
    /// app responds.
    ///
    /// The delegate and the consumers receive the event only if they were set or added before the
    /// event occurred.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - number: The number of the event among all events of the controller, counted from 1.
    func deliver(_ event: PlaybackEvent, number: Int) {
        for (_, observer) in observersByNumber { observer(event) }
        if let delegate, delegateSince < number {
            delegate.playbackController(self, didReport: event)
        }
        if !consumers.isEmpty, event.isForConsumers {
            for (consumer, since) in consumers where since < number && isListening(consumer) {
                consumer.consume(event)
            }
        }
    }
}
