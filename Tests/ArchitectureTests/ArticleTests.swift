import Testing

/// The Swift code of every article occurs in a snippet, so that it is compiled.
@Suite struct ArticleTests {
    @Test func `the Swift code of an article occurs in a snippet`() {
        let articles = ProjectText.all.filter { $0.path.contains(".docc/") }
        let snippets = ProjectText.all.filter { $0.path.hasPrefix("Snippets/") }
        #expect(articles.count >= 4)
        var count = 0
        for article in articles {
            for block in article.swiftBlocks {
                count += 1
                #expect(
                    snippets.contains { $0.text.contains(block) },
                    "\(article.path): no snippet contains this code:\n\(block)")
            }
        }
        #expect(count >= 3)
    }

    @Test func `a Swift code block in a Markdown file is extracted`() {
        let text = ProjectText(
            path: "A.md", text: "a\n```swift\nlet a = 1\n\nb()\n```\nc\n```\nd\n```\n")
        #expect(text.swiftBlocks == ["let a = 1\n\nb()"])
    }
}

extension ProjectText {
    /// The contents of the code blocks marked as Swift.
    fileprivate var swiftBlocks: [String] {
        var blocks: [String] = []
        var block: [Substring]?
        for line in lines {
            if line.hasPrefix("```") {
                if let lines = block { blocks.append(lines.joined(separator: "\n")) }
                block = block == nil && line == "```swift" ? [] : nil
            } else {
                block?.append(line)
            }
        }
        return blocks
    }
}
