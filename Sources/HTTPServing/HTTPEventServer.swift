import CMicrohttpd
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An HTTP server for many concurrent connections, whose replies may be sent later.
///
/// One thread serves all connections. The server suspends a connection, without blocking the
/// thread, until the reply to its request is known. It also suspends the connection until the rate
/// limit of the reply permits more bytes of the body. The server listens from its creation until it
/// is stopped or released.
package final class HTTPEventServer: Sendable {
    /// A closure that receives a request on the server's thread, and must not block.
    package typealias Responder = @Sendable (HTTPServerRequest, HTTPReplyPort) -> Void

    /// The timeout of an idle connection that is not suspended, in seconds.
    private static let patience: UInt32 = 120

    /// The port on which the server listens.
    package let port: UInt16

    private let desk: HTTPEventDesk
    private let daemon: Mutex<HTTPEventDaemon?>

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - address: The numeric address to listen on.
    ///   - port: The port to listen on; zero lets the system choose.
    ///   - largestBody: The size limit of a request's body in bytes.
    ///   - mostConnections: The maximum number of concurrent connections; further ones wait or are
    ///     refused.
    ///   - respond: Receives each request.
    /// - Throws: When the port is not available.
    package init(
        on address: String = "127.0.0.1", port: UInt16 = 0, largestBody: Int = 0,
        mostConnections: Int = 1024, respond: @escaping Responder
    ) throws(HTTPServer.StartError) {
        desk = HTTPEventDesk(largestBody: largestBody, respond: respond)
        let daemon = try HTTPEventDaemon(
            address, port, timeout: Self.patience, connections: UInt32(clamping: mostConnections),
            desk: desk)
        self.port = daemon.port
        self.daemon = Mutex(consume daemon)
    }

    deinit {
        stop()
    }

    /// Stops the server permanently; its port is then free.
    ///
    /// Connections whose request has no reply yet are closed, and unfinished bodies are cut off.
    package func stop() {
        desk.close()
        daemon.withLock { $0 = nil }
    }
}

/// The state that all connections of a server share.
final class HTTPEventDesk: Sendable {
    private struct State {
        var isClosing = false
        var suspended: [ObjectIdentifier: HTTPReplyPort] = [:]
    }

    let largestBody: Int
    let respond: HTTPEventServer.Responder
    private let state = Mutex(State())

    init(largestBody: Int, respond: @escaping HTTPEventServer.Responder) {
        self.largestBody = largestBody
        self.respond = respond
    }

    /// Records a connection before it is suspended.
    ///
    /// - Returns: Whether it may be suspended; `false` when the server is being stopped.
    func suspend(_ port: HTTPReplyPort) -> Bool {
        state.withLock { state in
            guard !state.isClosing else { return false }
            state.suspended[ObjectIdentifier(port)] = port
            return true
        }
    }

    /// Records that a connection is no longer suspended.
    func resume(_ port: HTTPReplyPort) {
        state.withLock { $0.suspended[ObjectIdentifier(port)] = nil }
    }

    /// Resumes all connections, and refuses later suspensions.
    func close() {
        let waiting = state.withLock { state in
            state.isClosing = true
            return Array(state.suspended.values)
        }
        for port in waiting { port.abandon() }
    }
}

/// The only owner of a running libmicrohttpd server that uses one thread.
///
/// The corresponding C functions are `MHD_start_daemon` and `MHD_stop_daemon`.
@safe
private struct HTTPEventDaemon: ~Copyable, Sendable {
    private nonisolated(unsafe) let pointer: OpaquePointer
    private let desk: HTTPEventDesk

    init(
        _ address: String, _ port: UInt16, timeout: UInt32, connections: UInt32,
        desk: HTTPEventDesk
    ) throws(HTTPServer.StartError) {
        // The pointer stays valid: this value owns the `HTTPEventDesk`, and the server ends before
        // this value does.
        let context = unsafe Unmanaged.passUnretained(desk).toOpaque()
        guard
            let pointer = unsafe cmicrohttpd_start_events(
                address, port, timeout, connections, answerHTTPEvent, endHTTPEvent, context)
        else {
            let cause =
                errno == 0 ? "cannot be listened on" : unsafe String(cString: strerror(errno))
            throw HTTPServer.StartError(description: cause)
        }
        unsafe self.pointer = pointer
        self.desk = desk
    }

    deinit {
        unsafe MHD_stop_daemon(pointer)
        withExtendedLifetime(desk) {}
    }

    var port: UInt16 { unsafe cmicrohttpd_port(pointer) }
}
