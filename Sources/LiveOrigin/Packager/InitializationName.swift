/// The properties of an initialization section that its file name contains.
struct InitializationName: Hashable {
    /// The source or break that contains the media.
    var source: ProgrammeItem.Source
    /// The number of earlier restarts of the encoder with a new initialization section.
    var restarts: Int
    /// The number of the rotation period whose key the section describes; `nil` without a key.
    var period: Int?

    init(source: ProgrammeItem.Source, restarts: Int, period: Int? = nil) {
        self.source = source
        self.restarts = restarts
        self.period = period
    }

    /// Returns the file name of the initialization section.
    ///
    /// - Parameter location: The location of the section in its source. The name has the file
    ///   extension of this location.
    /// - Returns: The name.
    func text(from location: String) -> String {
        let name =
            switch source {
            case .programme(let index): "init-p\(index)"
            case .adBreak(let index): "init-b\(index)"
            }
        return name + (restarts > 0 ? "-r\(restarts)" : "")
            + (period.map { "-k\($0)" } ?? "")
            + ResourceName.fileExtension(of: location)
    }

    /// Parses a name written by ``text(from:)``; `nil` for any other text.
    init?(_ text: Substring) {
        guard let dot = text.lastIndex(of: ".") else { return nil }
        let pieces = text[..<dot].split(separator: "-", omittingEmptySubsequences: false)
        guard 2...4 ~= pieces.count, pieces[0] == "init",
            let index = ResourceName.number(pieces[1].dropFirst())
        else { return nil }
        switch pieces[1].first {
        case "p": source = .programme(index)
        case "b": source = .adBreak(index)
        default: return nil
        }
        restarts = 0
        for piece in pieces.dropFirst(2) {
            guard let number = ResourceName.number(piece.dropFirst()) else { return nil }
            switch piece.first {
            case "r": restarts = number
            case "k": period = number
            default: return nil
            }
        }
    }
}
