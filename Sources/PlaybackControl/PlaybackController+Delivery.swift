import Sessions

extension PlaybackController {
    /// Delivers an event to everybody who listened when it happened.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - number: Its number among all events, counted from 1.
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
