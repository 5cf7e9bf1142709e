import Verification

/// Joins the results of the parts of a run.
struct ResultMerge {
    private var shards: [Int: (path: String, names: Set<String>)] = [:]
    private var count: Int?
    private var places: [String: Int] = [:]
    private var paths: [String] = []
    private var results: [ScenarioResult] = []

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - path: Where it is, for errors.
    /// - Throws: ``CommandFailure`` when it contradicts another one.
    mutating func add(_ file: ResultFile, path: String) throws(CommandFailure) {
        if file.isIncomplete, let planned = file.planned {
            throw CommandFailure(
                .failed,
                "\(path): is incomplete: \(file.results.count) of \(planned) were run")
        }
        if let shard = file.shard {
            if let count, count != shard.count {
                throw CommandFailure(
                    .failed, "\(path): is a part of \(shard.count), others are parts of \(count)")
            }
            count = shard.count
            let names = Set(file.results.map(\.name))
            // The results themselves are compared below, as those of all files are.
            if let other = shards[shard.index], other.names != names {
                throw CommandFailure(
                    .failed,
                    "\(path): is part \(shard.index) of \(shard.count), and so is \(other.path)"
                        + " with other scenarios")
            }
            shards[shard.index] = (path, names)
        }
        for result in file.results {
            guard let place = places[result.name] else {
                places[result.name] = results.count
                paths.append(path)
                results.append(result)
                continue
            }
            guard results[place].isSame(as: result) else {
                throw CommandFailure(
                    .failed,
                    "\(path): '\(result.name)' came out otherwise than in \(paths[place])")
            }
        }
    }

    /// The results in the order of their names, whatever the order of the files.
    ///
    /// - Throws: ``CommandFailure`` when a part is missing.
    func finish() throws(CommandFailure) -> [ScenarioResult] {
        if let count {
            let missing = (1...count).filter { shards[$0] == nil }
            if let first = missing.first {
                let more = missing.count > 1 ? " and \(missing.count - 1) more are" : " is"
                throw CommandFailure(.failed, "part \(first) of \(count)\(more) missing")
            }
        }
        return results.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}

extension ScenarioResult {
    /// Whether another run came to the same, however long it took.
    fileprivate func isSame(as other: ScenarioResult) -> Bool {
        var other = other
        other.wallTime = wallTime
        return self == other
    }
}
