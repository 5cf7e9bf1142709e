import Formats
import HeadlessPlayback
public import RunResults

/// Results as a JSON file without loss of information.
///
/// These files are used to join the results of several machines, and to create pages and other
/// reports later. Times of the virtual clock are strings with decimal seconds, exact to the
/// attosecond; media times are counts of 1/705,600,000 s; a seed is a string, because many JSON
/// parsers do not support 64 bits. Members without a value are omitted.
public struct ResultFile: Sendable, Equatable {
    /// The version of the format.
    static let version: Int64 = 1
    /// The name of the format.
    static let format = "playctl-results"

    /// The part of the run that the file covers; `nil` for a run that was not divided.
    public var shard: ResultShard?
    /// The number of planned results; `nil` if unknown.
    public var planned: Int?
    /// The results, in order.
    public var results: [ScenarioResult]

    /// Whether fewer scenarios were run than planned; `false` if the planned number is unknown.
    public var isIncomplete: Bool { planned.map { results.count < $0 } ?? false }

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - results: The results, in order.
    ///   - shard: The part of the run that the file covers; `nil` for a run that was not divided.
    ///   - planned: The planned number of results.
    public init(_ results: [ScenarioResult], shard: ResultShard? = nil, planned: Int? = nil) {
        self.planned = planned
        self.results = results
        self.shard = shard
    }
}

/// One part of a run that was divided.
public struct ResultShard: Sendable, Hashable {
    /// The number of the part, counted from 1.
    public let index: Int
    /// The number of parts.
    public let count: Int
    /// The suite that was divided into parts; `nil` if unknown.
    public let suite: ResultSuite?
    /// A digest of the run's settings; `nil` if unknown.
    ///
    /// The settings are the version of the tool, the options that change results, and the contents
    /// of all scenario files, without the assets. Parts with different digests are parts of
    /// different runs.
    public let run: String?

    /// Creates a part; `nil` unless the index is in `1...count` and the count is at most a million.
    ///
    /// - Parameters:
    ///   - index: The index of the part, counted from 1.
    ///   - count: The number of parts.
    ///   - suite: The divided suite.
    ///   - run: A digest of the run's settings.
    public init?(index: Int, count: Int, suite: ResultSuite? = nil, run: String? = nil) {
        guard index >= 1, index <= count, count <= 1_000_000 else { return nil }
        self.index = index
        self.count = count
        self.suite = suite
        self.run = run
    }
}

/// The identity of a suite of scenarios, which is the same in all parts of a divided run.
public struct ResultSuite: Sendable, Hashable {
    /// The number of scenarios.
    public let count: Int
    /// A digest of the names of all scenarios, independent of the order of the names.
    public let digest: String

    /// Creates the suite of some scenarios.
    ///
    /// - Parameter names: The names of the scenarios.
    public init(names: some Sequence<String>) {
        let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        var hash = FNVHash()
        for name in sorted { hash.add(name, end: 0) }
        count = sorted.count
        digest = Hexadecimal.text(hash.value, digits: 16)
    }

    init(count: Int, digest: String) {
        self.count = count
        self.digest = digest
    }
}
