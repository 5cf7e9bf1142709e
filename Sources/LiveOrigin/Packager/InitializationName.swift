/// The name of the file of an initialization section, from which an origin finds it again.
struct InitializationName: Hashable {
    /// The origin of the media.
    var source: ProgrammeItem.Source
    /// The number of restarts with a new section before it.
    var restarts: Int

    init(source: ProgrammeItem.Source, restarts: Int) {
        self.source = source
        self.restarts = restarts
    }

    /// Returns the name of a file.
    ///
    /// - Parameter location: The location of the section in its source, whose extension is kept.
    /// - Returns: The name.
    func text(from location: String) -> String {
        let name =
            switch source {
            case .programme(let index): "init-p\(index)"
            case .adBreak(let index): "init-b\(index)"
            }
        return name + (restarts > 0 ? "-r\(restarts)" : "")
            + ResourceName.fileExtension(of: location)
    }

    /// Reads a name as ``text(from:)`` writes it; `nil` for another one.
    init?(_ text: Substring) {
        guard let dot = text.lastIndex(of: ".") else { return nil }
        let pieces = text[..<dot].split(separator: "-", omittingEmptySubsequences: false)
        guard 2...3 ~= pieces.count, pieces[0] == "init",
            let index = ResourceName.number(pieces[1].dropFirst())
        else { return nil }
        switch pieces[1].first {
        case "p": source = .programme(index)
        case "b": source = .adBreak(index)
        default: return nil
        }
        restarts = 0
        guard pieces.count == 3 else { return }
        guard pieces[2].first == "r", let number = ResourceName.number(pieces[2].dropFirst())
        else { return nil }
        restarts = number
    }
}
