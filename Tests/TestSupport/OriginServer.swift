package import HTTPServing

/// A real HTTP server on 127.0.0.1 for tests, with faults to order and a log of what was asked.
///
/// It listens from its creation until it is released.
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

    /// How many bytes the body of a request may have.
    private static let largestBody = 1 << 20

    let desk: OriginDesk
    private let server: HTTPServer

    /// The port on which it listens.
    package let port: UInt16

    /// Where the server is, without a slash at the end.
    package let url: String

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - site: What it has to offer.
    ///   - port: The port of a server that was stopped, to take its place; zero lets the system
    ///     choose.
    ///   - identity: What makes it a TLS server; `nil` makes it a plain one.
    /// - Throws: When the system gives no port, or the identity is not one.
    package init(
        _ site: Site, port: UInt16 = 0, identity: Identity? = nil
    ) throws(HTTPServer.StartError) {
        let desk = OriginDesk(site: site)
        let tls = identity.map {
            HTTPServer.Identity(certificate: $0.certificate, key: $0.key)
        }
        server = try HTTPServer(
            port: port, identity: tls, largestBody: Self.largestBody
        ) { request in
            desk.reply(to: OriginRequest(request))
        }
        self.desk = desk
        self.port = server.port
        url = "\(identity == nil ? "http" : "https")://127.0.0.1:\(self.port)"
    }

    deinit {
        stop()
    }

    /// Stops answering, for good; the port is free afterwards.
    package func stop() {
        desk.openAllGates()
        server.stop()
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

    /// Orders faults for all paths that start so, in place of those ordered before for that start.
    ///
    /// They come before those of a path; what happens so many times does so for all paths together.
    package func order(_ faults: OriginFault..., below prefix: String) {
        desk.order(faults, below: prefix)
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
