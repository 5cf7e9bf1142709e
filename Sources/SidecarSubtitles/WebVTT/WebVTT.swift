/// The content of a WebVTT file.
///
/// Parsing follows the WebVTT Recommendation: every file with a valid signature is accepted, and
/// its invalid parts are ignored and listed in ``problems``.
///
/// Reference: W3C WebVTT, section 6.1 (file parsing); rfc8216bis, section 3.1.4 (WebVTT).
public struct WebVTT: Equatable, Sendable {
    /// The relation of the file's times to the MPEG-2 TS clock, from `X-TIMESTAMP-MAP`.
    ///
    /// `nil` means that `X-TIMESTAMP-MAP` is missing or malformed.
    public var timestampMap: WebVTTTimestampMap?

    /// The regions in file order, including regions that a later definition replaces.
    public var regions: [WebVTTRegion]

    /// The text of each `STYLE` block, in file order.
    public var styleSheets: [String]

    /// The cues in file order.
    public var cues: [WebVTTCue]

    /// The parts of the file that parsing ignored, in file order.
    public var problems: [WebVTTProblem]

    /// The cues that are lost, or whose times or characters are unknown.
    ///
    /// Empty when every cue can be shown as written.
    public var losses: [WebVTTLoss]

    /// Creates a file from its content.
    ///
    /// - Parameters:
    ///   - timestampMap: The relation of the file's times to the MPEG-2 TS clock.
    ///   - regions: The regions.
    ///   - styleSheets: The text of each style sheet.
    ///   - cues: The cues.
    ///   - problems: The ignored parts.
    ///   - losses: The cues that are lost, or whose times or characters are unknown.
    public init(
        timestampMap: WebVTTTimestampMap? = nil, regions: [WebVTTRegion] = [],
        styleSheets: [String] = [], cues: [WebVTTCue] = [], problems: [WebVTTProblem] = [],
        losses: [WebVTTLoss] = []
    ) {
        self.timestampMap = timestampMap
        self.regions = regions
        self.styleSheets = styleSheets
        self.cues = cues
        self.problems = problems
        self.losses = losses
    }

    /// Parses a file.
    ///
    /// Bytes that are not valid UTF-8 become U+FFFD, and are listed in ``problems``. The time taken
    /// is linear in the number of bytes.
    ///
    /// - Parameters:
    ///   - bytes: The complete file.
    ///   - limits: The limits on the file.
    /// - Throws: ``WebVTTError`` when the signature is missing or the file exceeds `limits`.
    public init(parsing bytes: [UInt8], limits: WebVTTLimits = .init()) throws(WebVTTError) {
        var parser = try WebVTTParser(bytes, limits: limits)
        self = try parser.parse()
    }

    /// Parses a file in the form of text.
    ///
    /// - Parameters:
    ///   - text: The complete file.
    ///   - limits: The limits on the file.
    /// - Throws: ``WebVTTError`` when the signature is missing or the file exceeds `limits`.
    public init(parsing text: String, limits: WebVTTLimits = .init()) throws(WebVTTError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }

    /// The cues in text track order.
    ///
    /// Reference: HTML, section 4.8.11.11.1 (text track cue order).
    public var cuesInTrackOrder: [WebVTTCue] { cues.inTrackOrder() }

    /// Returns the last region that is defined with an identifier.
    ///
    /// - Parameter identifier: The identifier.
    /// - Returns: The region, or `nil` when there is none.
    public func region(_ identifier: String) -> WebVTTRegion? {
        // Identifiers are compared by code point, not by canonical equivalence.
        regions.last { $0.identifier.utf8.elementsEqual(identifier.utf8) }
    }
}
