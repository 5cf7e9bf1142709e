import Foundation
import Testing

/// The listings in `Documentation/API` agree with the modules, so each change is seen in review.
@Suite struct PublicInterfaceTests {
    private static let isRecorded = ProcessInfo.processInfo.environment["RECORD_API"] == "1"

    @Test func `HeadlessPlayback exports what its API listing states, in at most 91 names`()
        async throws
    {
        let door = try Self.door()
        #expect(door.keys.count >= 11)
        let interface = PublicInterface(
            door: door, of: try await SymbolGraphFile.extract(door.keys.sorted()))
        try compare(interface, with: "HeadlessPlayback")
        #expect(interface.names.count >= 80, "names are missing: \(interface.names)")
        #expect(
            interface.names.count <= 91,
            "an app's test needs few names; others belong to the products below the door")
        for page in ["README.md", "ARCHITECTURE.md"] {
            let text = try String(
                contentsOfFile: SourceFile.package + "/" + page, encoding: .utf8)
            let stated = try #require(text.firstMatch(of: /([0-9]+) names/)?.1, "\(page) has none")
            #expect(Int(stated) == interface.names.count, "\(page) states another number of names")
        }
    }

    @Test func `HeadlessPlaybackTesting exports what its API listing states`() async throws {
        let file = try #require(
            SourceFile.all.first {
                $0.path == "HeadlessPlaybackTesting/HeadlessPlaybackTesting.swift"
            })
        var door: [String: PublicInterface.Names] = ["HeadlessPlaybackTesting": .all]
        for line in file.lines {
            guard let module = line.wholeMatch(of: /@_exported public import (\w+)/)?.1,
                module != "HeadlessPlayback"
            else { continue }
            door[String(module)] = .all
        }
        #expect(door.keys.count >= 6)
        // Extensions of the types that `HeadlessPlayback` exports are part of the listing.
        let files = try await SymbolGraphFile.extract(door.keys.sorted())
        for (module, names) in try Self.door() { door[module] = names }
        // The listing also includes single declarations that are exported from other modules.
        var named: [String: Set<String>] = [:]
        for line in file.lines {
            guard let name = line.wholeMatch(of: /@_exported public import \w+ (\w+)\.(\w+)/)
            else { continue }
            named[String(name.1), default: []].insert(String(name.2))
        }
        let others = try await SymbolGraphFile.extract(named.keys.sorted())
        let interface = PublicInterface(
            door: door, named: named, of: files + others.filter { $0.extended == nil })
        try compare(interface, with: "HeadlessPlaybackTesting")
        #expect(interface.names.count >= 50)
    }

    @Test(arguments: [("HeadlessBrightcove", 60), ("HeadlessJW", 12)])
    func `HeadlessBrightcove and HeadlessJW export what their API listings state`(
        name: String, least: Int
    ) async throws {
        let interface = PublicInterface(
            door: [name: .all], of: try await SymbolGraphFile.extract([name]))
        try compare(interface, with: name)
        #expect(interface.names.count + interface.lines.count >= least)
    }

    @Test func `a changed declaration is reported, with the command that renews the API listing`() {
        let comparison = ListingComparison(listed: ["A", "", "B  b"], found: ["B  b", "C  c"])
        #expect(
            comparison.text(name: "X") == """
                Documentation/API/X.txt differs from the public declarations; `make api` renews it
                removed: A
                added: C  c
                """)
        #expect(ListingComparison(listed: ["", "A"], found: ["A"]).text(name: "X") == nil)
    }

    private func compare(_ interface: PublicInterface, with name: String) throws {
        let path = SourceFile.package + "/Documentation/API/\(name).txt"
        if Self.isRecorded {
            try (Listing(interface.lines).text).write(
                toFile: path, atomically: true, encoding: .utf8)
        }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let listed = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let difference = ListingComparison(listed: listed, found: interface.lines).text(name: name)
        #expect(difference == nil)
    }

    /// Returns the names that `HeadlessPlayback` exports, by module.
    ///
    /// From its own module, `HeadlessPlayback` exports all names.
    private static func door() throws -> [String: PublicInterface.Names] {
        let file = try #require(
            SourceFile.all.first { $0.path == "HeadlessPlayback/HeadlessPlayback.swift" })
        var names: [String: Set<String>] = [:]
        for line in file.lines where line.hasPrefix("@_exported") {
            let name = try #require(
                line.wholeMatch(of: /@_exported public import \w+ (\w+)\.(\w+)/),
                "the front door names what it brings, one declaration a line: \(line)")
            names[String(name.1), default: []].insert(String(name.2))
        }
        var door = names.mapValues(PublicInterface.Names.some)
        door["HeadlessPlayback"] = .all
        return door
    }
}
