/// A part of the picture in which cues are shown.
///
/// Reference: W3C WebVTT, section 3.2 (WebVTT regions). Percentages are from 0 to 100.
public struct WebVTTRegion: Hashable, Sendable {
    /// A point, in percent of the width and height of a region or the picture.
    public struct Anchor: Hashable, Sendable {
        /// The distance from the left edge, in percent of the width.
        public var x: Double
        /// The distance from the top edge, in percent of the height.
        public var y: Double

        /// Creates a point.
        ///
        /// - Parameters:
        ///   - x: The distance from the left edge, in percent of the width.
        ///   - y: The distance from the top edge, in percent of the height.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// The movement of cues when new ones are added.
    public enum Scroll: String, Hashable, Sendable {
        /// Cues keep their position.
        case none = ""
        /// Cues move up.
        case up
    }

    /// The identifier by which cues refer to the region, from `id`; empty when it has none.
    public var identifier = ""

    /// The width of the region, in percent, from `width`.
    public var width = 100.0

    /// The number of lines in the region, from `lines`.
    public var lines = 3

    /// The point of the region that is at ``viewportAnchor``, from `regionanchor`.
    public var anchor = Anchor(x: 0, y: 100)

    /// The point of the picture at which ``anchor`` is placed, from `viewportanchor`.
    public var viewportAnchor = Anchor(x: 0, y: 100)

    /// The movement of cues when new ones are added, from `scroll`.
    public var scroll = Scroll.none

    /// Creates a region with the default values, as for a block without settings.
    public init() {}
}
