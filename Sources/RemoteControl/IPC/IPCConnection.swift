import Formats
import PlaybackControl
import VirtualTime

/// The connection of a client to the socket.
final class IPCConnection {
    /// The maximum number of bytes waiting for a client to read them.
    static let mostWaiting = 1 << 20
    /// The maximum number of properties that a client can observe.
    static let mostObservations = 256
    /// The longest time to wait for the first byte from a client.
    static let silence = Duration.seconds(5)

    /// A property that a client observes.
    struct Observation {
        let id: Int64
        let name: String
        let isText: Bool
        /// The value that was sent last; `nil` if no value has been sent.
        var sent: IPCProperties.Value?
    }

    /// The time until which a client lets the playback run: an instant of virtual time, or the end.
    enum Goal {
        case instant(Instant)
        case end
    }

    /// The file descriptor of the connection.
    let descriptor: Descriptor
    /// The name of the client.
    let name: String
    /// The time limit for the first byte from the client; `nil` after that byte has arrived.
    private(set) var deadline: ContinuousClock.Instant?
    /// Whether nothing more can be read or written.
    private(set) var isClosed = false
    /// The properties that the client observes.
    var observations: [Observation] = []
    /// The names of the events that the client has disabled.
    var disabledEvents: Set<String> = []
    /// The time until which the client lets virtual time pass; `nil` if the client does not wait.
    ///
    /// `id` is the id of the request, or `nil` for a text command. Until that time is reached, no
    /// further lines of the client are handled.
    var goal: (goal: Goal, id: PropertyValue?)?
    /// The least important level of events that are sent as log messages.
    var logLevel = IPCLogLevel.no
    private var lines = IPCLineBuffer()
    private var outbox: [UInt8] = []
    private var json = JSONText()
    /// Whether the buffer may contain complete lines that were not handled yet.
    private(set) var hasLines = false

    init(_ descriptor: Descriptor, number: Int, now: ContinuousClock.Instant) {
        self.descriptor = descriptor
        name = "ipc-\(number)"
        deadline = now.advanced(by: Self.silence)
    }

    /// The descriptor to wait for, and the readiness that ends the wait.
    var interest: Interest {
        Interest(
            descriptor: descriptor.number, reads: goal == nil && !hasLines,
            writes: !outbox.isEmpty)
    }

    /// Reads the received data.
    func read() {
        guard !isClosed, goal == nil, !hasLines else { return }
        guard let bytes = descriptor.read(atMost: IPCLineBuffer.limit) else { return close() }
        guard !bytes.isEmpty else { return }
        deadline = nil
        lines.append(bytes)
        hasLines = true
    }

    /// Returns the next line; `nil` if none is complete, or while the client waits for a ``goal``.
    func nextLine() -> ArraySlice<UInt8>? {
        guard !isClosed, goal == nil, hasLines else { return nil }
        if let line = lines.next() { return line }
        hasLines = false
        if lines.isOverfull { close() }
        return nil
    }

    /// Replies to a request.
    ///
    /// - Parameters:
    ///   - id: The id of the request.
    ///   - error: The error, or `success`.
    ///   - data: The result; `nil` if the request has none.
    func reply(_ id: PropertyValue, _ error: String = "success", data: PropertyValue? = nil) {
        write { json in
            if let data { json.member("data", data) }
            json.member("request_id", id)
            json.member("error", error)
        }
    }

    /// Sends an event, unless the client has disabled it.
    func send(event: String, _ members: [(String, PropertyValue)] = []) {
        guard !disabledEvents.contains(event), !disabledEvents.contains("all") else { return }
        write { json in
            json.member("event", event)
            for (key, value) in members { json.member(key, value) }
        }
    }

    /// Sends the observed properties that have changed.
    func report(_ view: PlayerView) {
        for place in observations.indices {
            let observation = observations[place]
            let value = IPCProperties.value(of: observation.name, view)
            guard value != observation.sent else { continue }
            observations[place].sent = value
            var members: [(String, PropertyValue)] = [
                ("id", .integer(observation.id)), ("name", .string(observation.name)),
            ]
            if case .value(let data) = value {
                members.append(("data", observation.isText ? .string(data.ipcText) : data))
            }
            send(event: "property-change", members)
        }
    }

    private func write(_ members: (inout JSONText) -> Void) {
        guard !isClosed else { return }
        json.removeAll()
        json.object(members)
        json.endLine()
        outbox += json.bytes
        // Output that a client does not read would use more and more memory. If the limit is still
        // exceeded after a last flush, the client is disconnected.
        if outbox.count > Self.mostWaiting { flush() }
        if outbox.count > Self.mostWaiting { close() }
    }

    /// Whether bytes wait to be sent to the client.
    var isWaiting: Bool { !isClosed && !outbox.isEmpty }

    /// Writes as many waiting bytes as possible.
    func flush() {
        var start = 0
        while !isClosed, start < outbox.count {
            guard let count = descriptor.write(outbox[start...]) else { return close() }
            if count == 0 { break }
            start += count
        }
        outbox.removeFirst(min(start, outbox.count))
    }

    /// Ends the connection.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        outbox = []
        descriptor.close()
    }
}

extension PropertyValue {
    /// The value as text, in the notation of mpv.
    var ipcText: String {
        switch self {
        case .bool(let value): return value ? "yes" : "no"
        case .string(let text): return text
        default:
            var json = JSONText()
            json.value(self)
            return String(decoding: json.bytes, as: UTF8.self)
        }
    }

    /// The value as a Boolean; `nil` when the value cannot be read as a Boolean.
    ///
    /// The strings `yes`, `true`, `no` and `false` also count as Booleans.
    var ipcBool: Bool? {
        switch self {
        case .bool(let value): value
        case .string("yes"), .string("true"): true
        case .string("no"), .string("false"): false
        default: nil
        }
    }

    /// The value as a finite number; `nil` when the value cannot be read as a number.
    ///
    /// A string that contains a number also counts as a number.
    var ipcNumber: Double? {
        let number = string.flatMap { Double($0) } ?? number
        return number.flatMap { $0.isFinite ? $0 : nil }
    }
}
