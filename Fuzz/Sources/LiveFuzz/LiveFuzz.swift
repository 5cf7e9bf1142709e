import Driver
import Playlists
import Presentation
import VirtualTime

/// Answers the requests of a live client with a sequence of playlists and failures.
///
/// The first byte of the input selects the simulated player. The rest of the input consists of
/// sections that are separated by zero bytes, one section for each answer. The first byte of a
/// section determines the delay of the answer and whether the request fails. The rest of the
/// section is the text of a playlist.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let choice = bytes.first else { return 0 }
    let profiles = LiveProfile.allCases
    var client = Client(LiveTuning(profiles[Int(choice) % profiles.count]))
    for section in bytes.dropFirst().split(separator: 0) {
        guard let kind = section.first, client.reloader.next != nil || client.reloader.isSuspended
        else { break }
        client.answer(kind, Array(section.dropFirst()))
    }
    return 0
}

/// A client that reloads a live playlist, with checks that must succeed for any input.
private struct Client {
    var reloader: PlaylistReloader
    var window: LiveWindow?
    var ledger: LiveLedger?
    var now = Instant.start
    var requests: [Instant] = []

    init(_ tuning: LiveTuning) {
        reloader = PlaylistReloader(tuning)
        _ = reloader.start(at: .start)
    }

    mutating func answer(_ kind: UInt8, _ text: [UInt8]) {
        if reloader.isSuspended {
            now = now.advanced(by: .seconds(Int(kind)))
            _ = reloader.resume(at: now)
        }
        guard let next = reloader.next else { return }
        now = max(now, next)
        let query = reloader.request(at: now)
        guard URIReference(query.location("https://example.com/x?a")).path == "/x" else {
            fatalError("\(query) changes the path")
        }
        requests.append(now)
        checkRate()
        now = now.advanced(by: .milliseconds(Int(kind) * 20))
        if kind % 16 == 15 {
            _ = reloader.fail(status: [nil, 400, 404, 503][Int(kind) / 16 % 4], at: now)
        } else if case .media(let playlist)? = try? Playlist(parsing: text) {
            let step = reloader.receive(playlist, at: now, distance: window?.edge)
            if let update = step.update { follow(update) }
        } else {
            _ = reloader.fail(status: 200, at: now)
        }
        if kind % 16 == 14 { reloader.suspend() }
        if kind % 16 == 13 { _ = reloader.refresh(at: now) }
        if let next = reloader.next, next < now { fatalError("\(next) is before \(now)") }
    }

    /// Fails when the reloader has made too many requests within one target duration.
    ///
    /// With parts, the limit is one request, plus two for each part that fits into the target
    /// duration. Without parts, the limit is three requests. The target duration counts as at least
    /// a second, and a part as at least a tenth of a second. At most 100 parts count.
    private func checkRate() {
        var (target, most) = (MediaTime.seconds(1), 3)
        if let playlist = reloader.playlist {
            target = max(target, ReloadPace.target(of: playlist))
            if let part = ReloadPace.partTarget(of: playlist) {
                let length = max(part, .milliseconds(100))
                let count = (target.ticks + length.ticks - 1) / length.ticks
                most = 1 + 2 * Int(min(max(1, count), 100))
            }
        }
        guard requests.count > most else { return }
        let first = requests[requests.count - 1 - most]
        guard first.duration(to: now) >= Duration(playing: target, at: .normal) else {
            fatalError("more than \(most) requests in \(target) s, at \(now)")
        }
    }

    private mutating func follow(_ update: LiveUpdate) {
        guard var window, var ledger else {
            let window = LiveWindow(reloader.tuning, update, at: now)
            self.window = window
            ledger = LiveLedger(joiningAt: window.join().position, in: window)
            return
        }
        let before = window.seekable
        let change = window.take(update, at: now)
        guard window.seekable.lowerBound >= before.lowerBound,
            window.seekable.upperBound >= before.upperBound
        else { fatalError("seekable moves from \(before) to \(window.seekable)") }
        ledger.follow(change, of: window, followsPause: update.followsPause)
        var cursor = LiveCursor(window.number(at: ledger.position) ?? window.first)
        for _ in 0..<8 {
            cursor.settle(in: window)
            cursor.move(past: cursor.item(in: window))
        }
        let wanted = window.number(at: ledger.position) ?? window.next
        switch window.reaction(toPlayheadAt: ledger.position, wanting: wanted, isStarved: true) {
        case .jump(let position): ledger.rejoin(at: position)
        case .fail, nil: ledger.advance(to: min(window.edge, ledger.position + .seconds(7)))
        }
        let sum = ledger.accounts.values.reduce(MediaTime.zero, +)
        guard sum == ledger.published else { fatalError("\(sum) is not \(ledger.published)") }
        _ = (window.join(date: 0), window.isDVR(from: .seconds(180)), window.edge(at: now))
        self.window = window
        self.ledger = ledger
    }
}

@main
enum LiveFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
