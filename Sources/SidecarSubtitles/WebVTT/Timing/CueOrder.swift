extension Sequence<WebVTTCue> {
    /// The cues in the order in which a text track lists them.
    ///
    /// Those that start first come first; of those that start together the one that ends last, and
    /// of those that end together, too, the one that comes first here.
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
