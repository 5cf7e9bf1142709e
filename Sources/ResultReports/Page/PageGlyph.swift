import RunResults

/// The glyphs of a page, which differ in shape, so that no meaning depends on colour.
enum PageGlyph: String, CaseIterable {
    /// A success: a disc with a tick.
    case passed = "ok"
    /// A failure: an octagon with a cross.
    case failed = "no"
    /// A measured value is out of bounds: a triangle.
    case broken = "th"
    /// A known failure: a ring with a dash.
    case known = "kn"
    /// A skipped check: a dashed ring.
    case skipped = "sk"
    /// Nothing was expected: an empty diamond.
    case unknown = "un"
    /// An item in the asset, such as a marker: a flag.
    case marker = "mk"
    /// An event of the session: a pin.
    case event = "ev"
    /// Playback waits for media: two bars.
    case stall = "st"
    /// A seek: an arrow.
    case seek = "se"
    /// A command was given: a triangle that points to the right.
    case action = "ac"
    /// The timeline jumps: a zigzag.
    case discontinuity = "di"

    /// Creates the glyph for a mark: correct, incorrect, or without an expectation (`nil`).
    init(isRight: Bool?) {
        self = isRight.map { $0 ? .passed : .failed } ?? .unknown
    }

    /// Creates the glyph for the outcome of a check.
    init(_ outcome: Check.Outcome) {
        self =
            switch outcome {
            case .passed: .passed
            case .failed: .failed
            case .broken: .broken
            case .known: .known
            case .skipped: .skipped
            }
    }

    /// Creates the glyph for a verdict.
    init(_ verdict: ScenarioResult.Verdict) {
        self =
            switch verdict {
            case .passed: .passed
            case .thresholdBroken: .broken
            case .failed: .failed
            }
    }

    /// The glyph as markup.
    ///
    /// Screen readers ignore the glyph, because the text beside it has the same meaning.
    var icon: Markup {
        """
        <svg class="i \(rawValue)" aria-hidden="true"><use href="#\(rawValue)" x="8" y="8"/></svg>
        """
    }

    /// The SVG definitions of the glyphs, which each page contains once.
    ///
    /// Each glyph is drawn around its own origin and is 14 pixels wide.
    static let definitions: Markup = """
        <svg class="defs" width="0" height="0" aria-hidden="true"><defs>
        <g id="ok" class="ok"><circle class="f" r="7"/><path class="k" d="M-3 .2-.8 2.5 3.2-2.4"/></g>
        <g id="no" class="no"><path class="f" d="M-2.9-7H2.9L7-2.9V2.9L2.9 7H-2.9L-7 2.9V-2.9z"/>\
        <path class="k" d="M-2.4-2.4 2.4 2.4M2.4-2.4-2.4 2.4"/></g>
        <g id="th" class="th"><path class="f" d="M0-7 7.6 6.4H-7.6z"/><path class="k" d="M0-2.6V1.6M0 4V4.1"/></g>
        <g id="kn" class="kn"><circle class="o" r="6.2"/><path class="l" d="M-2.8 0H2.8"/></g>
        <g id="sk" class="sk"><circle class="o" r="6.2" stroke-dasharray="2.4 2.47"/></g>
        <g id="un" class="un"><path class="o" d="M0-5.6 5.6 0 0 5.6-5.6 0z"/></g>
        <g id="mk" class="mk"><path class="l" d="M-3.5 7V-6.4"/><path class="f" d="M-3.5-6.8H5.5L3-3.4 5.5 0H-3.5z"/></g>
        <g id="ev" class="ev"><circle class="f" r="3.6"/></g>
        <g id="st" class="st"><path class="f" d="M-5-5.5H-1.4V5.5H-5zM1.4-5.5H5V5.5H1.4z"/></g>
        <g id="se" class="se"><path class="l" d="M-5 2.5C-3-4 3-4 4.4 1.6M.8.6 4.6 2.4 6-1.6"/></g>
        <g id="ac" class="ac"><path class="f" d="M-4-5 5 0-4 5z"/></g>
        <g id="di" class="di"><path class="l" d="M0-7-2.6-3.5 2.6 0-2.6 3.5 0 7"/></g>
        <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" \
        patternTransform="rotate(45)"><path class="hatch" d="M0 0V6"/></pattern>
        </defs></svg>

        """
}
