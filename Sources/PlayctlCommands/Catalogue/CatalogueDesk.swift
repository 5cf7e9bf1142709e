import CommandTree
import ContentProtection
import Formats
import HTTPServing
import HeadlessPlayback
import Scenarios
import Synchronization
import Transport

/// The playback service and its log, shared by all connection threads.
final class CatalogueDesk: Sendable {
    private struct State {
        var server: PlaybackServer
        var faults: FaultScript
        /// The indices of the fault rules that were applied to a call.
        var met: Set<Int> = []
        /// The base URL of the server; empty before the server listens.
        var base = ""
    }

    private let state: Mutex<State>
    private let rules: [FaultRule]
    private let media: CatalogueMedia
    private let log: ServerLog
    private let delays = Delays()
    private let isQuiet: Bool
    private let start: DateTime

    init(
        _ server: sending PlaybackServer, faults rules: [FaultRule], media: CatalogueMedia,
        log: ServerLog, isQuiet: Bool, start: DateTime
    ) {
        state = Mutex(State(server: server, faults: FaultScript(rules)))
        self.rules = rules
        self.media = media
        self.log = log
        self.isQuiet = isQuiet
        self.start = start
    }

    /// The indices of the fault rules that were not applied to any call.
    var unmet: [Int] {
        state.withLock { state in rules.indices.filter { !state.met.contains($0) } }
    }

    /// Records the base URL of the server, which replaces `{base}` in documents.
    func listen(at base: String) { state.withLock { $0.base = base } }

    /// Ends all delays in progress, and skips all later ones.
    func close() { delays.end() }

    /// Returns the reply to an HTTP request; `nil` if a fault breaks the connection instead.
    func reply(to request: HTTPServerRequest) -> HTTPServerReply? {
        let now = WallClock.now
        if let reply = media.reply(to: request, at: now.millisecondsSince1970 / 1000) {
            write(request, "\(reply.status)", at: now)
            return reply
        }
        let call = CatalogueCall(request)
        let (answer, fault, base) = state.withLock { state in
            let elapsed = now.millisecondsSince1970 - start.millisecondsSince1970
            let place = state.faults.rule(
                for: call.resource, at: Instant(sinceStart: .milliseconds(max(elapsed, 0))))
            if let place { state.met.insert(place) }
            let fault = place.map { rules[$0].fault }
            let isLost =
                switch fault {
                case .status, .reset: true
                default: request.isBodyTooLarge
                }
            let answer = isLost ? nil : state.server.answer(call.question, at: now)
            return (answer, fault, state.base)
        }
        return reply(to: request, answer, fault, base, at: now)
    }

    private func reply(
        to request: HTTPServerRequest, _ answer: PlaybackServerAnswer?, _ fault: ResourceFault?,
        _ base: String, at now: DateTime
    ) -> HTTPServerReply? {
        let note = fault.map { ", fault \($0)" } ?? ""
        switch fault {
        case .reset:
            write(request, "no answer\(note)", at: now)
            return nil
        case .status(let status, _):
            write(request, "\(status)\(note)", at: now)
            return HTTPServerReply(status: status)
        default: break
        }
        guard let answer else {
            write(request, "413", at: now)
            return HTTPServerReply(status: 413)
        }
        write(request, "\(answer.status)\(answer.reason)\(note)", at: now)
        if case .delay(let delay) = fault { delays.wait(delay) }
        let body = String(decoding: answer.body, as: UTF8.self).replacing("{base}", with: base)
        return HTTPServerReply(
            status: answer.status, headers: [("Content-Type", "application/json")],
            bytes: Array(body.utf8))
    }

    private func write(_ request: HTTPServerRequest, _ outcome: String, at now: DateTime) {
        guard !isQuiet else { return }
        let subject = "\(request.method.prefix(16)) \(SafeText.quoted(request.path, limit: 200))"
        log.write("\(now.text) \(subject) \(outcome)")
    }
}

/// A call as two values: a request to the playback service, and a request for the fault rules.
///
/// The playback service answers the first value. The fault rules are compared with the second.
private struct CatalogueCall {
    let question: KeyServerRequest
    let resource: ResourceRequest

    init(_ request: HTTPServerRequest) {
        let query = request.query.map { argument in
            argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { PercentCoding.encodeSegment($0.utf8) }.joined(separator: "=")
        }
        question = KeyServerRequest(
            method: request.method, path: request.path, query: query,
            headers: request.headers.sorted { $0.key < $1.key }.map {
                HeaderField(name: $0.key, value: $0.value)
            }, body: request.body)
        let parts = question.segments.map { PercentCoding.encodeSegment($0.utf8) }
        let path = parts.drop { $0 != "accounts" }.joined(separator: "/")
        var resource = ResourceRequest(
            url: "\(ServiceSetup.location)/\(path.replacing("ref%3A", with: "ref:"))", kind: .other)
        switch request.method {
        case "POST": resource.upload = ResourceUpload(contentType: "", bytes: [])
        case "DELETE": resource.deletes = true
        default: break
        }
        self.resource = resource
    }
}

extension PlaybackServerAnswer {
    /// The error code and the error subcode of a refusal; empty for other answers.
    fileprivate var reason: String {
        guard status >= 400 else { return "" }
        let error = json?.array?.first ?? json?["error"] ?? .null
        let code = error["error_code"]?.string ?? error["code"]?.string ?? ""
        let subcode = error["error_subcode"]?.string ?? error["sub_code"]?.string
        return " \(code)" + (subcode.map { " (\($0))" } ?? "")
    }
}
