import CommandTree
import ContentProtection
import Formats
import HTTPServing
import HeadlessPlayback
import Synchronization
import Transport

/// The key server and its log, shared by all connection threads.
final class KeyServerDesk: Sendable {
    private let server: Mutex<KeyServer>
    private let log: ServerLog
    private let delays = Delays()
    private let isQuiet: Bool
    private let facts: FactLog?

    init(_ server: sending KeyServer, log: ServerLog, isQuiet: Bool, facts: FactLog? = nil) {
        self.server = Mutex(server)
        self.log = log
        self.isQuiet = isQuiet
        self.facts = facts
    }

    /// Returns the reply to an HTTP request, after the delay that the content's policy states.
    func reply(to request: HTTPServerRequest) -> HTTPServerReply {
        let now = WallClock.now
        let asked = KeyServerRequest(
            method: request.method, path: request.path, query: request.query,
            headers: request.headers.sorted { $0.key < $1.key }.map {
                HeaderField(name: $0.key, value: $0.value)
            }, body: request.body)
        let answer =
            request.isBodyTooLarge
            ? KeyServerAnswer(KeyServerDenial(.bodyTooLarge))
            : server.withLock { $0.answer(asked, at: now) }
        if !isQuiet { log.write("\(now.text) \(request.line) \(answer.line)") }
        facts?.write(.request, "\(request.line): body of \(request.body.count) bytes")
        delays.wait(answer.delay)
        return HTTPServerReply(
            status: answer.status, headers: answer.headers.map { ($0.name, $0.value) },
            bytes: answer.body)
    }

    /// Ends all delays in progress, and skips all later ones.
    func close() {
        delays.end()
    }
}

extension HTTPServerRequest {
    fileprivate var line: String { "\(method.prefix(16)) \(SafeText.quoted(path, limit: 200))" }
}

extension KeyServerAnswer {
    fileprivate var line: String {
        let subject = content.map { " \(SafeText.quoted($0, limit: 200))" } ?? ""
        let outcome = denial.map { "\($0.code): \($0.message)" } ?? "\(body.count) bytes"
        return "\(status)\(subject) \(outcome)"
    }
}
