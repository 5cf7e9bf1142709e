extension WebVTTRegion {
    /// Parses the settings of a region.
    ///
    /// Reference: W3C WebVTT, section 6.2 (region settings parsing).
    ///
    /// - Parameters:
    ///   - bytes: The text after the line `REGION`.
    ///   - ignored: Receives each setting that has no effect.
    init(settings bytes: ArraySlice<UInt8>, ignored: (ArraySlice<UInt8>) -> Void) {
        self.init()
        for token in SettingTokens(bytes) where !take(token) { ignored(token.whole) }
    }

    private mutating func take(_ token: SettingTokens.Token) -> Bool {
        let value = token.value
        switch token.name.text {
        case "id":
            identifier = value.text
        case "width":
            guard let number = value.percentage else { return false }
            width = number
        case "lines":
            guard value.allSatisfy({ $0.isDigit }) else { return false }
            lines = Int(value.saturatedNumber)
        case "regionanchor":
            guard let place = value.anchor else { return false }
            anchor = place
        case "viewportanchor":
            guard let place = value.anchor else { return false }
            viewportAnchor = place
        case "scroll":
            guard value.isText("up") else { return false }
            scroll = .up
        default:
            return false
        }
        return true
    }
}
