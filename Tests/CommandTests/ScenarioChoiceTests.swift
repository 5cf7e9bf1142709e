import PlayctlCommands
import Testing

@Suite struct ScenarioChoiceTests {
    private func choice(_ names: [String] = [], tags: [[String]] = []) -> ScenarioChoice {
        var choice = ScenarioChoice()
        choice.names = names
        choice.tags = tags
        return choice
    }

    @Test func `without words to match, every scenario is selected`() {
        #expect(choice().picks("a", tags: []))
    }

    @Test(arguments: [
        ([["smoke"]], ["smoke", "ads"], true), ([["smoke"]], ["ads"], false),
        ([["smoke", "ads"]], ["ads"], true), ([["smoke"], ["ads"]], ["ads"], false),
        ([["smoke"], ["ads"]], ["ads", "smoke"], true), ([["!slow"]], ["slow"], false),
        ([["!slow"]], [], true), ([["smoke", "!slow"]], ["smoke", "slow"], false),
        ([["Smoke"]], ["smoke"], false),
    ])
    func `tags select`(wanted: [[String]], tags: [String], isPicked: Bool) {
        #expect(choice(tags: wanted).picks("a", tags: tags) == isPicked)
    }

    @Test(arguments: [
        (["mid"], "ads.Midroll", true), (["pre"], "ads.midroll", false),
        (["pre", "mid"], "ads.midroll", true), (["!ads"], "ads.midroll", false),
        (["ads", "!mid"], "ads.midroll", false), (["ads", "!mid"], "ads.preroll", true),
    ])
    func `parts of names select`(words: [String], name: String, isPicked: Bool) {
        #expect(choice(words).picks(name, tags: []) == isPicked)
    }

    @Test func `a file that cannot be read is never excluded by its tags`() {
        #expect(choice(tags: [["smoke"]]).picks("a", tags: nil))
    }
}
