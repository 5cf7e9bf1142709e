import CommandTree
import Formats
import ResultReports
import RunResults

/// Joins the results of a run that was divided into parts.
struct ResultMerge {
    private var shards: [Int: (path: String, names: Set<String>)] = [:]
    private var count: Int?
    /// The scenarios of the run that was divided, and the path of the first file that names them.
    private var suite: (value: ResultSuite, path: String)?
    /// The digest of the run to which all files belong, and the path of the first file.
    private var run: (value: String?, path: String)?
    private var places: [String: Int] = [:]
    /// For each result, the path of its file and the number of the shard in that file.
    ///
    /// The number is `nil` if the file does not contain a shard of a divided run.
    private var origins: [(path: String, shard: Int?)] = []
    private var results: [ScenarioResult] = []

    /// Adds a file with results.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - path: The path of the file, for errors.
    /// - Throws: ``CommandFailure`` when the file is incomplete or contradicts an earlier one.
    mutating func add(_ file: ResultFile, path: String) throws(CommandFailure) {
        if let unfinished = UnfinishedRuns(file.results.count, of: file.planned) {
            throw CommandFailure(.failed, "\(path): is incomplete: \(unfinished.words)")
        }
        if let shard = file.shard { try add(shard, of: file, path) }
        for result in file.results {
            guard let place = places[result.name] else {
                places[result.name] = results.count
                origins.append((path, file.shard?.index))
                results.append(result)
                continue
            }
            let origin = origins[place]
            if let one = origin.shard, let other = file.shard?.index, one != other {
                throw CommandFailure(
                    .failed,
                    "\(path): '\(result.name)' is in part \(other) and in part \(one),"
                        + " \(origin.path): were both divided by the same --costs?")
            }
            let known = results[place]
            if !known.assets.isEmpty, !result.assets.isEmpty, known.assets != result.assets {
                throw CommandFailure(
                    .failed,
                    "\(path): '\(result.name)' is \(result.assetWords), and in \(origin.path) it is"
                        + " \(known.assetWords); give one another name ('verify --name')")
            }
            guard known.isSame(as: result) else {
                throw CommandFailure(
                    .failed, "\(path): '\(result.name)' has another result than in \(origin.path)")
            }
        }
    }

    private mutating func add(
        _ shard: ResultShard, of file: ResultFile, _ path: String
    ) throws(CommandFailure) {
        if let count, count != shard.count {
            throw CommandFailure(
                .failed, "\(path): is a part of \(shard.count), others are parts of \(count)")
        }
        count = shard.count
        if let run, run.value != shard.run {
            throw CommandFailure(
                .failed,
                "\(path): is a part of another run than \(run.path): the scenario files, the options"
                    + " or the version of playctl differ")
        }
        run = (shard.run, run?.path ?? path)
        if let given = shard.suite {
            if let suite, suite.value != given {
                throw CommandFailure(
                    .failed,
                    "\(path): is a part of other scenarios than \(suite.path): of \(given.count),"
                        + " and not of the same \(suite.value.count)")
            }
            suite = (given, suite?.path ?? path)
        }
        let names = Set(file.results.map(\.name))
        // Two files of the same part must name the same scenarios. The results themselves are
        // compared elsewhere, across all files.
        if let other = shards[shard.index], other.names != names {
            throw CommandFailure(
                .failed,
                "\(path): is part \(shard.index) of \(shard.count), and so is \(other.path)"
                    + " with other scenarios")
        }
        shards[shard.index] = (path, names)
    }

    /// Returns the results in the order of their names, independent of the order of the files.
    ///
    /// - Throws: ``CommandFailure`` when the results of a part of the divided run are missing, or
    ///   when one of the scenarios is in none of the parts.
    func finish() throws(CommandFailure) -> [ScenarioResult] {
        if let count {
            let missing = (1...count).filter { shards[$0] == nil }
            if let first = missing.first {
                let more = missing.count > 1 ? " and \(missing.count - 1) more are" : " is"
                throw CommandFailure(.failed, "part \(first) of \(count)\(more) missing")
            }
        }
        if let suite = suite?.value {
            let joined = ResultSuite(names: shards.values.flatMap(\.names))
            guard joined == suite else {
                throw CommandFailure(
                    .failed,
                    "the parts contain \(joined.count) of the \(suite.count) scenarios that were"
                        + " divided: were all divided by the same --costs?")
            }
        }
        return results.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}

extension ScenarioResult {
    /// The locations of the assets.
    fileprivate var assetWords: String { SafeText.line(assets.joined(separator: ", ")) }

    /// Returns whether another run has the same result, ignoring its duration.
    fileprivate func isSame(as other: ScenarioResult) -> Bool {
        var other = other
        other.wallTime = wallTime
        return self == other
    }
}
