package import HTTPServing

/// A real HTTP server on 127.0.0.1 for tests, with configurable faults and a log of requests.
///
/// It listens from its creation until it is released.
package final class OriginServer: Sendable {
    /// The resources of the server.
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

    /// The largest number of bytes in the body of a request.
    private static let largestBody = 1 << 20

    let desk: OriginDesk
    private let server: HTTPServer

    /// The port on which the server listens.
    package let port: UInt16

    /// The URL of the server, without a slash at the end.
    package let url: String

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - site: The resources.
    ///   - port: The port of a stopped server, to replace it; zero lets the system choose.
    ///   - identity: The identity of a TLS server; `nil` creates a server without TLS.
    /// - Throws: When the system provides no port, or the identity is invalid.
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

    /// Stops answering permanently; the port is free afterwards.
    package func stop() {
        desk.openAllGates()
        server.stop()
    }

    /// Returns the location of a resource, existing or not.
    ///
    /// - Parameter path: The path, with a slash at its start.
    /// - Returns: An absolute URL.
    package func url(_ path: String) -> String {
        url + path
    }

    /// Adds or replaces a resource, which takes precedence over a file at the same path.
    package func offer(_ bytes: [UInt8], at path: String) {
        desk.offer(bytes, at: path)
    }

    /// Sets the faults of a path, in place of its previous faults.
    package func order(_ faults: OriginFault..., at path: String) {
        desk.order(faults, at: path)
    }

    /// Sets the faults of all paths with a prefix, in place of the previous faults of the prefix.
    ///
    /// These faults take precedence over the faults of a single path. If a fault applies a limited
    /// number of times, the requests for all paths with the prefix count together.
    package func order(_ faults: OriginFault..., below prefix: String) {
        desk.order(faults, below: prefix)
    }

    /// All requests so far, in the order of their arrival.
    package var log: [OriginRequest] { desk.log }

    /// Waits until a number of requests have arrived since the start.
    ///
    /// - Returns: Whether they have arrived; `false` if no request arrives for half a minute.
    package func waitForRequests(_ count: Int) -> Bool {
        desk.waitForRequests { $0.count >= count }
    }

    /// Waits until a path has been requested.
    ///
    /// - Returns: Whether it has been requested; `false` after half a minute without a request.
    package func waitForRequest(at path: String) -> Bool {
        desk.waitForRequests { log in log.contains { $0.path == path } }
    }
}
