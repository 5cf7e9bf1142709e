import Foundation
import HeadlessPlaybackTesting
import TestSupport
import Testing

/// Scenarios from users' complaints about players, as described in `Scenarios/README.md`.
@Suite struct CorpusTests {
    private static let folder =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Scenarios").path
    private static let files: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return (names ?? []).filter { $0.hasSuffix(ScenarioFile.nameEnding) }.sorted()
    }()

    @Test func `every user complaint about playback has a scenario`() {
        // Scenario 19 is missing here, because it is about downloads without a player.
        let expected = (1...20).filter { $0 != 19 }.map { $0 < 10 ? "0\($0)" : "\($0)" }
        #expect(Self.files.map { String($0.prefix(2)) } == expected)
    }

    @Test(arguments: files)
    func `the scenario of each user complaint passes its checks`(file: String) throws {
        let path = "\(Self.folder)/\(file)"
        let scenario = try ScenarioFile.scenario(from: fileBytes(path), path: path)
        try ScenarioRunner().run(scenario).check()
    }
}
