import Dispatch

/// Something that the server does wrong, or late, or otherwise than usual, with one path.
package indirect enum OriginFault: Sendable {
    /// Answers with a status and a short text, so many times, and properly afterwards.
    case status(Int, times: Int = .max)
    /// Points to another location.
    case redirect(to: String, status: Int = 302)
    /// Points to itself, each time with another query.
    case redirectForever
    /// Announces all bytes and hangs up after some of them.
    case truncate(after: Int)
    /// Announces all bytes and sends some of them, and nothing more until the gate is opened.
    case holdBody(after: Int, OriginGate)
    /// Sends some bytes, and the others when the gate is opened.
    case stall(after: Int, OriginGate)
    /// Sends no more bytes a second than these.
    case slow(bytesPerSecond: Int)
    /// Sends some bytes and ends the connection without a goodbye.
    case reset(after: Int)
    /// Announces another number of bytes than come: further ones are left out, missing ones are
    /// waited for in vain.
    case announce(byteCount: Int)
    /// Hangs up without an answer.
    case hangUp
    /// Answers after a while.
    case delay(milliseconds: Int)
    /// Answers when the gate is opened, or the server stops.
    case hold(OriginGate)
    /// Says that the media type is another one.
    case contentType(String)
    /// Tells versions apart by these, in place of a strong entity tag made from the bytes; `nil`
    /// leaves a field out.
    case validators(entityTag: String?, lastModified: String? = nil)
    /// Sends the whole resource, whatever was asked for.
    case ignoreRanges
    /// Sends the range that was asked for, whatever has become of the resource.
    case ignoreIfRange
    /// Refuses, with status 403, requests without `token=` and this in their query.
    case requireToken(String)
    /// Says in its answer to a range that these bytes came.
    case contentRange(String)
    /// Adds a header field to the answer, in place of one with the same name.
    case header(String, String)
    /// Does it from the request on that follows so many others.
    case later(OriginFault, after: Int)
    /// Does it for so many requests, and no longer.
    case times(Int, OriginFault)

    /// What a request meets, and what is left for the next.
    var next: (met: OriginFault?, left: OriginFault?) {
        switch self {
        case .status(_, times: .max): return (self, self)
        case .status(let code, let times):
            return (self, times > 1 ? .status(code, times: times - 1) : nil)
        case .later(let fault, let count) where count > 0:
            return (nil, .later(fault, after: count - 1))
        case .later(let fault, _): return fault.next
        case .times(let count, _) where count <= 0: return (nil, nil)
        case .times(let count, let fault):
            let (met, left) = fault.next
            return (met, left.map { .times(count - 1, $0) })
        default: return (self, self)
        }
    }

    /// The gate that holds an answer back; `nil` where none does.
    var gate: OriginGate? {
        switch self {
        case .hold(let gate), .holdBody(_, let gate), .stall(_, let gate): gate
        case .later(let fault, _), .times(_, let fault): fault.gate
        default: nil
        }
    }

    /// How the body is sent; `nil` where that is as usual.
    ///
    /// - Parameter stop: What is opened when the server stops.
    /// - Returns: How many bytes may be sent when so many have been, or `nil` to hang up.
    func pace(until stop: OriginGate) -> (@Sendable (Int) -> Int?)? {
        switch self {
        case .truncate(let end), .reset(let end): { $0 < end ? end - $0 : nil }
        case .holdBody(let end, let gate):
            { sent in
                if sent < end { return end - sent }
                gate.wait()
                return nil
            }
        case .stall(let end, let gate):
            { sent in
                if sent < end { return end - sent }
                gate.wait()
                return .max
            }
        case .slow(let bytesPerSecond):
            { _ in stop.isOpen(within: .milliseconds(20)) ? nil : max(1, bytesPerSecond / 50) }
        default: nil
        }
    }
}

/// Something that a test opens for an answer to pass.
package final class OriginGate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Creates a gate that is shut.
    package init() {}

    /// Opens the gate, for good.
    package func open() {
        semaphore.signal()
    }

    func wait() {
        semaphore.wait()
        semaphore.signal()
    }

    /// Waits for the gate, but not for long.
    func isOpen(within patience: DispatchTimeInterval) -> Bool {
        guard semaphore.wait(timeout: .now() + patience) == .success else { return false }
        semaphore.signal()
        return true
    }
}
