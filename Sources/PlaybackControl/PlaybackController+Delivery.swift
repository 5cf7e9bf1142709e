import Sessions

extension PlaybackController {
    /// Delivers everything that was added to the outbox.
    func deliverAll() {
        // A delivery may cause further ones, which follow all earlier ones.
        while let delivery = outbox.take() {
            switch consume delivery {
            case .event(let event, let number): deliver(event, number: number)
            case .replay(let event, let listener): listener(self, event)
            case .call(let closure): closure()
            }
        }
    }

    /// Delivers an event to the delegate, the session consumers and the observers.
    ///
    /// The delegate and the consumers receive it only if they were set or added before the event
    /// occurred.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - number: The number of the event among all events of the controller, counted from 1.
    func deliver(_ event: PlaybackEvent, number: Int) {
        if let delegate, delegateSince < number {
            delegate.playbackController(self, didReport: event)
        }
        if !consumers.isEmpty, event.isForConsumers {
            for (consumer, since) in consumers where since < number && isListening(consumer) {
                consumer.consume(event)
            }
        }
        for (_, observer) in observersByNumber { observer(event) }
    }
}
