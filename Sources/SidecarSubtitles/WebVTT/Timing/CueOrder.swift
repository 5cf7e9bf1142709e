extension Sequence<WebVTTCue> {
    /// Returns the cues in text track order.
    ///
    /// Cues are ordered by start. Of cues with equal starts, the one with the latest end comes
    /// first. Cues with equal starts and ends keep their order.
    ///
    /// Reference: HTML, section 4.8.11.11.1 (text track cue order).
    public func inTrackOrder() -> [WebVTTCue] {
        enumerated().sorted { first, second in
            let (one, other) = (first.element, second.element)
            if one.start != other.start { return one.start < other.start }
            if one.end != other.end { return one.end > other.end }
            return first.offset < second.offset
        }
        .map(\.element)
    }
}
