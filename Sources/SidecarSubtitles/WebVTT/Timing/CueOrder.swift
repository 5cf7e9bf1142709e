extension Sequence<WebVTTCue> {
    /// Returns the cues in text track order.
    ///
    /// Cues are ordered by start; for equal starts the one that ends last comes first; otherwise
    /// their order is kept.
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
