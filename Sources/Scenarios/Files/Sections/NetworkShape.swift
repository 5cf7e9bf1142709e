import HeadlessPlayback
import Transport

/// The conditions of a network that have been read from a file so far.
struct NetworkDraft: Sendable {
    /// The lowest rate above zero, in bits per second, that needs no unit.
    private static let lowestPlainRate: Int64 = 10_000
    /// The schema of a rate; texts without a unit are left out.
    fileprivate static let rateSchema = SchemaNode.quantity(
        "bandwidth", units: Shape<Int64>.rateUnits.map(\.0).filter { !$0.isEmpty },
        plainNumbers: [0...0, lowestPlainRate...NetworkConditions.highestBitsPerSecond])

    var rate: Int64?
    var latency = Duration.zero
    var loss = 0
    var head: Int64 = 0
    var steps: [NetworkConditions.Step] = []
    var trace: [NetworkConditions.Step] = []
    var outages: [Period] = []

    /// The network conditions; outages override the bandwidth of the steps or of the trace.
    ///
    /// The seed with which the scenario runs determines the random effects.
    var conditions: NetworkConditions {
        var steps = self.steps
        if let rate { steps.insert(.init(start: .start, bitsPerSecond: rate), at: 0) }
        if !trace.isEmpty { steps = trace }
        let usual = NetworkConditions(steps: steps).steps
        var conditions = NetworkConditions(
            steps: outages.isEmpty ? usual : interrupted(usual), latency: latency,
            lossPerMillion: loss)
        conditions.headByteCount = head
        return conditions
    }

    /// Returns a rate as a bandwidth, unless the rate is low and has no unit.
    ///
    /// A low number probably states kilobits, as it would with `--network`.
    ///
    /// - Parameters:
    ///   - rate: The rate, in bits per second.
    ///   - value: The value in the file.
    /// - Returns: The rate.
    /// - Throws: ``ScenarioFileError`` for a low rate without a unit.
    fileprivate static func bandwidth(
        _ rate: Int64, _ value: FileValue
    ) throws(ScenarioFileError) -> Int64? {
        if let word = value.word, word.last?.isNumber ?? false, (1..<lowestPlainRate) ~= rate {
            throw value.unexpected("a unit, as in \(word)kbps or \(word)bps")
        }
        return rate
    }

    /// Adds the outages to the bandwidths over time, in a time that grows with their number.
    ///
    /// - Parameter usual: The bandwidths without the outages, in ascending order of time.
    /// - Returns: The bandwidths with the outages, in order.
    private func interrupted(
        _ usual: [NetworkConditions.Step]
    ) -> [NetworkConditions.Step] {
        var all: [NetworkConditions.Step] = []
        var rest = usual[...]
        // Before the first step, the bandwidth of the first step applies. A step at the start
        // states this bandwidth explicitly, because an outage before the first step would otherwise
        // become the first step.
        var bandwidth = usual.first?.bitsPerSecond
        if usual.first?.start != .start {
            all.append(.init(start: .start, bitsPerSecond: bandwidth))
        }
        for outage in wholeOutages {
            while let step = rest.first, step.start < outage.start {
                all.append(step)
                bandwidth = step.bitsPerSecond
                rest.removeFirst()
            }
            all.append(.init(start: outage.start, bitsPerSecond: 0))
            guard let end = outage.end else { return all }
            while let step = rest.first, step.start <= end {
                bandwidth = step.bitsPerSecond
                rest.removeFirst()
            }
            all.append(.init(start: end, bitsPerSecond: bandwidth))
        }
        return all + rest
    }

    /// The outages in ascending order, with overlapping and adjacent outages as one.
    private var wholeOutages: [Period] {
        var whole: [Period] = []
        for outage in outages.sorted(by: { $0.start < $1.start }) {
            guard let last = whole.last, outage.start <= last.definiteEnd else {
                whole.append(outage)
                continue
            }
            if outage.definiteEnd > last.definiteEnd { whole[whole.count - 1].end = outage.end }
        }
        return whole
    }
}

extension Shape<NetworkDraft> {
    /// The syntax of the conditions of the network.
    static let network = Shape.mapping(
        "The network; by default, everything arrives at once.",
        from: { NetworkDraft() },
        exclusive: [("trace", "rate"), ("trace", "steps")],
        fields: [
            Field("rate", .bandwidth, "The bandwidth from the start, with a unit; or unlimited.") {
                $0.rate = $1
            },
            Field("latency", .latency, "The delay of the first byte of each transfer.") {
                $0.latency = $1
            },
            Field("loss", .loss, "The part of packets that is lost, such as 0.2%.") {
                $0.loss = $1
            },
            Field(
                "response-head", .responseHead,
                "The bytes of the header of each response, which use the bandwidth: a size, or"
                    + " 'usual' for \(NetworkConditions.usualHeadByteCount); 0."
            ) { $0.head = $1 },
            Field(
                "steps", Shape<NetworkConditions.Step>.step.list(),
                "Changes of the bandwidth, in order of time."
            ) { $0.steps = $1 },
            Field(
                "trace", .trace,
                "The path of a file with seconds and kilobits a second on each line."
            ) { $0.trace = $1 },
            Field(
                "outages", Shape<Period>.period.list(),
                "The periods in which no data is transferred."
            ) {
                $0.outages = $1
            },
        ])
}

extension Shape<Int64?> {
    /// The syntax of a bandwidth, which may be unlimited (`nil`).
    fileprivate static let bandwidth = Shape<Int64>.rate.narrowed(NetworkDraft.bandwidth)
        .described(by: NetworkDraft.rateSchema).or("unlimited", nil)
}

extension Shape<Int64> {
    /// The syntax of the size of a response header.
    fileprivate static let responseHead = byteCount.narrowed {
        size, value throws(ScenarioFileError) in
        guard size <= NetworkConditions.highestHeadByteCount else {
            throw value.unexpected("a header of 64KiB at most")
        }
        return size
    }.or("usual", NetworkConditions.usualHeadByteCount)
}

extension Shape<Int> {
    fileprivate static let loss = millionths.narrowed { loss, value throws(ScenarioFileError) in
        guard loss <= NetworkConditions.highestLossPerMillion else {
            throw value.unexpected("a loss of 90% at most")
        }
        return loss
    }
}

extension Shape<Duration> {
    fileprivate static let latency = duration.narrowed { latency, value throws(ScenarioFileError) in
        guard latency <= .seconds(3600) else {
            throw value.unexpected("a latency of an hour at most")
        }
        return latency
    }
}

extension Shape<NetworkConditions.Step> {
    fileprivate static let step = Shape.mapping(
        "A change of the bandwidth.",
        from: { NetworkConditions.Step(start: .start, bitsPerSecond: 0) },
        fields: [
            Field("at", .time, "The time of the change.", isRequired: true) {
                $0.start = $1.instant
            },
            Field("rate", .bandwidth, "The bandwidth from then on.", isRequired: true) {
                $0.bitsPerSecond = $1
            },
        ])
}

extension Shape<[NetworkConditions.Step]> {
    /// The syntax of the bandwidths from a trace file of a network.
    fileprivate static let trace = Shape(Shape<String>.name.schema) {
        value throws(ScenarioFileError) in
        _ = try Shape<String>.name.read(value)
        let bytes = try value.surroundings.bytes(value)
        do throws(NetworkTraceError) {
            return try NetworkConditions(trace: bytes).steps
        } catch {
            throw value.error(.unusableFile(value.word ?? "", "\(error)"), underlying: error)
        }
    }
}
