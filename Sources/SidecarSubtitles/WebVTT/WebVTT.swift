/// What a WebVTT file holds.
///
/// A file is read as the WebVTT Recommendation tells a player to read it: whatever follows a right
/// signature is a WebVTT file, and what is not understood is left out. ``problems`` says what was.
///
/// Reference: W3C WebVTT, section 6.1 (file parsing); rfc8216bis, section 3.1.4 (WebVTT).
public struct WebVTT: Equatable, Sendable {
    /// How the file's times relate to the clock of MPEG-2 TS, from `X-TIMESTAMP-MAP` in the header.
    ///
    /// `nil` means that the file does not say, or not in the right form.
    public var timestampMap: WebVTTTimestampMap?

    /// The regions in the order of the file, including those whose identifier is defined again.
    public var regions: [WebVTTRegion]

    /// The text of each `STYLE` block, in the order of the file.
    public var styleSheets: [String]

    /// The cues in the order of the file.
    public var cues: [WebVTTCue]

    /// What was left out, in the order of the file.
    public var problems: [WebVTTProblem]

    /// Creates a file from what it holds.
    ///
    /// - Parameters:
    ///   - timestampMap: How its times relate to the clock of MPEG-2 TS.
    ///   - regions: The regions.
    ///   - styleSheets: The text of each style sheet.
    ///   - cues: The cues.
    ///   - problems: What was left out.
    public init(
        timestampMap: WebVTTTimestampMap? = nil, regions: [WebVTTRegion] = [],
        styleSheets: [String] = [], cues: [WebVTTCue] = [], problems: [WebVTTProblem] = []
    ) {
        self.timestampMap = timestampMap
        self.regions = regions
        self.styleSheets = styleSheets
        self.cues = cues
        self.problems = problems
    }

    /// Reads a file.
    ///
    /// The bytes are taken as UTF-8; those that are not become U+FFFD. The time taken grows with the
    /// number of bytes and nothing else.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - limits: How much the file may hold.
    /// - Throws: ``WebVTTError`` when the signature is missing or the file holds more than `limits`.
    public init(parsing bytes: [UInt8], limits: WebVTTLimits = .init()) throws(WebVTTError) {
        var parser = try WebVTTParser(bytes, limits: limits)
        self = try parser.parse()
    }

    /// Reads a file that is a text already.
    ///
    /// - Parameters:
    ///   - text: The whole file.
    ///   - limits: How much the file may hold.
    /// - Throws: ``WebVTTError`` when the signature is missing or the file holds more than `limits`.
    public init(parsing text: String, limits: WebVTTLimits = .init()) throws(WebVTTError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }

    /// The cues in the order in which a text track lists them.
    ///
    /// Reference: HTML, section 4.8.11.11.1 (text track cue order).
    public var cuesInTrackOrder: [WebVTTCue] { cues.inTrackOrder() }

    /// The region that cues mean by an identifier: the last one that was given it.
    ///
    /// - Parameter identifier: The identifier.
    /// - Returns: The region, or `nil` when there is none.
    public func region(_ identifier: String) -> WebVTTRegion? {
        // Identifiers are compared by code point: canonical equivalence is not identity.
        regions.last { $0.identifier.utf8.elementsEqual(identifier.utf8) }
    }
}
