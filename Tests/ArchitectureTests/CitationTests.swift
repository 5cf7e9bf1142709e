import Testing

/// Each claim about another player cites a page of this repository, and the page exists.
@Suite struct CitationTests {
    @Test func `every citation of a page leads to a page and a heading`() {
        let pages = Citations.pages(in: ProjectText.all)
        #expect(pages["Brightcove.md"]?.contains("seeking") == true)
        var count = 0
        for file in ProjectText.all where !file.path.hasPrefix("Tests/ArchitectureTests/") {
            let found = Citations.citations(in: file)
            count += found.count
            for citation in found {
                #expect(
                    citation.leads(to: pages),
                    "\(file.path):\(citation.line): \(citation.text): no such page or heading")
            }
        }
        #expect(count >= 70, "found \(count) citations; the search has stopped finding them")
    }

    @Test func `every decision that is cited exists`() {
        let decisions = Set(
            ProjectText.all.filter { $0.path.hasPrefix("Decisions/") }
                .map { String($0.path.dropFirst("Decisions/".count).prefix(4)) })
        #expect(decisions.count >= 23)
        for file in ProjectText.all where !file.path.hasPrefix("Tests/ArchitectureTests/") {
            for (number, line) in file.lines(with: "Decisions/") {
                for match in line.matches(of: /Decisions\/([0-9]{4})/) {
                    #expect(
                        decisions.contains(String(match.1)),
                        "\(file.path):\(number): \(match.0): no such decision")
                }
            }
        }
    }

    @Test func `every cited document is public`() {
        for file in ProjectText.all where !file.path.hasPrefix("Tests/ArchitectureTests/") {
            for vague in [
                "fact sheet", "Fact sheet", "document 00", "Document 00", "source document",
            ] {
                for (number, _) in file.lines(with: vague) {
                    Issue.record("\(file.path):\(number): cite a page of Documentation instead")
                }
            }
        }
    }

    @Test(arguments: [
        ("## Seeking", "seeking"),
        ("## Video type and media type", "video-type-and-media-type"),
        ("### A `name`, and more", "a-name-and-more"),
    ])
    func `a heading has the anchor that GitHub gives it`(heading: String, anchor: String) {
        #expect(Citations.anchor(ofHeading: heading[...]) == anchor)
    }

    @Test(arguments: [
        ("/// Source: `Documentation/A.md#none`.", false),
        ("/// Source: `Documentation/B.md#one`.", false),
        ("/// (`Documentation/A.md#one`)", true),
        ("/// Source: `Documentation/A.md`.", true),
        ("[A](../Documentation/A.md#one)", true),
        ("[A](../Documentation/A.md#on)", false),
    ])
    func `a dangling citation is found`(text: String, leads: Bool) throws {
        let file = ProjectText(path: "Sources/C.swift", text: text)
        let citation = try #require(Citations.citations(in: file).first)
        #expect(citation.leads(to: ["A.md": ["one"]]) == leads)
    }

    @Test func `a link between pages is a citation`() throws {
        let file = ProjectText(
            path: "Documentation/A.md", text: "See [B](B.md#two) and [c](#three).")
        #expect(Citations.citations(in: file).map(\.page) == ["B.md", "A.md"])
        #expect(Citations.citations(in: file).map(\.anchor) == ["two", "three"])
    }
}
