/// A part of the picture that cues are shown in.
///
/// Reference: W3C WebVTT, section 3.2 (WebVTT regions). Percentages lie between 0 and 100.
public struct WebVTTRegion: Hashable, Sendable {
    /// A place in percent of the width and of the height.
    public struct Anchor: Hashable, Sendable {
        /// The distance from the left.
        public var x: Double
        /// The distance from the top.
        public var y: Double

        /// Creates a place.
        ///
        /// - Parameters:
        ///   - x: The distance from the left.
        ///   - y: The distance from the top.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// How cues make room for new ones.
    public enum Scroll: String, Hashable, Sendable {
        /// They stay where they are.
        case none = ""
        /// They move up.
        case up
    }

    /// What cues call the region, from `id`; empty when it has no name.
    public var identifier = ""

    /// How wide the region is, in percent, from `width`.
    public var width = 100.0

    /// How many lines the region holds, from `lines`.
    public var lines = 3

    /// The point within the region that lies at ``viewportAnchor``, from `regionanchor`.
    public var anchor = Anchor(x: 0, y: 100)

    /// The point within the picture at which ``anchor`` lies, from `viewportanchor`.
    public var viewportAnchor = Anchor(x: 0, y: 100)

    /// How cues make room for new ones, from `scroll`.
    public var scroll = Scroll.none

    /// Creates the region of a block that says nothing.
    public init() {}
}
