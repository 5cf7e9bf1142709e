import HeadlessPlayback
import Transport

/// The conditions of a network that have been read from a file so far.
struct NetworkDraft: Sendable {
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
        let usual = NetworkConditions(steps: steps)
        var all = usual.steps
        if !outages.isEmpty, all.isEmpty { all = [.init(start: .start, bitsPerSecond: nil)] }
        // Before the first step, the bandwidth of the first step applies. A step at the start
        // states this bandwidth explicitly, because an outage before the first step would otherwise
        // become the first step.
        if let first = all.first, first.start > .start, !outages.isEmpty {
            all.insert(.init(start: .start, bitsPerSecond: first.bitsPerSecond), at: 0)
        }
        for outage in outages {
            all.removeAll { step in
                step.start >= outage.start && outage.end.map { step.start < $0 } ?? true
            }
            all.append(.init(start: outage.start, bitsPerSecond: 0))
            guard let end = outage.end, !all.contains(where: { $0.start == end }) else { continue }
            all.append(.init(start: end, bitsPerSecond: usual.bandwidth(at: end).bitsPerSecond))
        }
        // An outage may end during another outage, so every step within any outage has no
        // bandwidth.
        all = all.map { step in
            let isOut = outages.contains { period in
                period.start <= step.start && period.end.map { step.start < $0 } ?? true
            }
            return .init(start: step.start, bitsPerSecond: isOut ? 0 : step.bitsPerSecond)
        }
        var conditions = NetworkConditions(steps: all, latency: latency, lossPerMillion: loss)
        conditions.headByteCount = head
        return conditions
    }
}

extension Shape<NetworkDraft> {
    /// The syntax of the conditions of the network.
    static let network = Shape.mapping(
        "The network; without it everything arrives at once.",
        from: { NetworkDraft() },
        exclusive: [("trace", "rate"), ("trace", "steps")],
        fields: [
            Field("rate", .bandwidth, "The bandwidth from the start: a rate or unlimited.") {
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
    fileprivate static let bandwidth = Shape<Int64>.rate.map { Int64?.some($0) }
        .or("unlimited", nil)
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
            Field("at", .time, "When the bandwidth changes.", isRequired: true) {
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
