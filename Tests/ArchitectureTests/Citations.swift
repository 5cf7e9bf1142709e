/// The citations of pages in `Documentation`, and the headings that a citation may name.
enum Citations {
    /// A reference to a page, or to a heading of a page.
    struct Citation {
        /// The number of the line that contains the reference, counted from 1.
        let line: Int

        /// The text of the reference.
        let text: String

        /// The file name of the page.
        let page: String

        /// The anchor of the heading; `nil` for the whole page.
        let anchor: String?

        /// Returns whether the page exists and has the heading.
        func leads(to pages: [String: Set<String>]) -> Bool {
            guard let anchors = pages[page] else { return false }
            return anchor.map(anchors.contains) ?? true
        }
    }

    /// Returns the anchors of every page in `Documentation`.
    static func pages(in files: [ProjectText]) -> [String: Set<String>] {
        var pages: [String: Set<String>] = [:]
        for file in files where file.path.hasPrefix("Documentation/") {
            let headings = file.lines.filter { $0.hasPrefix("#") }
            pages[String(file.path.dropFirst("Documentation/".count))] = Set(
                headings.map { anchor(ofHeading: $0) })
        }
        return pages
    }

    /// Returns the anchor that GitHub gives a heading.
    static func anchor(ofHeading heading: Substring) -> String {
        let title = heading.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
        return String(
            title.compactMap { character -> Character? in
                if character == " " { return "-" }
                let isKept = character.isLetter || character.isNumber || "-_".contains(character)
                return isKept ? character : nil
            })
    }

    /// Returns the references in a file to pages: by path, or by link if the file is itself a page.
    static func citations(in file: ProjectText) -> [Citation] {
        let paths = file.lines(with: "Documentation/").flatMap { number, line in
            line.matches(of: /Documentation\/([A-Za-z]+\.md)(?:#([a-z0-9-]+))?/).map {
                Citation(
                    line: number, text: String($0.0), page: String($0.1),
                    anchor: $0.2.map(String.init))
            }
        }
        guard file.path.hasPrefix("Documentation/") else { return paths }
        let own = String(file.path.dropFirst("Documentation/".count))
        let links = file.lines(with: "](").flatMap { number, line in
            line.matches(of: /\]\(([A-Za-z]+\.md)?(?:#([a-z0-9-]+))?\)/).map {
                Citation(
                    line: number, text: String($0.0), page: $0.1.map(String.init) ?? own,
                    anchor: $0.2.map(String.init))
            }
        }
        return paths + links
    }
}
