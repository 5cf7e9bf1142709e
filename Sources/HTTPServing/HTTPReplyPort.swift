import CMicrohttpd
import Dispatch
import Synchronization

/// Sends the reply to one request of an event server.
///
/// Only the first reply is sent. It may be sent at once or later, from any thread. A reply to a
/// client that has disconnected has no effect.
@safe
package final class HTTPReplyPort: Sendable {
    private enum Phase {
        /// The header or the body of the request is being read.
        case reading
        /// The responder has received the request, and the connection is not suspended yet.
        case asked
        /// The reply is awaited, and the connection is suspended.
        case suspended
        /// The responder has made the reply, which is not queued yet.
        case replied(HTTPServerReply?)
        /// The reply is queued.
        case sending
        /// The connection is suspended until more of the reply's body may be sent.
        case paused
        /// The connection belongs to another request, or is closed.
        case ended
    }

    private struct State {
        var phase = Phase.reading
        var body: [UInt8] = []
        var isBodyTooLarge = false
    }

    private static let timer = DispatchQueue(label: "HTTPReplyPort")

    private let state = Mutex(State())
    private let desk: HTTPEventDesk
    private nonisolated(unsafe) let connection: OpaquePointer

    init(_ desk: HTTPEventDesk, _ connection: OpaquePointer) {
        self.desk = desk
        unsafe self.connection = connection
    }

    /// Sends the reply; `nil` closes the connection.
    package func send(_ reply: HTTPServerReply?) {
        state.withLock { state in
            switch state.phase {
            case .asked: state.phase = .replied(reply)
            case .suspended:
                state.phase = .replied(reply)
                resume()
            case .reading, .replied, .sending, .paused, .ended: break
            }
        }
    }

    /// Sends the reply after a delay; `nil` closes the connection.
    package func send(_ reply: HTTPServerReply?, after delay: Duration) {
        guard delay > .zero else { return send(reply) }
        Self.timer.asyncAfter(deadline: .now() + delay.interval) { self.send(reply) }
    }

    // MARK: On the thread of the server

    /// Stores a part of the request's body; a body that is too large is discarded.
    func take(_ bytes: UnsafeRawBufferPointer) {
        state.withLock { state in
            if bytes.count > desk.largestBody - state.body.count {
                state.isBodyTooLarge = true
                state.body = []
            }
            if !state.isBodyTooLarge { unsafe state.body.append(contentsOf: bytes) }
        }
    }

    /// Passes a request to the responder once, and queues the reply when the responder has made it.
    func proceed(_ request: HTTPServerRequest) -> MHD_Result {
        var request = request
        let isFirst = state.withLock { state in
            guard case .reading = state.phase else { return false }
            state.phase = .asked
            request.body = state.body
            request.isBodyTooLarge = state.isBodyTooLarge
            return true
        }
        if isFirst { desk.respond(request, self) }
        let reply: HTTPServerReply?? = state.withLock { state in
            switch state.phase {
            case .replied(let reply):
                state.phase = .sending
                return .some(reply)
            case .asked:
                guard desk.suspend(self) else { return .some(nil) }
                state.phase = .suspended
                unsafe MHD_suspend_connection(connection)
                return .none
            case .suspended: return .none
            case .reading, .sending, .paused, .ended: return .some(nil)
            }
        }
        guard let reply else { return cmicrohttpd_yes }
        return unsafe HTTPServing.send(reply, over: connection, port: self)
    }

    /// Suspends the connection for the given time before it sends more of the body.
    ///
    /// - Returns: Whether the connection is suspended; otherwise it must be closed.
    func pause(_ time: Duration) -> Bool {
        let isPaused = state.withLock { state in
            guard case .sending = state.phase, desk.suspend(self) else { return false }
            state.phase = .paused
            unsafe MHD_suspend_connection(connection)
            return true
        }
        if isPaused {
            Self.timer.asyncAfter(deadline: .now() + time.interval) { self.endPause() }
        }
        return isPaused
    }

    /// Ends the request, regardless of its outcome.
    func end() {
        state.withLock { $0.phase = .ended }
        desk.resume(self)
    }

    // MARK: From other threads

    private func endPause() {
        state.withLock { state in
            guard case .paused = state.phase else { return }
            state.phase = .sending
            resume()
        }
    }

    /// Resumes a suspended connection, so that the server can close it.
    func abandon() {
        send(nil)
        endPause()
    }

    private func resume() {
        desk.resume(self)
        unsafe MHD_resume_connection(connection)
    }
}

extension Duration {
    /// The duration as a timer interval, rounded up to microseconds and limited to one day.
    fileprivate var interval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        guard seconds < 86_400 else { return .seconds(86_400) }
        return .microseconds(
            Int(max(seconds, 0)) * 1_000_000 + Int(attoseconds / 1_000_000_000_000) + 1)
    }
}

/// Answers a request to an event server.
///
/// libmicrohttpd calls the function in the same cases as ``answerHTTPRequest``, and again after the
/// connection was resumed.
func answerHTTPEvent(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
    path: UnsafePointer<CChar>?, method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?,
    part: UnsafePointer<CChar>?, partByteCount: UnsafeMutablePointer<Int>?,
    state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context = unsafe context, let connection = unsafe connection,
        let path = unsafe path, let method = unsafe method, let state = unsafe state
    else { return cmicrohttpd_no }
    let desk = unsafe Unmanaged<HTTPEventDesk>.fromOpaque(context).takeUnretainedValue()
    guard let known = unsafe state.pointee else {
        let port = unsafe HTTPReplyPort(desk, connection)
        unsafe state.pointee = Unmanaged.passRetained(port).toOpaque()
        return cmicrohttpd_yes
    }
    let port = unsafe Unmanaged<HTTPReplyPort>.fromOpaque(known).takeUnretainedValue()
    if let count = unsafe partByteCount, unsafe count.pointee > 0 {
        let bytes = unsafe UnsafeRawBufferPointer(start: part, count: count.pointee)
        unsafe port.take(bytes)
        unsafe count.pointee = 0
        return cmicrohttpd_yes
    }
    let fields = unsafe HTTPFields(of: connection)
    return port.proceed(
        unsafe HTTPServerRequest(
            method: String(cString: method), path: String(cString: path), query: fields.query,
            headers: fields.headers, body: [], isBodyTooLarge: false,
            port: HTTPFields.clientPort(of: connection)))
}

/// Releases the state of a request, regardless of its outcome.
func endHTTPEvent(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
    state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, code: MHD_RequestTerminationCode
) {
    guard let state = unsafe state, let known = unsafe state.pointee else { return }
    let port = unsafe Unmanaged<HTTPReplyPort>.fromOpaque(known).takeRetainedValue()
    port.end()
    unsafe state.pointee = nil
}
