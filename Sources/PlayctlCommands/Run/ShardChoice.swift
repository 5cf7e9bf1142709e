package import CommandTree

/// The shard of the scenarios for this machine, and the source of this choice.
package struct ShardChoice: Equatable {
    /// The shard to run; `nil` means all scenarios.
    package var plan: ShardPlan?
    /// The source of the choice, in words; `nil` if no shard was chosen.
    package var source: String?
    /// The path of a file to create, which shows the test runner that shards are supported.
    package var statusFile: String?

    /// The environment variables that state the index of a command's copy and the number of copies.
    ///
    /// A CI system, a test runner or a job controller, such as the one of Kubernetes, starts the
    /// copies and sets the variables.
    private struct Convention {
        let name: String
        let index: String
        let count: String
        /// The index that the first copy of a command receives, such as 0 or 1.
        let first: Int
        var statusFile: String?
    }

    private static let conventions = [
        Convention(name: "playctl", index: "PLAYCTL_INDEX", count: "PLAYCTL_TOTAL", first: 0),
        Convention(
            name: "Kubernetes Indexed Job", index: "JOB_COMPLETION_INDEX", count: "PLAYCTL_TOTAL",
            first: 0),
        Convention(name: "GitLab", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
        Convention(
            name: "Bazel", index: "TEST_SHARD_INDEX", count: "TEST_TOTAL_SHARDS", first: 0,
            statusFile: "TEST_SHARD_STATUS_FILE"),
        Convention(
            name: "googletest", index: "GTEST_SHARD_INDEX", count: "GTEST_TOTAL_SHARDS", first: 0,
            statusFile: "GTEST_SHARD_STATUS_FILE"),
    ]

    /// Chooses the requested shard, or else the shard that the environment names.
    ///
    /// - Parameters:
    ///   - flag: The shard requested on the command line.
    ///   - count: The number of shards, for environments that state only the index.
    ///   - variable: Returns the value of an environment variable, or `nil`.
    /// - Throws: ``CommandFailure`` when the environment names a shard that does not exist.
    package init(
        flag: ShardPlan?, count: Int?, _ variable: (String) -> String?
    ) throws(CommandFailure) {
        if let flag {
            plan = flag
            source = "--shard"
            return
        }
        for convention in Self.conventions {
            guard let index = variable(convention.index), !index.isEmpty else { continue }
            let total = variable(convention.count).flatMap { $0.isEmpty ? nil : $0 }
            guard let total = count.map(String.init) ?? total else {
                source = "\(convention.index) is set and \(convention.count) is not: all are run"
                return
            }
            let from = count == nil ? "\(convention.index), \(convention.count)" : convention.index
            guard let number = Int(index), let all = Int(total), number < Int.max,
                number >= convention.first, all >= 1,
                let plan = ShardPlan(index: number - convention.first + 1, count: all)
            else {
                throw CommandFailure(
                    .usage,
                    "\(convention.name) names shard '\(index)' of '\(total)', which does not exist"
                        + " (\(from))")
            }
            self.plan = plan
            source = "\(convention.name): \(from)"
            statusFile = convention.statusFile.flatMap(variable).flatMap { $0.isEmpty ? nil : $0 }
            return
        }
        if count != nil {
            throw CommandFailure(
                .usage,
                "--shards is given, and no environment variable states the index of this part;"
                    + " use --shard I/N")
        }
    }

    /// A note about the chosen shard, on one line; `nil` when there is none.
    package var note: String? {
        guard let source else { return nil }
        return plan.map { "shard \($0.index) of \($0.count) (\(source))" } ?? source
    }

    /// Creates the file whose existence shows a test runner that shards are supported.
    func touchStatusFile() throws(CommandFailure) {
        if let statusFile { _ = try OutputStream(creating: statusFile) }
    }
}
