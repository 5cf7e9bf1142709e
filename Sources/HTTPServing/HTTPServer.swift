import CMicrohttpd
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An HTTP server with one thread per connection, which calls a closure for each request.
///
/// It listens from its creation until it is stopped or released. It is used only by the
/// command-line tool `playctl` and by tests.
package final class HTTPServer: Sendable {
    /// A closure that returns the response to a request; `nil` closes the connection.
    ///
    /// The server calls it on the thread of the connection.
    package typealias Responder = @Sendable (HTTPServerRequest) -> HTTPServerReply?

    /// The certificate of a TLS server and its private key, in PEM.
    package struct Identity: Sendable {
        package var certificate: String
        package var key: String

        package init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The reason why a server could not be started.
    package struct StartError: Error, Equatable, CustomStringConvertible {
        /// The error message of the system.
        package let description: String
    }

    /// The timeout of an idle connection, in seconds.
    private static let patience: UInt32 = 120

    /// The port on which the server listens.
    package let port: UInt16

    private let daemon: Mutex<HTTPDaemon?>

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - address: The numeric address to listen on.
    ///   - port: The port to listen on; zero lets the system choose.
    ///   - identity: The identity for TLS; `nil` starts a server without TLS.
    ///   - largestBody: The size limit of a request's body in bytes.
    ///   - respond: Returns the response to a request.
    /// - Throws: When the port is not available, or the identity is invalid.
    package init(
        on address: String = "127.0.0.1", port: UInt16 = 0, identity: Identity? = nil,
        largestBody: Int, respond: @escaping Responder
    ) throws(StartError) {
        let desk = HTTPDesk(largestBody: largestBody, respond: respond)
        let daemon = try HTTPDaemon(
            address, port, timeout: Self.patience, identity: identity, desk: desk)
        self.port = daemon.port
        self.daemon = Mutex(consume daemon)
    }

    deinit {
        stop()
    }

    /// Stops the server permanently; its port is then free.
    package func stop() {
        daemon.withLock { $0 = nil }
    }
}

/// The state shared by the threads of all connections.
final class HTTPDesk: Sendable {
    let largestBody: Int
    let respond: HTTPServer.Responder

    init(largestBody: Int, respond: @escaping HTTPServer.Responder) {
        self.largestBody = largestBody
        self.respond = respond
    }
}

/// The only owner of a running libmicrohttpd server.
///
/// The corresponding C functions are `MHD_start_daemon` and `MHD_stop_daemon`.
@safe
private struct HTTPDaemon: ~Copyable, Sendable {
    private nonisolated(unsafe) let pointer: OpaquePointer
    private let desk: HTTPDesk

    init(
        _ address: String, _ port: UInt16, timeout: UInt32, identity: HTTPServer.Identity?,
        desk: HTTPDesk
    ) throws(HTTPServer.StartError) {
        // The pointer stays valid: this value owns the `HTTPDesk`, and the server ends before this
        // value does.
        let context = unsafe Unmanaged.passUnretained(desk).toOpaque()
        guard
            let pointer = unsafe cmicrohttpd_start(
                address, port, timeout, answerHTTPRequest, endHTTPRequest, context,
                identity?.certificate, identity?.key)
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
