package import Playlists
public import Transport
public import VirtualTime

/// The record of one attempt to make a request in a ``PlaybackWorld``.
///
/// As in the ledger of a session, each attempt counts as a request.
public struct RequestRecord: Equatable, Sendable {
    /// The outcome of a request.
    public enum Outcome: Equatable, Sendable {
        /// The request does not have a response yet.
        case underWay
        /// The response arrived and could be read.
        case received
        /// The request failed for the given reason; `isRetried` states whether it is made again.
        case failed(String, isRetried: Bool)
        /// The request was cancelled.
        case abandoned
    }

    /// The index of the request in its ``PlaybackWorld``, counted from 0.
    public let number: Int
    /// The requested location.
    public let url: String
    /// The kind of the requested resource, such as a media playlist.
    public let kind: ResourceKind
    /// The HTTP method of the request.
    package let method: RequestMethod
    /// The requested bytes; `nil` means all of them.
    public let byteRange: Range<Int64>?
    /// The position of the requested segment or part in its broadcast; `nil` for other resources.
    let place: BroadcastPlace?
    /// The reason for the request; `nil` unless a player makes the request to obtain media.
    package let cause: RequestCause?
    /// The number of the attempt to load the resource, counted from 1.
    public let attempt: Int
    /// The injected fault; `nil` when no fault was injected.
    public let fault: ResourceFault?
    /// The instant of the request.
    public let start: Instant
    /// The instant of the outcome; `nil` while the request has none.
    public internal(set) var end: Instant?
    /// The outcome.
    public internal(set) var outcome = Outcome.underWay
    /// The number of bytes received.
    public internal(set) var byteCount: Int64 = 0
    /// Whether the bytes came from a local store, without using a network.
    public internal(set) var isStored = false

    /// Returns whether the request matches a pattern.
    public func fits(_ pattern: RequestPattern) -> Bool {
        pattern.fits(url: url, kind: kind, byteRange: byteRange, method: method, place: place)
    }
}

/// The content of a response, or the error of a request, which a ``RequestRecord`` does not store.
///
/// `RequestLog.reader` receives it.
package enum RequestReading: Sendable {
    /// A media playlist, and the instant until which a simulated server delayed it.
    ///
    /// The instant is `nil` for a playlist that was sent at once.
    case playlist(MediaPlaylist, heldUntil: Instant?)
    /// The error, and the instant until which a simulated server delayed it.
    ///
    /// The instant is `nil` for an error that was sent at once.
    case failure(SessionError, heldUntil: Instant?)
}

/// All requests of a ``PlaybackWorld``, in the order of their starts.
///
/// The log grows with each request, so a world has a log only on demand. A series of requests at
/// equal intervals, such as the reloads of a broadcast, is stored once.
public final class RequestLog {
    /// The requests before the first request without an outcome.
    private var settled = FoldedList<RequestRecord>()
    /// The first request without an outcome, and all later requests.
    private var recent: [RequestRecord] = []

    /// The number of requests plus the number of outcomes so far.
    package private(set) var changeCount = 0

    /// The closure that receives each request as soon as the request has an outcome.
    package var observer: ((RequestRecord) -> Void)?
    /// The closure that receives each request, in the order in which the requests started.
    ///
    /// The closure is called as soon as the request and all requests before it have an outcome. The
    /// second argument is the part of the response that the record does not store.
    package var reader: ((RequestRecord, RequestReading?) -> Void)?
    /// The data for ``reader`` about recent responses, by the numbers of their requests.
    private var readings: [Int: RequestReading] = [:]

    /// Creates a log without entries.
    public init() {}

    /// The requests, in an array that is created at each access.
    public var records: [RequestRecord] { Array(settled) + recent }

    /// The requests, in a list that stores a series of evenly repeating requests only once.
    package var folded: FoldedList<RequestRecord> {
        var all = settled
        for record in recent { all.append(record) }
        return all
    }

    /// The first request without an outcome, and all later requests.
    ///
    /// ``reader`` has not received these requests yet.
    package var unsettled: [RequestRecord] { recent }

    /// The number of requests.
    package var count: Int { settled.count + recent.count }

    /// Returns the request with a number.
    package func record(_ number: Int) -> RequestRecord {
        number < settled.count ? settled[number] : recent[number - settled.count]
    }

    /// Returns the outcome of the request with a number.
    package func outcome(of number: Int) -> RequestRecord.Outcome {
        // Requests that are stored together, as a series, have the same outcome.
        number < settled.count
            ? settled.exemplar(at: number).outcome : recent[number - settled.count].outcome
    }

    /// Returns the requests that match a pattern, in order.
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

    /// Moves all requests that precede the first unfinished request to ``settled``.
    ///
    /// Each moved request is passed to ``reader``.
    private func settle() {
        let end = recent.firstIndex { $0.outcome == .underWay } ?? recent.count
        for record in recent[..<end] {
            settled.append(record)
            reader?(record, readings.removeValue(forKey: record.number))
        }
        recent.removeFirst(end)
    }
}
