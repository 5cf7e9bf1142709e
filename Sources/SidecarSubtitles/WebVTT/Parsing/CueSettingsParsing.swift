extension WebVTTCueSettings {
    /// The reason why a setting has no effect.
    enum Refusal {
        case ignored(ArraySlice<UInt8>)
        case unknownRegion(ArraySlice<UInt8>)
    }

    /// Parses the settings after the timings of a cue.
    ///
    /// Reference: W3C WebVTT, section 6.3 (parse the WebVTT cue settings).
    ///
    /// - Parameters:
    ///   - bytes: The text after the timings on their line.
    ///   - isRegion: Returns whether the file defines a region with the given name.
    ///   - refuse: Receives each setting that has no effect.
    init(
        parsing bytes: ArraySlice<UInt8>, isRegion: (ArraySlice<UInt8>) -> Bool,
        refuse: (Refusal) -> Void
    ) {
        self.init()
        for token in SettingTokens(bytes) {
            if token.name.isText("region") {
                let isKnown = isRegion(token.value)
                region = isKnown ? token.value.text : nil
                if !isKnown { refuse(.unknownRegion(token.value)) }
            } else if !take(token) {
                refuse(.ignored(token.whole))
            }
        }
    }

    private mutating func take(_ token: SettingTokens.Token) -> Bool {
        switch token.name.text {
        case "vertical": takeWritingDirection(token.value)
        case "line": takeLine(token.value)
        case "position": takePosition(token.value)
        case "size": takeSize(token.value)
        case "align": takeAlignment(token.value)
        default: false
        }
    }

    private mutating func takeWritingDirection(_ value: ArraySlice<UInt8>) -> Bool {
        // No setting selects `horizontal`: its raw value is empty, and a setting always has a
        // value.
        let direction = WritingDirection(rawValue: value.text)
        if let direction { writingDirection = direction }
        // Regions are always horizontal, so a vertical direction removes a cue from its region.
        if writingDirection != .horizontal { region = nil }
        return direction != nil
    }

    private mutating func takeLine(_ value: ArraySlice<UInt8>) -> Bool {
        let (place, side) = Self.halves(of: value)
        let line: Line
        if place.last == UInt8(ascii: "%") {
            guard let number = place.percentage else { return false }
            line = .percentage(number)
        } else {
            guard let number = place.lineNumber else { return false }
            line = .number(number)
        }
        if let side {
            guard let alignment = LineAlignment(rawValue: side.text) else { return false }
            lineAlignment = alignment
        }
        self.line = line
        // A `line` setting removes a cue from its region.
        region = nil
        return true
    }

    private mutating func takePosition(_ value: ArraySlice<UInt8>) -> Bool {
        let (place, side) = Self.halves(of: value)
        guard let number = place.percentage else { return false }
        if let side {
            guard let alignment = PositionAlignment(rawValue: side.text), alignment != .automatic
            else { return false }
            positionAlignment = alignment
        }
        position = number
        return true
    }

    private mutating func takeSize(_ value: ArraySlice<UInt8>) -> Bool {
        guard let number = value.percentage else { return false }
        size = number
        // A `size` setting other than 100 removes a cue from its region.
        if number != 100 { region = nil }
        return true
    }

    private mutating func takeAlignment(_ value: ArraySlice<UInt8>) -> Bool {
        guard let alignment = Alignment(rawValue: value.text) else { return false }
        self.alignment = alignment
        return true
    }

    /// Splits a value at the first comma; the second part is `nil` if there is no comma.
    private static func halves(
        of value: ArraySlice<UInt8>
    ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
        guard let comma = value.firstIndex(of: UInt8(ascii: ",")) else { return (value, nil) }
        return (value[..<comma], value[(comma + 1)...])
    }
}
