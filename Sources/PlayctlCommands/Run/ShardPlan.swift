import Formats
import HeadlessPlayback

/// Divides scenarios among machines that do not communicate.
///
/// Equal names, costs and counts give the same division on every machine. If costs are known from
/// earlier runs, scenarios are divided by cost. Otherwise, they are divided by a hash of the name,
/// so that a scenario keeps its shard when others are added or removed.
package struct ShardPlan: Equatable {
    /// The number of the shard, counted from 1.
    package let index: Int
    /// The number of shards.
    package let count: Int

    /// Creates a plan; `nil` if the index is out of range.
    package init?(index: Int, count: Int) {
        guard count >= 1, count <= 1_000_000, (1...count).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    /// Returns the scenarios of this shard, by index.
    ///
    /// - Parameters:
    ///   - names: The names of all scenarios.
    ///   - costs: The durations of scenarios, by name; a missing duration is replaced by the mean
    ///     of the known durations.
    /// - Returns: The indices of this shard's scenarios, in order.
    package func places(of names: [String], costs: [String: Double] = [:]) -> [Int] {
        zip(names.indices, shards(of: names, costs: costs)).filter { $0.1 == index }.map(\.0)
    }

    /// Returns the shard of each scenario, counted from 1.
    package func shards(of names: [String], costs: [String: Double]) -> [Int] {
        let known = names.compactMap { costs[$0] }.filter { $0 >= 0 && $0.isFinite }
        guard !known.isEmpty else {
            return names.map { Int(Self.hash($0) % UInt64(count)) + 1 }
        }
        let mean = known.reduce(0, +) / Double(known.count)
        func cost(_ place: Int) -> Double {
            costs[names[place]].flatMap { $0 >= 0 && $0.isFinite ? $0 : nil } ?? mean
        }
        let order = names.indices.sorted { one, other in
            let (left, right) = (cost(one), cost(other))
            return left == right
                ? (names[one], one) < (names[other], other) : left > right
        }
        // The costliest scenarios are assigned first, each to the shard with the lowest total. A
        // scenario with a cost of zero is given a small cost, so that such scenarios are
        // distributed among the shards.
        let least = max(mean / 1000, .leastNormalMagnitude)
        var heap = LoadHeap(count: count)
        var shards = [Int](repeating: 1, count: names.count)
        for place in order { shards[place] = heap.assign(max(cost(place), least)) + 1 }
        return shards
    }

    /// Returns a hash of a name, mixed again so that its lower bits are evenly distributed.
    static func hash(_ name: String) -> UInt64 {
        FNVHash(name).mixed
    }
}

/// A heap of the total costs of the shards, with the lowest total at the front.
private struct LoadHeap {
    private var items: [(load: Double, shard: Int)]

    init(count: Int) {
        items = (0..<count).map { (0, $0) }
    }

    /// Assigns a cost to the shard with the lowest total, and returns the shard's index.
    ///
    /// If several shards have the lowest total, the first of them is chosen.
    mutating func assign(_ cost: Double) -> Int {
        let shard = items[0].shard
        items[0].load += cost
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < items.count {
                if items[child] < items[least] { least = child }
            }
            if least == place { return shard }
            items.swapAt(place, least)
            place = least
        }
    }
}
