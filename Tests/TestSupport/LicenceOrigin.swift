import ContentProtection
import HTTPServing
import HeadlessPlayback
import Synchronization
import Transport

/// A key server over HTTP that records its requests.
package final class LicenceOrigin: Sendable {
    private let server: HTTPServer
    private let log: Log

    /// The URL to pass with `--key-server`.
    package let url: String

    /// The host with its port.
    package let host: String

    /// Starts the server of a protected sample.
    ///
    /// - Parameter sample: The sample.
    /// - Throws: When the sample has no policies, or the system provides no port.
    package init(_ sample: ProtectedSample) throws {
        let log = try Log(KeyServer(identity: Exchange().identity, policies: sample.policies()))
        self.log = log
        server = try HTTPServer(port: 0, identity: nil, largestBody: 1 << 20) { log.reply($0) }
        host = "127.0.0.1:\(server.port)"
        url = "http://\(host)"
    }

    /// All requests so far.
    package var requests: [OriginRequest] { log.requests }

    private final class Log: Sendable {
        private let server: Mutex<KeyServer>
        private let all = Mutex<[OriginRequest]>([])

        init(_ server: sending KeyServer) { self.server = Mutex(server) }

        var requests: [OriginRequest] { all.withLock { $0 } }

        func reply(_ request: HTTPServerRequest) -> HTTPServerReply {
            all.withLock { $0.append(OriginRequest(request)) }
            let asked = KeyServerRequest(
                method: request.method, path: request.path, query: request.query,
                body: request.body)
            let date = DateTime(millisecondsSince1970: 1_767_225_600_000)
            let answer = server.withLock { $0.answer(asked, at: date) }
            return HTTPServerReply(
                status: answer.status, headers: answer.headers.map { ($0.name, $0.value) },
                bytes: answer.body)
        }
    }
}
