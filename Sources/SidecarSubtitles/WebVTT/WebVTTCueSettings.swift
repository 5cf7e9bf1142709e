/// The position and appearance of a cue.
///
/// Reference: W3C WebVTT, section 3.1 (WebVTT cues). Percentages are from 0 to 100.
public struct WebVTTCueSettings: Hashable, Sendable {
    /// The direction of lines and of the text in them.
    public enum WritingDirection: String, Hashable, Sendable {
        /// Horizontal lines, each below the previous line.
        case horizontal = ""
        /// Vertical lines, each to the left of the previous line.
        case verticalGrowingLeft = "rl"
        /// Vertical lines, each to the right of the previous line.
        case verticalGrowingRight = "lr"
    }

    /// The position of the cue's box perpendicular to its lines.
    public enum Line: Hashable, Sendable {
        /// Above the cues already shown.
        case automatic
        /// At a line number, counted from the first line, or from the last line if negative.
        case number(Double)
        /// At a percentage of the height, or of the width for vertical text.
        case percentage(Double)
    }

    /// The part of the cue box that is at ``line``.
    public enum LineAlignment: String, Hashable, Sendable {
        /// The start of the cue box.
        case start
        /// The middle of the cue box.
        case center
        /// The end of the cue box.
        case end
    }

    /// The part of the cue box that is at ``position``.
    public enum PositionAlignment: String, Hashable, Sendable {
        /// The side or middle of the box that corresponds to ``WebVTTCueSettings/alignment``.
        case automatic = "auto"
        /// The left side, or the top for vertical text.
        case lineLeft = "line-left"
        /// The middle of the cue box.
        case center
        /// The right side, or the bottom for vertical text.
        case lineRight = "line-right"
    }

    /// The alignment of lines in the box.
    public enum Alignment: String, Hashable, Sendable {
        /// At the side where the text starts.
        case start
        /// In the middle of the box.
        case center
        /// At the side where the text ends.
        case end
        /// At the left, or at the top for vertical text.
        case left
        /// At the right, or at the bottom for vertical text.
        case right
    }

    /// The direction of the text, from the cue setting `vertical`.
    public var writingDirection = WritingDirection.horizontal

    /// The position of the box perpendicular to its lines, from the cue setting `line`.
    public var line = Line.automatic

    /// The part of the box that is at ``line``: its start, center or end, from the setting `line`.
    public var lineAlignment = LineAlignment.start

    /// The position of the box along its lines, in percent; `nil` means automatic.
    ///
    /// It is the value of the cue setting `position`.
    public var position: Double?

    /// The part of the cue box that is at ``position``, from the cue setting `position`.
    public var positionAlignment = PositionAlignment.automatic

    /// The size of the box in the direction of its lines, in percent, from the cue setting `size`.
    public var size = 100.0

    /// The alignment of lines in the box, from the cue setting `align`.
    public var alignment = Alignment.center

    /// The identifier of the region that shows the cue; `nil` if there is none.
    ///
    /// It is the value of the cue setting `region`.
    public var region: String?

    /// Creates the default settings.
    public init() {}
}

extension WebVTTCueSettings {
    /// The settings that differ from the defaults, as names and values in WebVTT form.
    ///
    /// Parsing the names and values in this form and order gives the same settings. The order is
    /// `vertical`, `line`, `position`, `size`, `align`, `region`.
    public var written: [(name: String, value: String)] {
        var result: [(name: String, value: String)] = []
        if writingDirection != .horizontal {
            result.append(("vertical", writingDirection.rawValue))
        }
        if let line = writtenLine { result.append(("line", line)) }
        if let position {
            let side = positionAlignment == .automatic ? "" : "," + positionAlignment.rawValue
            result.append(("position", Self.text(of: position) + "%" + side))
        }
        if size != 100 { result.append(("size", Self.text(of: size) + "%")) }
        if alignment != .center { result.append(("align", alignment.rawValue)) }
        if let region { result.append(("region", region)) }
        return result
    }

    private var writtenLine: String? {
        let side = lineAlignment == .start ? "" : "," + lineAlignment.rawValue
        return switch line {
        case .automatic: nil
        case .number(let number): Self.text(of: number) + side
        case .percentage(let number): Self.text(of: number) + "%" + side
        }
    }

    /// Returns a number without an exponent, and without a fraction when it is an integer.
    private static func text(of number: Double) -> String { PlainNumber(number).text }
}
