import LiveOrigin
import Playlists
import Presentation
import VirtualTime

/// A client of an origin: a reloader, a window, a ledger and a playhead.
///
/// A loop over instants drives the client. Media arrives as soon as a playlist lists it, so that
/// the results depend only on playlists.
struct LivePlay {
    let origin: LiveOrigin
    let tuning: LiveTuning
    var reloader: PlaylistReloader
    var window: LiveWindow?
    var ledger: LiveLedger?
    /// The listed segment numbers since the join, for each period between restarts of numbering.
    var numbers: [Range<Int>] = []
    /// The instant of the last playlist version, for each period between restarts of numbering.
    var seen: [Instant] = []
    var requests: [Instant] = []
    var notices: [LiveNotice] = []
    /// The violations of rules that must hold at every instant.
    var faults: [String] = []
    var jumps: [MediaTime] = []
    /// The instants at which the player failed because the window had moved past its playhead.
    ///
    /// After each failure, the app prepared the player again.
    var failures: [Instant] = []
    var hasFailed = false
    var now = Instant.start
    /// The time that an answer of the origin takes to arrive.
    var load = Duration.milliseconds(50)
    private var played = Instant.start
    private var buffered = MediaTime.zero
    /// The number of the segment after the last buffered segment.
    private var wanted = SegmentNumber.zero
    private var isPaused = false

    init(_ origin: LiveOrigin, _ tuning: LiveTuning) {
        self.origin = origin
        self.tuning = tuning
        reloader = PlaylistReloader(tuning)
        _ = reloader.start(at: .start)
    }

    /// The notices, except the notices about a stale playlist.
    var otherNotices: [LiveNotice] {
        notices.filter { if case .stale = $0 { false } else { true } }
    }

    /// Runs up to an instant, or until the reloader stops.
    mutating func run(until end: Instant) {
        while let next = reloader.next, next < end {
            now = next
            requests.append(now)
            let query = reloader.request(at: now).query()
            let location = "video/index.m3u8" + (query.isEmpty ? "" : "?" + query)
            let request = OriginRequest(location, ordinal: requests.count)
            take(origin.answer(request, arrivingAt: now))
        }
        now = max(now, end)
        play()
    }

    /// Pauses playback, and suspends reloads if the player does not reload while it is paused.
    mutating func pause() {
        play()
        isPaused = true
        if !tuning.reloadsWhilePaused { reloader.suspend() }
    }

    /// Advances time to an instant, and continues the paused playback.
    mutating func resume(at instant: Instant) {
        now = instant
        played = instant
        isPaused = false
        _ = reloader.resume(at: instant)
    }

    private mutating func take(_ answer: OriginAnswer) {
        switch answer {
        case .held(let until, let answer):
            now = until
            take(answer)
        case .refused(let status):
            now = now.advanced(by: load)
            notices += reloader.fail(status: status, at: now).notices
        case .ready(let response):
            now = now.advanced(by: load)
            guard case .playlist(.media(let playlist)) = response.content else {
                faults.append("no media playlist")
                return
            }
            play()
            let distance = window.map { $0.edge - (ledger?.position ?? .zero) }
            let step = reloader.receive(playlist, at: now, distance: distance)
            notices += step.notices
            hasFailed = hasFailed || step.hasFailed
            if let update = step.update { follow(update) }
        }
    }

    private mutating func follow(_ update: LiveUpdate) {
        let sequences = update.playlist.sequenceNumbers
        guard var window, ledger != nil else {
            let window = LiveWindow(tuning, update, at: now)
            let join = window.join().position
            let first = window.number(at: min(join, window.end - MediaTime(ticks: 1)))
            let number = first ?? window.first
            numbers = [number.sequence..<sequences.upperBound]
            seen = [now]
            let start = window.interval(of: number)?.lowerBound ?? join
            ledger = LiveLedger(joiningAt: start, in: window)
            self.window = window
            (buffered, wanted, played) = (window.end, window.next, now)
            check(window)
            return
        }
        let before = window
        let change = window.take(update, at: now)
        ledger?.follow(change, of: window, followsPause: update.followsPause)
        self.window = window
        if update.epoch == numbers.count {
            numbers.append(sequences)
            seen.append(now)
        } else {
            seen[update.epoch] = now
            numbers[update.epoch] = numbers[update.epoch].lowerBound..<sequences.upperBound
        }
        if window.start <= buffered {
            buffered = max(buffered, window.end)
            wanted = window.next
        }
        check(window)
        if window.seekable.lowerBound < before.seekable.lowerBound
            || window.seekable.upperBound < before.seekable.upperBound
        {
            faults.append("\(now): seekable moves backwards")
        }
        play()
    }

    /// Checks the dates of the window, and whether the ledger counts all published media.
    private mutating func check(_ window: LiveWindow) {
        for (index, segment) in window.playlist.segments.enumerated() {
            guard let date = segment.programDateTime?.millisecondsSince1970,
                let interval = window.interval(of: window.first.advanced(by: index)),
                let found = window.dates.date(at: interval.lowerBound)
            else { continue }
            if abs(found - date) > 1 { faults.append("\(now): date \(found), not \(date)") }
        }
        guard faults.count < 10, let ledger else { return }
        let sum = ledger.accounts.values.reduce(MediaTime.zero, +)
        if sum != ledger.published { faults.append("\(now): \(sum), not \(ledger.published)") }
    }

    /// Moves the playhead to the current instant, and past media that cannot be obtained.
    private mutating func play() {
        guard !isPaused, let window, var ledger else { return }
        let elapsed = MediaTime(elapsed: played.duration(to: now), rate: .normal)
        played = now
        ledger.advance(to: min(ledger.position + elapsed, buffered))
        let isStarved = ledger.position >= buffered
        if isStarved, window.start > buffered {
            let reaction = window.reaction(
                toPlayheadAt: ledger.position, wanting: wanted, isStarved: true)
            var target = window.start
            switch reaction {
            case .jump(let position):
                if position < target { faults.append("\(now): a jump to \(position)") }
                target = max(target, position)
            case .fail:
                failures.append(now)
                target = max(target, window.join().position)
            case nil: faults.append("\(now): no reaction at \(ledger.position)")
            }
            ledger.rejoin(at: target)
            jumps.append(target)
            (buffered, wanted) = (window.end, window.next)
        }
        self.ledger = ledger
    }
}
