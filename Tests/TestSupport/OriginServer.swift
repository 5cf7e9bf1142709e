import CMicrohttpd
import Synchronization

/// A real HTTP server on 127.0.0.1 for tests, with faults to order and a log of what was asked.
///
/// It listens from its creation until it is released. The corresponding C functions are
/// `MHD_start_daemon` and `MHD_stop_daemon`.
package final class OriginServer: Sendable {
    /// What the server has to offer.
    package enum Site: Sendable {
        /// Bytes by path; paths start with a slash.
        case memory([String: [UInt8]])
        /// The files in the directory with this path.
        case folder(String)
    }

    /// The certificate of a TLS server and its key, in PEM.
    package struct Identity: Sendable {
        package var certificate: String
        package var key: String

        package init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The server could not be started.
    package struct StartError: Error {}

    let desk: OriginDesk
    private let daemon: Mutex<OriginDaemon?>

    /// The port that the system chose.
    package let port: UInt16

    /// Where the server is, without a slash at the end.
    package let url: String

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - site: What it has to offer.
    ///   - identity: What makes it a TLS server; `nil` makes it a plain one.
    /// - Throws: When the system gives no port, or the identity is not one.
    package init(_ site: Site, identity: Identity? = nil) throws(StartError) {
        desk = OriginDesk(site: site)
        guard let daemon = OriginDaemon(desk: desk, identity: identity) else { throw StartError() }
        port = daemon.port
        url = "\(identity == nil ? "http" : "https")://127.0.0.1:\(daemon.port)"
        self.daemon = Mutex(consume daemon)
    }

    deinit {
        stop()
    }

    /// Stops answering, for good; the port is free afterwards.
    package func stop() {
        desk.openAllGates()
        daemon.withLock { $0 = nil }
    }

    /// The location of something that the server has, or has not.
    ///
    /// - Parameter path: The path, with a slash at its start.
    /// - Returns: An absolute URL.
    package func url(_ path: String) -> String {
        url + path
    }

    /// Puts something on offer, or replaces it; a server of a folder puts it before the file.
    package func offer(_ bytes: [UInt8], at path: String) {
        desk.offer(bytes, at: path)
    }

    /// Orders faults for a path, in place of those ordered before.
    package func order(_ faults: OriginFault..., at path: String) {
        desk.order(faults, at: path)
    }

    /// All requests so far, in the order in which they arrived.
    package var log: [OriginRequest] { desk.log }

    /// Waits until a number of requests have arrived since the start.
    ///
    /// - Returns: Whether they have; `false` after half a minute without one.
    package func waitForRequests(_ count: Int) -> Bool {
        desk.waitForRequests { $0.count >= count }
    }

    /// Waits until something has been asked for.
    ///
    /// - Returns: Whether it has; `false` after half a minute without a request.
    package func waitForRequest(at path: String) -> Bool {
        desk.waitForRequests { log in log.contains { $0.path == path } }
    }
}

/// The single owner of a running server of libmicrohttpd.
@safe
private struct OriginDaemon: ~Copyable, Sendable {
    private nonisolated(unsafe) let pointer: OpaquePointer
    private let desk: OriginDesk

    init?(desk: OriginDesk, identity: OriginServer.Identity?) {
        // The desk lives as long as this value, and the server does not outlive it.
        let context = unsafe Unmanaged.passUnretained(desk).toOpaque()
        guard
            let pointer = unsafe cmicrohttpd_start_loopback(
                0, answerOriginRequest, context, identity?.certificate, identity?.key)
        else { return nil }
        unsafe self.pointer = pointer
        self.desk = desk
    }

    deinit {
        unsafe MHD_stop_daemon(pointer)
        withExtendedLifetime(desk) {}
    }

    var port: UInt16 { unsafe cmicrohttpd_port(pointer) }
}
