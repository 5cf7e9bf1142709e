import HeadlessPlayback
import Sessions
import Testing
import VirtualTime

/// The decisions about the limit on concurrent streams, without a simulation.
@Suite struct StreamConcurrencyTests {
    /// One input, and the actions that must follow from it.
    struct Row: Sendable {
        enum Input: Sendable {
            case follow(StreamConcurrency.Activity)
            case play, withdraw, wake
            case background(Bool)
            case answer(StreamConcurrency.Outcome)
            case list
        }

        let second: Double
        let input: Input
        let actions: [StreamConcurrency.Action]
        var isPermitted: Bool?
    }

    /// A named sequence of inputs.
    struct Story: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var options = StreamConcurrencyOptions()
        let rows: [Row]
    }

    private static let lost = PlaybackServiceError(.api(status: 503, []))
    private static let badToken = PlaybackServiceError(.api(status: 401, []))
    private static let sessions: [String: PropertyValue] = ["sessions": .array([])]
    private static let minute = StreamConcurrency.Outcome.granted(interval: .seconds(60))

    private static func row(
        _ second: Double, _ input: Row.Input, _ actions: StreamConcurrency.Action...
    ) -> Row {
        Row(second: second, input: input, actions: actions)
    }

    private static func play(
        _ second: Double, isPermitted: Bool, _ actions: StreamConcurrency.Action...
    ) -> Row {
        Row(second: second, input: .play, actions: actions, isPermitted: isPermitted)
    }

    private static func beat(at second: Double) -> StreamConcurrency.Action {
        .wake(at: .seconds(second), keepsWorldRunning: false)
    }

    private static func retry(at second: Double) -> StreamConcurrency.Action {
        .wake(at: .seconds(second), keepsWorldRunning: true)
    }

    /// A session that plays, with an accepted heartbeat at the start.
    private static let playing = [
        row(0, .follow(.loading), .beat), row(0, .follow(.playing)),
        row(0, .answer(minute), beat(at: 60)),
    ]

    /// A session that plays, is refused after a minute and pauses.
    private static let refused =
        playing + [
            row(60, .wake, .beat), row(60, .answer(.limited), .order(.holdStart), .list),
            row(61, .list, .order(.report(sessions)), .order(.pause)),
            row(61, .follow(.paused), .sleep),
        ]

    private static var reporting: StreamConcurrencyOptions {
        var options = StreamConcurrencyOptions()
        options.reaction = .report
        return options
    }

    private static var oneRetry: StreamConcurrencyOptions {
        var options = StreamConcurrencyOptions()
        options.retries = 1
        options.retryDelay = .seconds(5)
        return options
    }

    static let stories: [Story] = [
        Story(
            testDescription: "heartbeats follow at the interval of the service",
            rows: playing + [
                row(60, .wake, .beat),
                row(61, .answer(.granted(interval: .seconds(90))), beat(at: 151)),
                row(151, .wake, .beat),
            ]),
        Story(
            testDescription: "an interval below a minute counts as a minute",
            rows: [
                row(0, .follow(.loading), .beat),
                row(1, .answer(.granted(interval: .milliseconds(1))), beat(at: 61)),
            ]),
        Story(
            testDescription: "an interval above a day counts as a day",
            rows: [
                row(0, .follow(.loading), .beat),
                row(0, .answer(.granted(interval: .seconds(1_000_000))), beat(at: 86_400)),
            ]),
        Story(
            testDescription: "an account without a limit gets one heartbeat",
            rows: [
                row(0, .follow(.loading), .beat), row(0, .answer(.unlimited)),
                row(0, .follow(.playing)), row(9, .follow(.paused), .sleep),
                row(9, .follow(.playing)), row(99, .wake),
                play(99, isPermitted: true), row(99, .follow(.ended), .sleep, .cancel),
            ]),
        Story(
            testDescription: "a pause suspends heartbeats, and the period continues",
            rows: playing + [
                row(10, .follow(.paused), .sleep), row(20, .follow(.playing), beat(at: 60)),
            ]),
        Story(
            testDescription: "after a pause beyond the interval a heartbeat is due at once",
            rows: playing + [
                row(10, .follow(.paused), .sleep), row(60, .wake),
                row(500, .follow(.playing), beat(at: 500)),
            ]),
        Story(
            testDescription: "the background suspends heartbeats, and the period continues",
            rows: playing + [
                row(10, .background(true), .sleep), row(10, .background(true)),
                row(30, .background(false), beat(at: 60)),
            ]),
        Story(
            testDescription: "a wake in the background sends nothing",
            rows: playing + [
                row(10, .background(true), .sleep), row(60, .wake),
                row(90, .background(false), beat(at: 90)),
            ]),
        Story(
            testDescription: "a session that loads in the background begins in the foreground",
            rows: [
                row(0, .background(true), .sleep), row(0, .follow(.loading)),
                row(0, .follow(.playing)), row(9, .background(false), .beat),
            ]),
        Story(
            testDescription: "an answer in the background schedules nothing",
            rows: [
                row(0, .follow(.loading), .beat), row(0, .background(true), .sleep),
                row(0, .answer(minute)), row(9, .background(false), beat(at: 60)),
            ]),
        Story(
            testDescription: "the end of a counted stream is sent, and a replay is a new stream",
            rows: playing + [
                row(20, .follow(.ended), .sleep, .cancel, .end), row(60, .wake),
                row(90, .follow(.playing), .beat), row(90, .answer(minute), beat(at: 150)),
            ]),
        Story(
            testDescription: "seeking back while paused after the end begins no stream",
            rows: playing + [
                row(20, .follow(.ended), .sleep, .cancel, .end),
                row(30, .follow(.paused), .sleep), row(40, .follow(.playing), .beat),
            ]),
        Story(
            testDescription: "the end during the first heartbeat is sent too",
            rows: [
                row(0, .follow(.loading), .beat),
                row(1, .follow(.ended), .sleep, .cancel), row(2, .answer(minute), .end),
                row(3, .follow(.loading), .beat),
            ]),
        Story(
            testDescription: "the end during a later heartbeat waits for the answer",
            rows: playing + [
                row(60, .wake, .beat), row(61, .follow(.ended), .sleep, .cancel),
                row(62, .answer(.refused(badToken)), .end),
            ]),
        Story(
            testDescription: "a limit reached after the end leaves nothing to end",
            rows: playing + [
                row(60, .wake, .beat), row(61, .follow(.ended), .sleep, .cancel),
                row(62, .answer(.limited)),
            ]),
        Story(
            testDescription: "a heartbeat without an answer after the end may have counted",
            rows: [
                row(0, .follow(.loading), .beat), row(1, .follow(.ended), .sleep, .cancel),
                row(9, .answer(.lost(lost)), .end),
            ]),
        Story(
            testDescription: "a first heartbeat whose answer was lost may have counted",
            rows: [
                row(0, .follow(.loading), .beat), row(5, .answer(.lost(lost)), retry(at: 15)),
                row(9, .follow(.ended), .sleep, .cancel, .end),
            ]),
        Story(
            testDescription: "a replay during a heartbeat takes it over",
            rows: playing + [
                row(60, .wake, .beat), row(61, .follow(.ended), .sleep, .cancel),
                row(62, .follow(.playing)), row(63, .answer(minute), beat(at: 123)),
            ]),
        Story(
            testDescription: "a refused first stream does not start, and its end is not sent",
            rows: [
                row(0, .follow(.loading), .beat),
                row(1, .answer(.limited), .order(.holdStart), .list),
                row(1, .follow(.paused), .sleep),
                row(2, .list, .order(.report(sessions)), .order(.pause)),
                row(3, .follow(.ended), .sleep, .cancel),
            ]),
        Story(
            testDescription: "play waits for an accepted heartbeat after a refusal",
            rows: refused + [
                play(70, isPermitted: false, .beat), play(70, isPermitted: false),
                row(71, .answer(minute), .order(.play)),
                row(71, .follow(.playing), beat(at: 131)), play(72, isPermitted: true),
            ]),
        Story(
            testDescription: "a play command that is refused again does not wait any longer",
            rows: refused + [
                play(70, isPermitted: false, .beat),
                row(71, .answer(.limited), .order(.holdStart), .list),
                row(72, .list, .order(.report(sessions)), .order(.pause)),
                play(80, isPermitted: false, .beat),
            ]),
        Story(
            testDescription: "a pause takes a waiting play command back",
            rows: refused + [
                play(70, isPermitted: false, .beat), row(70, .withdraw, .sleep),
                row(71, .answer(minute)), row(72, .withdraw), play(73, isPermitted: true),
                row(73, .follow(.playing), beat(at: 131)),
            ]),
        Story(
            testDescription: "a play command while the list is requested belongs to that refusal",
            rows: playing + [
                row(60, .wake, .beat), row(60, .answer(.limited), .order(.holdStart), .list),
                play(60, isPermitted: false),
                row(61, .list, .order(.report(sessions)), .order(.pause)),
            ]),
        Story(
            testDescription: "a resumption after a refusal is a new start",
            rows: refused + [
                row(70, .follow(.loading), .beat), row(71, .answer(minute), beat(at: 131)),
                row(71, .follow(.playing), beat(at: 131)),
            ]),
        Story(
            testDescription: "a refusal that is reported alone leaves heartbeats at the interval",
            options: reporting,
            rows: playing + [
                row(60, .wake, .beat), row(60, .answer(.limited), .list),
                play(60, isPermitted: true),
                row(61, .list, .order(.report(sessions)), beat(at: 121)),
                row(121, .wake, .beat), row(121, .answer(minute), beat(at: 181)),
            ]),
        Story(
            testDescription: "a lost heartbeat is retried, and an answer ends the count",
            options: oneRetry,
            rows: playing + [
                row(60, .wake, .beat), row(70, .answer(.lost(lost)), retry(at: 75)),
                row(75, .wake, .beat), row(75, .answer(minute), beat(at: 135)),
                row(135, .wake, .beat), row(145, .answer(.lost(lost)), retry(at: 150)),
            ]),
        Story(
            testDescription: "a heartbeat that stays lost is an error, and pauses",
            options: oneRetry,
            rows: playing + [
                row(60, .wake, .beat), row(70, .answer(.lost(lost)), retry(at: 75)),
                row(75, .wake, .beat),
                row(85, .answer(.lost(lost)), .order(.reportError(lost)), .order(.pause)),
                row(85, .follow(.paused), .sleep), play(90, isPermitted: false, .beat),
                row(100, .answer(.lost(lost)), retry(at: 105)), play(101, isPermitted: false),
                row(105, .wake, .beat), row(105, .answer(minute), .order(.play)),
            ]),
        Story(
            testDescription: "a heartbeat that is lost in a pause is forgotten",
            options: oneRetry,
            rows: playing + [
                row(60, .wake, .beat), row(61, .follow(.paused), .sleep),
                row(70, .answer(.lost(lost))), row(80, .follow(.playing), beat(at: 80)),
            ]),
        Story(
            testDescription: "the first heartbeat is retried though the session does not play",
            rows: [
                row(0, .follow(.loading), .beat), row(0, .follow(.paused)),
                row(10, .answer(.lost(lost)), retry(at: 20)), row(20, .wake, .beat),
                row(20, .answer(minute)), row(30, .follow(.playing), beat(at: 80)),
            ]),
        Story(
            testDescription: "a retry waits for the foreground",
            rows: playing + [
                row(60, .wake, .beat), row(70, .answer(.lost(lost)), retry(at: 80)),
                row(75, .background(true), .sleep), row(80, .wake),
                row(99, .background(false), .beat),
            ]),
        Story(
            testDescription: "a wrong token is an error at once, and its end is not sent",
            rows: [
                row(0, .follow(.loading), .beat), row(0, .follow(.playing)),
                row(
                    1, .answer(.refused(badToken)), .order(.reportError(badToken)),
                    .order(.pause)),
                row(1, .follow(.paused), .sleep), row(2, .follow(.ended), .sleep, .cancel),
            ]),
        Story(
            testDescription: "an answer that was not asked for changes nothing",
            rows: [
                row(0, .answer(.limited)), row(0, .list), row(0, .wake),
                row(0, .withdraw), play(0, isPermitted: true), row(0, .follow(.ended)),
            ]),
    ]

    @Test(arguments: stories)
    func `each input to stream concurrency causes the actions that are listed for it`(story: Story)
    {
        var streams = StreamConcurrency(story.options)
        for (number, row) in story.rows.enumerated() {
            let now = Instant.seconds(row.second)
            var isPermitted: Bool?
            let actions: [StreamConcurrency.Action]
            switch row.input {
            case .follow(let activity): actions = streams.follow(activity, at: now)
            case .play:
                let answer = streams.play()
                isPermitted = answer.isPermitted
                actions = answer.actions
            case .withdraw: actions = streams.withdrawPlay()
            case .wake: actions = streams.wake(at: now)
            case .background(let isHidden): actions = streams.setInBackground(isHidden, at: now)
            case .answer(let outcome): actions = streams.answer(outcome, at: now)
            case .list: actions = streams.list(Self.sessions, at: now)
            }
            #expect(actions == row.actions, "row \(number)")
            #expect(isPermitted == row.isPermitted, "row \(number)")
        }
    }

    /// Only one request is in progress at a time, in any order of inputs.
    ///
    /// A stream that is over sends no heartbeat.
    @Test(arguments: 0..<200)
    func `only one request is in progress at a time`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var streams = StreamConcurrency()
        var request: StreamConcurrency.Action?
        var hasEnded = true
        for second in 0..<300 {
            let now = Instant.seconds(Double(second))
            var actions: [StreamConcurrency.Action] = []
            switch Int.random(in: 0..<10, using: &random) {
            case 0...3:
                let activity =
                    StreamConcurrency.Activity.allCases[Int.random(in: 0..<4, using: &random)]
                hasEnded = activity == .ended
                actions = streams.follow(activity, at: now)
            case 4: actions = streams.play().actions
            case 5: actions = streams.wake(at: now)
            case 6: actions = streams.setInBackground(Bool.random(using: &random), at: now)
            case 7: actions = streams.withdrawPlay()
            default:
                switch request {
                case .beat:
                    request = nil
                    let outcomes: [StreamConcurrency.Outcome] = [
                        Self.minute, .unlimited, .limited, .lost(Self.lost),
                        .refused(Self.badToken),
                    ]
                    actions = streams.answer(
                        outcomes[Int.random(in: 0..<5, using: &random)], at: now)
                case .list:
                    request = nil
                    actions = streams.list(Self.sessions, at: now)
                default: break
                }
            }
            for action in actions {
                switch action {
                case .cancel:
                    guard request == .list else { continue }
                    request = nil
                    streams.abandon()
                case .beat, .list:
                    #expect(request == nil)
                    #expect(!hasEnded)
                    #expect(!streams.isLeaving)
                    request = action
                default: break
                }
            }
        }
    }
}
