import CommandTree
import PlayctlCommands
import Testing

@Suite struct ShardChoiceTests {
    private func choice(
        _ variables: [String: String], flag: ShardPlan? = nil, count: Int? = nil
    ) throws(CommandFailure) -> ShardChoice {
        try ShardChoice(flag: flag, count: count) { variables[$0] }
    }

    @Test(arguments: [
        (["JOB_COMPLETION_INDEX": "0", "PLAYCTL_TOTAL": "8"], 1, 8),
        (["JOB_COMPLETION_INDEX": "7", "PLAYCTL_TOTAL": "8"], 8, 8),
        (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "3"], 1, 3),
        (["TEST_SHARD_INDEX": "2", "TEST_TOTAL_SHARDS": "3"], 3, 3),
        (["GTEST_SHARD_INDEX": "0", "GTEST_TOTAL_SHARDS": "3"], 1, 3),
        (["PLAYCTL_INDEX": "1", "PLAYCTL_TOTAL": "2"], 2, 2),
    ])
    func `the environment determines the shard`(
        variables: [String: String], index: Int, count: Int
    ) throws {
        let choice = try choice(variables)
        #expect(choice.plan == ShardPlan(index: index, count: count))
        let note = try #require(choice.note)
        #expect(note.hasPrefix("shard \(index) of \(count) ("))
        for name in variables.keys { #expect(note.contains(name)) }
    }

    @Test func `a requested shard overrides the environment`() throws {
        let choice = try choice(
            ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "3"], flag: ShardPlan(index: 2, count: 5))
        #expect(choice.plan == ShardPlan(index: 2, count: 5))
        #expect(choice.note == "shard 2 of 5 (--shard)")
    }

    @Test func `an option gives the number of shards when the environment does not`() throws {
        let choice = try choice(["JOB_COMPLETION_INDEX": "3"], count: 4)
        #expect(choice.plan == ShardPlan(index: 4, count: 4))
    }

    @Test func `without a number of shards everything is run, with a note`() throws {
        let choice = try choice(["JOB_COMPLETION_INDEX": "3"])
        #expect(choice.plan == nil)
        #expect(choice.note?.contains("PLAYCTL_TOTAL is not") == true)
    }

    @Test func `without shards in the environment there is no note`() throws {
        let choice = try choice(["CI_NODE_TOTAL": "1", "CI_NODE_INDEX": ""])
        #expect(choice.plan == nil)
        #expect(choice.note == nil)
    }

    @Test(arguments: [
        ["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "3"], ["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "3"],
        ["TEST_SHARD_INDEX": "3", "TEST_TOTAL_SHARDS": "3"],
        ["JOB_COMPLETION_INDEX": "x", "PLAYCTL_TOTAL": "3"],
        ["JOB_COMPLETION_INDEX": "0", "PLAYCTL_TOTAL": "0"],
        ["GTEST_SHARD_INDEX": "9223372036854775807", "GTEST_TOTAL_SHARDS": "3"],
    ])
    func `a shard out of range is wrong usage`(variables: [String: String]) {
        let failure = #expect(throws: CommandFailure.self) { try choice(variables) }
        #expect(failure?.code == .usage)
    }

    @Test func `a number of shards without an index is wrong usage`() {
        #expect(throws: CommandFailure.self) { try choice([:], count: 4) }
    }
}
