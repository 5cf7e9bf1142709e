import HeadlessPlaybackTesting
import TestSupport
import VirtualTime

/// A generator of random results from a seed; no member of a result has its default value.
struct ArbitraryResult {
    private var random: SeededRandom

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    mutating func result(name: String) -> ScenarioResult {
        var result = ScenarioResult(
            name: name, file: maybe { $0.text() }, seed: random.next(), command: text())
        result.checks = list { $0.check() }
        for metric in Threshold.Metric.allCases where bool() { result.metrics[metric] = number() }
        result.trace = list { $0.text() }
        result.histories = list(atMost: 2) { $0.history() }
        result.assets = list { $0.text() }
        result.swept = maybe { $0.swept() }
        result.worldTime = duration()
        result.wallTime = duration()
        return result
    }

    mutating func check() -> Check {
        let outcome: Check.Outcome =
            switch int(5) {
            case 0: .passed
            case 1: .failed(failure())
            case 2: .broken(failure())
            case 3: .known(failure(), bug: maybe { $0.text() })
            default: .skipped(text())
            }
        return Check("expect.\(int(100))", text(), outcome)
    }

    private mutating func swept() -> SweptRun {
        switch int(3) {
        case 0: .plain(untried: list { $0.one(of: SweptFault.allCases) })
        case 1:
            .fault(
                one(of: SweptFault.allCases), resource: one(of: ResourceKind.allCases),
                one(of: Survival.allCases))
        default:
            .seek(
                SweptSeek(
                    place: text(), kinds: list { $0.one(of: SweptSeek.Kind.allCases) },
                    precision: one(of: SweptSeek.Precision.allCases), stream: text(),
                    distance: maybe { $0.time() }))
        }
    }

    private mutating func failure() -> Failure {
        Failure(
            problem: maybe { $0.text() }, expected: text(), found: text(),
            instant: maybe { Instant(sinceStart: $0.duration()) }, line: maybe { $0.int(1000) },
            context: list { random in
                TraceExcerptLine(
                    number: random.int(1000), text: random.text(), isMarked: random.bool())
            })
    }

    private mutating func history() -> SessionHistory {
        var history = SessionHistory(number: int(10), title: text())
        history.duration = time()
        history.samples = list { random in
            SessionHistory.Sample(
                instant: Instant(sinceStart: random.duration()), position: random.time(),
                bufferedLead: random.time(), bitrate: random.time().ticks,
                bandwidth: random.time().ticks)
        }
        history.windows = list { random in
            SessionHistory.Window(
                instant: Instant(sinceStart: random.duration()), length: random.time(),
                latency: random.time())
        }
        history.occurrences = list { random in
            SessionHistory.Occurrence(
                random.one(of: SessionHistory.Occurrence.Kind.allCases), random.text(),
                event: random.maybe { $0.one(of: LifecycleEvent.EventType.allCases) },
                at: Instant(sinceStart: random.duration()),
                for: random.bool() ? .zero : random.duration(), position: random.time())
        }
        history.marks = list { random in
            var mark = SessionHistory.Mark(
                random.one(of: SessionHistory.Mark.Kind.allCases), random.text(),
                from: random.time(), to: random.time(), isRight: random.maybe { $0.bool() })
            mark.surroundings = random.maybe {
                SessionHistory.Surroundings(
                    keyframe: $0.text(), boundary: $0.text(), markers: $0.text())
            }
            return mark
        }
        history.stills = list { random in
            SessionHistory.Still(
                random.text(), at: random.time(),
                image: (0..<random.int(40)).map { _ in UInt8(random.int(256)) })
        }
        history.ledger = text()
        return history
    }

    // MARK: Parts

    mutating func text() -> String {
        bool() ? one(of: NastyText.all) : one(of: NastyText.all) + one(of: NastyText.all)
    }

    private mutating func duration() -> Duration {
        switch int(3) {
        case 0: .milliseconds(int(1_000_000))
        case 1: .zero - .nanoseconds(int(1_000_000_000))
        default:
            Duration(
                secondsComponent: Int64(int(1_000_000)),
                attosecondsComponent: Int64(int(1_000_000_000_000_000_000)))
        }
    }

    private mutating func time() -> MediaTime {
        switch int(10) {
        case 0: MediaTime(ticks: .max)
        case 1: MediaTime(ticks: .min)
        default: MediaTime(ticks: Int64(bitPattern: random.next() >> UInt64(int(63))))
        }
    }

    private mutating func number() -> Double {
        switch int(4) {
        case 0: Double(int(1000)) / 8
        case 1: Double(random.next()) * 1e200
        case 2: -.infinity
        default: 1 / Double(int(1_000_000) + 1)
        }
    }

    private mutating func bool() -> Bool { random.next() & 1 == 0 }
    private mutating func int(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[int(elements.count)]
    }

    private mutating func maybe<Value>(_ make: (inout ArbitraryResult) -> Value) -> Value? {
        bool() ? make(&self) : nil
    }

    private mutating func list<Element>(
        atMost count: Int = 5, _ make: (inout ArbitraryResult) -> Element
    ) -> [Element] {
        var elements: [Element] = []
        for _ in 0...int(count) { elements.append(make(&self)) }
        return elements
    }
}
