/// Where and how a cue is shown.
///
/// Reference: W3C WebVTT, section 3.1 (WebVTT cues). Percentages lie between 0 and 100.
public struct WebVTTCueSettings: Hashable, Sendable {
    /// Which way lines of text run, and which way they follow one another.
    public enum WritingDirection: String, Hashable, Sendable {
        /// Lines run across and grow downwards.
        case horizontal = ""
        /// Lines run downwards and grow to the left.
        case verticalGrowingLeft = "rl"
        /// Lines run downwards and grow to the right.
        case verticalGrowingRight = "lr"
    }

    /// Where the box of the cue lies across its lines.
    public enum Line: Hashable, Sendable {
        /// Above the cues that are shown already.
        case automatic
        /// At a line, counted from the first one, or from the last one when negative.
        case number(Double)
        /// At a part of the height, or of the width for vertical text.
        case percentage(Double)
    }

    /// What part of the box ``line`` speaks of.
    public enum LineAlignment: String, Hashable, Sendable {
        /// Its start.
        case start
        /// Its middle.
        case center
        /// Its end.
        case end
    }

    /// What part of the box ``position`` speaks of.
    public enum PositionAlignment: String, Hashable, Sendable {
        /// The part that ``WebVTTCueSettings/alignment`` suggests.
        case automatic = "auto"
        /// Its left side, or its top for vertical text.
        case lineLeft = "line-left"
        /// Its middle.
        case center
        /// Its right side, or its bottom for vertical text.
        case lineRight = "line-right"
    }

    /// How lines lie within the box.
    public enum Alignment: String, Hashable, Sendable {
        /// At the side where their text starts.
        case start
        /// In the middle.
        case center
        /// At the side where their text ends.
        case end
        /// At the left, or at the top for vertical text.
        case left
        /// At the right, or at the bottom for vertical text.
        case right
    }

    /// Which way the text runs, from `vertical`.
    public var writingDirection = WritingDirection.horizontal

    /// Where the box lies across its lines, from `line`.
    public var line = Line.automatic

    /// What part of the box ``line`` speaks of, from `line`.
    public var lineAlignment = LineAlignment.start

    /// Where the box lies along its lines, in percent, from `position`; `nil` means automatically.
    public var position: Double?

    /// What part of the box ``position`` speaks of, from `position`.
    public var positionAlignment = PositionAlignment.automatic

    /// How long the lines of the box are, in percent, from `size`.
    public var size = 100.0

    /// How lines lie within the box, from `align`.
    public var alignment = Alignment.center

    /// The identifier of the region that shows the cue, from `region`; `nil` means none.
    public var region: String?

    /// Creates the settings of a cue that says nothing about them.
    public init() {}
}

extension WebVTTCueSettings {
    /// What differs from a cue without settings: names with values in the form of a file.
    ///
    /// A cue with these settings in its file, in this order, has equal settings. The order is
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

    /// A number without an exponent, and without a fraction when it is whole.
    private static func text(of number: Double) -> String { PlainNumber(number).text }
}
