import Testing

/// The code walks in `ARCHITECTURE.md` name only code that exists.
@Suite struct WalkTests {
    /// A step of a code walk in `ARCHITECTURE.md`, with the types and members that the step names.
    private struct Stop {
        let title: String
        let names: [String]
    }

    private let walks: [[Stop]]

    init() throws {
        let page = try #require(ProjectText.all.first { $0.path == "ARCHITECTURE.md" })
        var walks: [[Stop]] = []
        for line in page.lines {
            if line.hasPrefix("#") { if line.hasPrefix("### A walk: ") { walks.append([]) } }
            guard !walks.isEmpty, line.hasPrefix("| "), line.dropFirst(2).first?.isNumber == true
            else { continue }
            let names = line.matches(of: /`([A-Z][A-Za-z]+(?:\.[a-z][A-Za-z]*)?)`/).map {
                String($0.1)
            }
            walks[walks.count - 1].append(Stop(title: String(line.prefix(60)), names: names))
        }
        self.walks = walks
    }

    @Test func `there are two guided walks through the code, of five to ten stops each`() {
        #expect(walks.count == 2)
        for walk in walks { #expect((5...10).contains(walk.count)) }
    }

    @Test func `every stop of a guided walk names declarations that exist in Sources`() {
        for stop in walks.joined() {
            #expect(!stop.names.isEmpty, "\(stop.title): no name")
            for name in stop.names {
                #expect(Self.exists(name), "\(stop.title): \(name) is not declared in Sources")
            }
        }
    }

    @Test(arguments: [
        ("SessionShell.step", true), ("SessionShell.stride", false), ("Playhead", true),
        ("Playhand", false), ("PlaybackEffect.report", true),
    ])
    func `a name is looked up in the files of its type`(name: String, exists: Bool) {
        #expect(Self.exists(name) == exists)
    }

    /// Returns whether a file of `Sources` declares or extends the type and declares the member.
    private static func exists(_ name: String) -> Bool {
        let parts = name.split(separator: ".").map(String.init)
        let heads = ["struct", "class", "enum", "protocol", "extension"].map { "\($0) \(parts[0])" }
        let files = SourceFile.all.filter { !$0.places(of: heads).isEmpty }
        guard parts.count == 2 else { return !files.isEmpty }
        let member = parts[1]
        let declarations =
            member == "init"
            ? ["init("] : ["func \(member)", "var \(member)", "let \(member)", "case \(member)"]
        return files.contains { !$0.places(of: declarations).isEmpty }
    }
}
