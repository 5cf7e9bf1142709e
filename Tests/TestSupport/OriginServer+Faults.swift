import Dispatch

/// Something that the server does wrong, or late, with one path.
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
    /// Hangs up without an answer.
    case hangUp
    /// Answers after a while.
    case delay(milliseconds: Int)
    /// Answers when the gate is opened, or the server stops.
    case hold(OriginGate)
    /// Says that the media type is another one.
    case contentType(String)
    /// Sends the whole resource, whatever was asked for.
    case ignoreRanges
    /// Says in its answer to a range that these bytes came.
    case contentRange(String)
    /// Adds a header field to the answer.
    case header(String, String)
    /// Does it from the request on that follows so many others.
    case later(OriginFault, after: Int)

    /// What a request meets, and what is left for the next.
    var next: (met: OriginFault?, left: OriginFault?) {
        switch self {
        case .status(_, times: .max): return (self, self)
        case .status(let code, let times):
            return (self, times > 1 ? .status(code, times: times - 1) : nil)
        case .later(let fault, let count) where count > 0:
            return (nil, .later(fault, after: count - 1))
        case .later(let fault, _): return fault.next
        default: return (self, self)
        }
    }

    /// The gate that holds an answer back; `nil` where none does.
    var gate: OriginGate? {
        switch self {
        case .hold(let gate), .holdBody(_, let gate): gate
        case .later(let fault, _): fault.gate
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
}
