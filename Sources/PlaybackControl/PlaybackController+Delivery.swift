import Sessions

extension PlaybackController {
    /// Delivers an event to all listeners that were present when it occurred.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - number: The number of the event, counted from 1.
    func deliver(_ event: PlaybackEvent, number: Int) {
        if let delegate, delegateSince < number {
            delegate.playbackController(self, didReport: event)
        }
        if event.isForConsumers {
            for (consumer, since) in consumers where since < number && isListening(consumer) {
                consumer.consume(event)
            }
        }
        for observer in observers { observer(event) }
    }
}
