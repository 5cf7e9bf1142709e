import HeadlessPlayback
import Presentation
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// Tests that a session processes each input in a turn, and that an input during a turn is queued.
@Suite struct TurnTests {
    // MARK: The queue

    @Test func `an input to a session begins a turn, or is queued while another turn runs`() {
        let queue = TurnQueue<String>()
        #expect(queue.begin(with: "first") == true)
        #expect(queue.begin(with: "second") == false)
        #expect(queue.begin(with: "third") == false)
        #expect(queue.end() == false)
        #expect(queue.next() == "second")
        #expect(queue.next() == "third")
        #expect(queue.next() == nil)
        #expect(queue.end() == true)
        #expect(queue.begin(with: "fourth") == true)
        #expect(queue.turns == 2)
    }

    @Test func `a turn may take several steps, one after another`() {
        let queue = TurnQueue<Int>()
        _ = queue.begin(with: 0)
        for _ in 0..<2 {
            queue.beginStep()
            queue.endStep()
        }
        #expect(queue.steps == 2)
        #expect(queue.end() == true)
    }

    // MARK: Sessions

    /// A session, and a closure with which a test reacts to each report while the session makes it.
    private final class Bench {
        let world: PlaybackWorld
        private(set) var session: PlaybackSession?
        private(set) var lines: [String] = []
        /// The reaction to each report of the session; called during the report.
        var answer: (PlaybackSession, String) -> Void = { _, _ in }

        init(
            _ sample: SampleMedia = .transportStream, policy: PlaybackPolicy? = nil,
            loader: any ResourceLoader = StandardLoader(),
            _ configure: (inout PlaybackOptions) -> Void = { _ in }
        ) throws {
            var options = PlaybackOptions()
            configure(&options)
            world = PlaybackWorld(options: options, loader: loader)
            let video = sample.video()
            let plan = try #require(try BasicSessionProvider().plan(for: video))
            session = PlaybackSession(
                number: 1, plan: plan, world: world, rate: .normal, policy: policy
            ) { [weak self] session, report in
                self?.take(report, of: session)
            }
        }

        private func take(_ report: SessionReport, of session: PlaybackSession) {
            switch report {
            case .call(let call): call()
            case .event(let kind):
                let event = PlaybackEvent(instant: world.loop.now, session: session, kind: kind)
                var line = event.name
                if case .didReceiveLifecycleEvent(let lifecycle) = kind {
                    line = lifecycle.type.rawValue
                }
                lines.append(line)
                answer(session, line)
            }
        }

        func run() { world.loop.runUntilIdle() }
    }

    @Test(arguments: SampleMedia.allCases)
    func `playing an asset takes at most as many steps as turns`(
        sample: SampleMedia
    ) throws {
        let bench = try Bench(sample)
        let session = try #require(bench.session)
        session.playsByItself = true
        session.load()
        bench.run()
        #expect(bench.lines.last == "End")
        let counts = session.turnCounts
        #expect(counts.turns > 5 && counts.steps <= counts.turns)
    }

    @Test func `a command given within a report takes effect after the report, in the same turn`()
        throws
    {
        let bench = try Bench()
        let session = try #require(bench.session)
        var isInReport = false
        var landings: [Bool] = []
        bench.answer = { session, line in
            #expect(!isInReport, "a report came within another one")
            isInReport = true
            defer { isInReport = false }
            switch line {
            case "Ready":
                session.play()
                session.setRate(PlaybackRate(2) ?? .normal)
                session.seek(to: .seconds(4), toleranceBefore: .zero, toleranceAfter: .zero) {
                    landings.append($0)
                }
                session.whenPlayheadReaches(.seconds(5)) { session.pause() }
            case "Pause" where session.position < .seconds(6):
                session.selectedAudibleMediaOption =
                    session.audibleMediaSelectionGroup?.options.last
                session.selectLegibleMediaOptionAutomatically()
                session.setRate(.normal)
                session.play()
            case "PlaybackStalled", "PlaybackBufferEmpty": session.pause()
            case "End": session.terminate()
            default: break
            }
        }
        session.load()
        bench.run()
        #expect(landings == [true])
        #expect(bench.lines.contains("PauseRequest"))
        #expect(bench.lines.suffix(1) == ["Terminate"])
        #expect(session.turnCounts.turns > 10)
    }

    @Test func `a session can be resumed from within the report of its failure`() throws {
        let loader = ScriptedLoader([("segment-3.ts", .failure(.status(404), times: 1))])
        let bench = try Bench(.single, loader: loader)
        let session = try #require(bench.session)
        bench.answer = { session, line in
            if line == "FailedToPlayToEndTime" { session.resume(at: .seconds(2), autoPlay: true) }
        }
        session.playsByItself = true
        session.load()
        bench.run()
        #expect(bench.lines.contains("ResumeComplete"))
        #expect(bench.lines.last == "End")
        #expect(session.ledger.isSound)
    }

    @Test func `a session accepts resumptions before and after it loads its video`() throws {
        let bench = try Bench(.single)
        let session = try #require(bench.session)
        #expect(session.acceptsResumptions)
        session.load()
        #expect(!session.acceptsResumptions)
        session.playsByItself = true
        bench.run()
        #expect(session.acceptsResumptions)
        session.terminate()
        #expect(!session.acceptsResumptions)
    }

    @Test func `a paused or ended session has no scheduled events`() throws {
        let bench = try Bench(.single)
        let session = try #require(bench.session)
        session.playsByItself = true
        session.load()
        bench.world.loop.run(until: Instant(sinceStart: .milliseconds(2_500)))
        session.pause()
        let now = bench.world.loop.now
        bench.run()
        #expect(bench.world.loop.now == now)
        session.terminate()
        session.play()
        session.setRate(.normal)
        bench.run()
        #expect(bench.lines.last == "Terminate")
    }

    // MARK: The policy

    @Test(arguments: [2, 5])
    func `playback is likely to keep up once the buffer has the lead of the policy`(seconds: Int64)
        throws
    {
        var policy = PlaybackPolicy()
        policy.rules.resumeLead = .seconds(seconds)
        let bench = try Bench(.single, policy: policy) {
            $0.network = NetworkConditions(bitsPerSecond: 200_000)
        }
        var lead = MediaTime.zero
        bench.answer = { session, line in
            if line == "PlaybackLikelyToKeepUp", lead == .zero { lead = session.bufferedLead }
        }
        let session = try #require(bench.session)
        session.load()
        bench.run()
        #expect(lead >= .seconds(seconds) && lead < .seconds(seconds + 2))
    }

    @Test func `the first segment request follows the track order of the policy`() throws {
        func firstSegment(_ order: [Track.Role]) throws -> String? {
            var policy = PlaybackPolicy()
            policy.trackOrder = order
            let bench = try Bench(.fragments, policy: policy)
            let log = RequestLog()
            bench.world.requestLog = log
            bench.session?.load()
            bench.run()
            return log.records.first { !$0.url.hasSuffix(".m3u8") }?.url
        }
        let first = try firstSegment([.main, .audio, .subtitles])
        let second = try firstSegment([.audio, .main, .subtitles])
        #expect(first != nil && second != nil && first != second)
    }
}
