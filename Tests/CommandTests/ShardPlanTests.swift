import PlayctlCommands
import Testing

@Suite struct ShardPlanTests {
    private let names = (0..<1000).map { "suite.scenario-\($0)" }

    private func split(
        _ names: [String], among count: Int, costs: [String: Double] = [:]
    ) throws -> [[Int]] {
        try (1...count).map {
            try #require(ShardPlan(index: $0, count: count)).places(of: names, costs: costs)
        }
    }

    @Test(arguments: [1, 2, 3, 7, 64])
    func `every scenario is in exactly one shard`(count: Int) throws {
        let shards = try split(names, among: count)
        #expect(shards.flatMap(\.self).sorted() == Array(names.indices))
        #expect(shards.allSatisfy { $0 == $0.sorted() })
        let mean = names.count / count
        #expect(shards.allSatisfy { $0.count < 2 * mean + 8 && $0.count > mean / 3 })
    }

    @Test func `without costs a scenario keeps its shard when others change`() throws {
        let plan = try #require(ShardPlan(index: 1, count: 4))
        let all = Set(plan.places(of: names).map { names[$0] })
        let some = names.filter { $0.hasSuffix("7") }
        #expect(Set(plan.places(of: some).map { some[$0] }) == all.intersection(some))
        #expect(plan.places(of: names.reversed()).count == all.count)
    }

    @Test func `scenarios are assigned to the same shards on every machine`() throws {
        let plan = try #require(ShardPlan(index: 1, count: 3))
        let names = ["ads.midroll", "ads.preroll", "live.window", "offline.kill", "drm.rental"]
        #expect(plan.shards(of: names, costs: [:]) == [3, 1, 2, 3, 3])
    }

    @Test func `with costs no shard takes much longer than another`() throws {
        var costs: [String: Double] = [:]
        for (place, name) in names.enumerated() { costs[name] = Double(place % 37) + 0.5 }
        let loads = try split(names, among: 8, costs: costs).map { shard in
            shard.reduce(0) { $0 + (costs[names[$1]] ?? 0) }
        }
        let (least, most) = (try #require(loads.min()), try #require(loads.max()))
        #expect(most - least <= 37)
    }

    @Test func `the most expensive scenarios have shards of their own`() throws {
        let shards = try split(
            ["a", "b", "c", "d"], among: 3, costs: ["a": 1, "b": 100, "c": 90, "d": 1])
        #expect(shards == [[1], [2], [0, 3]])
    }

    @Test func `a scenario without a cost counts as the mean`() throws {
        let shards = try split(["a", "b", "new"], among: 2, costs: ["a": 10, "b": 4])
        #expect(shards == [[0], [1, 2]])
    }

    @Test func `a split by cost does not depend on the order of names`() throws {
        let costs = ["a": 3.0, "b": 3, "c": 2, "d": 2, "e": 1]
        let plan = try #require(ShardPlan(index: 1, count: 2))
        let (one, other) = (["a", "b", "c", "d", "e"], ["e", "d", "c", "b", "a"])
        #expect(
            plan.places(of: one, costs: costs).map { one[$0] }.sorted()
                == plan.places(of: other, costs: costs).map { other[$0] }.sorted())
    }

    @Test(arguments: [(0, 1), (2, 1), (1, 0), (-1, 3), (1, -1), (1, Int.max)])
    func `a shard outside of the number of shards is refused`(index: Int, count: Int) {
        #expect(ShardPlan(index: index, count: count) == nil)
    }

    @Test func `costs are read from a results file, or from a list of seconds by scenario name`()
        throws
    {
        let results =
            "{\"format\": \"x\", \"results\": [{\"name\": \"a\", \"wallTime\": 1.5},"
            + " {\"name\": \"b\", \"wallTime\": \"0.25\"}, {\"name\": \"c\"}]}"
        #expect(try ShardCosts(json: Array(results.utf8)).seconds == ["a": 1.5, "b": 0.25])
        #expect(try ShardCosts(json: Array("{\"a\": 2}".utf8)).seconds == ["a": 2])
    }

    @Test(arguments: ["[]", "{\"a\": \"x\"}", "{\"results\": [{}]}", "{\"a\": -1}", "x"])
    func `invalid costs are refused`(text: String) {
        #expect(throws: (any Error).self) { try ShardCosts(json: Array(text.utf8)) }
    }
}
