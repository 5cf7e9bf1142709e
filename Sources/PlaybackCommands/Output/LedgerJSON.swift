import Formats
import HeadlessPlayback
import Presentation

/// The ledger of a session, which states the outcome of each part of its media.
///
/// The ledger is a JSON object on one line, in the format of the event lines.
struct LedgerJSON {
    private let closed: ClosedLedger
    private let instant: Instant

    init(_ closed: ClosedLedger, at instant: Instant) {
        self.closed = closed
        self.instant = instant
    }

    /// The JSON line, with its line break.
    var line: [UInt8] {
        var json = JSONText()
        json.object { json in
            json.member("t", instant)
            json.member("session", closed.sessionNumber)
            json.member("event", "ledger")
            json.member("source", SafeText.url(closed.source.url))
            json.member("ended", closed.hasEnded)
            json.member("sound", closed.ledger.isSound)
            json.member("passed", closed.ledger.passed)
            json.key("tracks")
            json.array { json in for track in closed.ledger.tracks { json.value(track) } }
            if let live = closed.ledger.live {
                json.key("broadcast")
                json.object { json in
                    json.member("published", live.published)
                    for account in LiveLedger.Account.allCases {
                        json.member(account.rawValue, live.time(in: account))
                    }
                    json.member("repeated", live.repeated)
                }
            }
            json.member("requests", closed.ledger.requests)
            json.member("clock", closed.ledger.clock)
            json.member("notes", closed.ledger.notes.map(\.rawValue))
            json.key("remarks")
            json.array { json in
                for remark in closed.ledger.remarks {
                    json.object { json in
                        json.member("kind", remark.kind.rawValue)
                        json.member("text", remark.text)
                    }
                }
            }
            json.key("imbalances")
            json.array { json in
                for imbalance in closed.ledger.imbalances { json.value(imbalance) }
            }
            json.optional("failure", closed.failure.map { "\($0)" })
        }
        json.endLine()
        return json.bytes
    }
}

extension JSONText {
    fileprivate mutating func value(_ track: TrackAccount) {
        object { json in
            json.member("track", track.name)
            json.member("length", track.length)
            json.member("promised", track.promisedLength)
            for (account, time) in zip(TrackAccount.Account.allCases, track.times) {
                json.member(account.rawValue, time)
            }
            json.key("findings")
            json.array { json in for finding in track.findings { json.value(finding) } }
        }
    }

    private mutating func value(_ finding: TrackAccount.Finding) {
        object { json in
            json.member("account", finding.account.rawValue)
            json.member("start", finding.interval.lowerBound)
            json.member("end", finding.interval.upperBound)
            json.member("cause", finding.cause)
        }
    }

    fileprivate mutating func member(_ key: String, _ requests: RequestAccount) {
        self.key(key)
        object { json in
            json.member("issued", requests.issued)
            let counts = [
                ("used", requests.used), ("wasted", requests.wasted),
                ("retried", requests.retried), ("failed", requests.failed),
            ]
            for (name, count) in counts {
                json.member(name, count.requests)
                json.member("\(name)Bytes", count.bytes)
            }
        }
    }

    fileprivate mutating func member(_ key: String, _ clock: ActivityClock) {
        self.key(key)
        object { json in
            for activity in ActivityClock.Activity.allCases {
                json.member(
                    activity.rawValue, Instant(sinceStart: clock.time(in: activity)))
            }
        }
    }

    fileprivate mutating func value(_ imbalance: Ledger.Imbalance) {
        object { json in
            json.member("entry", imbalance.entry)
            json.member("expected", imbalance.expected)
            json.member("found", imbalance.found)
        }
    }
}
