import Dispatch

/// A wrong, late or unusual answer of the server at one path.
package indirect enum OriginFault: Sendable {
    /// Answers the first requests with a status and a short text, and later requests normally.
    case status(Int, times: Int = .max)
    /// Redirects to another location.
    case redirect(to: String, status: Int = 302)
    /// Redirects to itself, with a different query each time.
    case redirectForever
    /// Announces all bytes and closes the connection after some of them.
    case truncate(after: Int)
    /// Announces all bytes and sends some of them, and nothing more until the gate is opened.
    case holdBody(after: Int, OriginGate)
    /// Sends some bytes, and the rest when the gate is opened.
    case stall(after: Int, OriginGate)
    /// Sends at most this number of bytes per second.
    case slow(bytesPerSecond: Int)
    /// Sends some bytes and resets the connection.
    case reset(after: Int)
    /// Announces a number of bytes that differs from the size of the resource.
    ///
    /// Bytes beyond the announced number are omitted. If the resource has fewer bytes, the client
    /// waits in vain for the missing bytes.
    case announce(byteCount: Int)
    /// Closes the connection without an answer.
    case hangUp
    /// Answers after a delay.
    case delay(milliseconds: Int)
    /// Answers when the gate is opened, or the server stops.
    case hold(OriginGate)
    /// Declares another media type.
    case contentType(String)
    /// Declares these validators, in place of a strong entity tag made from the bytes.
    ///
    /// `nil` omits a field.
    case validators(entityTag: String?, lastModified: String? = nil)
    /// Sends the whole resource for any range.
    case ignoreRanges
    /// Sends the requested range, even of a changed resource.
    case ignoreIfRange
    /// Refuses requests whose query lacks `token=` with this value, with status 403.
    case requireToken(String)
    /// Declares this value of `Content-Range` in its answer to a range request.
    case contentRange(String)
    /// Adds a header field to the answer, in place of a field with the same name.
    case header(String, String)
    /// Applies a fault after a number of requests.
    case later(OriginFault, after: Int)
    /// Applies a fault to a limited number of requests.
    case times(Int, OriginFault)

    /// The fault that applies to a request, and the fault that remains for later requests.
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

    /// The gate that holds an answer back, if any.
    var gate: OriginGate? {
        switch self {
        case .hold(let gate), .holdBody(_, let gate), .stall(_, let gate): gate
        case .later(let fault, _), .times(_, let fault): fault.gate
        default: nil
        }
    }

    /// Returns the pace of the body; `nil` for the usual pace.
    ///
    /// - Parameter stop: The gate that is opened when the server stops.
    /// - Returns: A closure that takes the number of bytes sent so far, and returns the number of
    ///   bytes to send next, or `nil` to close the connection.
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

/// A gate that a test opens to let an answer pass.
package final class OriginGate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Creates a closed gate.
    package init() {}

    /// Opens the gate permanently.
    package func open() {
        semaphore.signal()
    }

    func wait() {
        semaphore.wait()
        semaphore.signal()
    }

    /// Waits until the gate is open, up to a limit, and returns whether the gate is open.
    func isOpen(within patience: DispatchTimeInterval) -> Bool {
        guard semaphore.wait(timeout: .now() + patience) == .success else { return false }
        semaphore.signal()
        return true
    }
}
