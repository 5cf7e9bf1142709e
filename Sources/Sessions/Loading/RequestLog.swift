package import Playlists
public import Transport
public import VirtualTime

/// One request of a world; each attempt is a record, as in the ledger.
public struct RequestRecord: Equatable, Sendable {
    /// The outcome of a request.
    public enum Outcome: Equatable, Sendable {
        /// The request has no answer yet.
        case underWay
        /// The request was answered, and the answer could be read.
        case received
        /// The request failed for the given reason; it may be made again.
        case failed(String, isRetried: Bool)
        /// Cancelled.
        case abandoned
    }

    /// The index of the request in its world, counted from 0.
    public let number: Int
    /// The requested location.
    public let url: String
    /// The purpose of the resource for the player.
    public let kind: ResourceKind
    /// The method.
    package let method: RequestMethod
    /// The requested bytes; `nil` means all of them.
    public let byteRange: Range<Int64>?
    /// The place in a broadcast; `nil` for other resources.
    let place: BroadcastPlace?
    /// The reason for the request; `nil` for one that the player did not make for media.
    package let cause: RequestCause?
    /// The number of the try for the resource, counted from 1.
    public let attempt: Int
    /// The injected fault; `nil` for none.
    public let fault: ResourceFault?
    /// The instant of the request.
    public let start: Instant
    /// The instant of its outcome; `nil` before.
    public internal(set) var end: Instant?
    /// The outcome.
    public internal(set) var outcome = Outcome.underWay
    /// The number of bytes received.
    public internal(set) var byteCount: Int64 = 0
    /// Whether the bytes came from a local store, without using a network.
    public internal(set) var isStored = false

    /// Returns whether it matches a pattern.
    public func fits(_ pattern: RequestPattern) -> Bool {
        pattern.fits(url: url, kind: kind, byteRange: byteRange, method: method, place: place)
    }
}

/// The part of a response that a record does not keep, for the reader of a log.
package enum RequestReading: Sendable {
    /// A media playlist, and the instant until which a simulated server held it; `nil` for one that
    /// was sent at once.
    case playlist(MediaPlaylist, heldUntil: Instant?)
    /// The error, and the instant until which a simulated server held it.
    case failure(SessionError, heldUntil: Instant?)
}

/// All requests of a world, in the order of their starts.
///
/// It grows with each request, so a world has one only on demand. Requests that repeat evenly, like
/// the reloads of a broadcast, are stored once.
public final class RequestLog {
    /// The requests with an outcome, before the first one without.
    private var settled = FoldedList<RequestRecord>()
    /// The requests from the first one without an outcome on.
    private var recent: [RequestRecord] = []

    /// The number of requests and of outcomes so far.
    package private(set) var changeCount = 0

    /// Called with each request as soon as it has an outcome.
    package var observer: ((RequestRecord) -> Void)?
    /// Called with each request in the order of their starts, as soon as it and all requests before
    /// it have an outcome; with the part of its response that the record lacks.
    package var reader: ((RequestRecord, RequestReading?) -> Void)?
    /// The responses of recent requests for the reader, by the numbers of the requests.
    private var readings: [Int: RequestReading] = [:]

    /// Creates a log without entries.
    public init() {}

    /// The requests, made at each access.
    public var records: [RequestRecord] { Array(settled) + recent }

    /// The requests, without the memory of each.
    package var folded: FoldedList<RequestRecord> {
        var all = settled
        for record in recent { all.append(record) }
        return all
    }

    /// The requests from the first one without an outcome on, which the reader has not received.
    package var unsettled: [RequestRecord] { recent }

    /// The number of requests.
    package var count: Int { settled.count + recent.count }

    /// Returns the request with a number.
    package func record(_ number: Int) -> RequestRecord {
        number < settled.count ? settled[number] : recent[number - settled.count]
    }

    /// Returns the outcome of the request with a number.
    package func outcome(of number: Int) -> RequestRecord.Outcome {
        // The requests of a series have the same outcome.
        number < settled.count
            ? settled.exemplar(at: number).outcome : recent[number - settled.count].outcome
    }

    /// The requests that a pattern means, in order.
    public func requests(_ pattern: RequestPattern) -> [RequestRecord] {
        settled.filter { $0.fits(pattern) } + recent.filter { $0.fits(pattern) }
    }

    func open(
        _ request: ResourceRequest, attempt: Int, fault: ResourceFault?, at instant: Instant
    ) -> Int {
        let number = count
        changeCount += 1
        recent.append(
            RequestRecord(
                number: number, url: request.url, kind: request.kind,
                method: request.method, byteRange: request.byteRange, place: request.place,
                cause: request.cause, attempt: attempt, fault: fault, start: instant))
        return number
    }

    func close(
        _ number: Int, as outcome: RequestRecord.Outcome, byteCount: Int64 = 0,
        isStored: Bool = false, reading: RequestReading? = nil, at instant: Instant
    ) {
        let place = number - settled.count
        changeCount += 1
        recent[place].end = instant
        recent[place].outcome = outcome
        recent[place].byteCount = byteCount
        recent[place].isStored = isStored
        let record = recent[place]
        if reader != nil, let reading { readings[number] = reading }
        if place == 0 { settle() }
        observer?(record)
    }

    /// Folds the requests before the first one without an outcome.
    private func settle() {
        let end = recent.firstIndex { $0.outcome == .underWay } ?? recent.count
        for record in recent[..<end] {
            settled.append(record)
            reader?(record, readings.removeValue(forKey: record.number))
        }
        recent.removeFirst(end)
    }
}
